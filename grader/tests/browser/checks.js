R"js(
// What the tests ask of a page. Each returns a list of complaints, or a value.

// Elements that reach beyond the width of the window.
function tooWide() {
  const room = document.documentElement.clientWidth;
  const bad = [];
  if (document.documentElement.scrollWidth > room)
    bad.push('the page is ' + document.documentElement.scrollWidth +
      ' wide in a window of ' + room);
  return bad;
}

// Titles that are squeezed into a column of a few letters.
function tooNarrow() {
  const bad = [];
  document.querySelectorAll('.marks th[scope="row"]').forEach(th => {
    const width = th.getBoundingClientRect().width;
    if (width < 120) bad.push(th.textContent + ' has ' + width);
  });
  return bad;
}

function unfoldAll() {
  document.querySelectorAll('details').forEach(d => { d.open = true; });
}

function light([r, g, b]) {
  const part = v => {
    v /= 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

function colour(text) {
  const n = text.match(/[\d.]+/g).map(Number);
  return { rgb: n.slice(0, 3), alpha: n.length > 3 ? n[3] : 1 };
}

function behind(e) {
  for (; e; e = e.parentElement) {
    const c = colour(getComputedStyle(e).backgroundColor);
    if (c.alpha === 1) return c.rgb;
  }
  return [255, 255, 255];
}

// Text whose contrast with what is behind it is below 4.5 to 1.
function tooPale() {
  const bad = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (!n.textContent.trim() || !e.getClientRects().length) continue;
    if (e.closest('script, svg')) continue;
    const a = light(colour(getComputedStyle(e).color).rgb);
    const b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5)
      bad.push(ratio.toFixed(2) + ': ' + n.textContent.trim().slice(0, 40));
  }
  return bad;
}

// Markup that only a student could have brought in.
function intruders() {
  const bad = [];
  const never = 'img, iframe, object, embed, link, base, form, input, image,' +
    'foreignObject, use, animate, video, audio, svg script, svg style, svg a';
  document.querySelectorAll(never).forEach(e => bad.push('<' + e.tagName));
  if (document.scripts.length !== 1) bad.push('more than one script');
  if (document.querySelectorAll('style').length !== 1)
    bad.push('more than one style');
  document.querySelectorAll('*').forEach(e => {
    for (const a of e.attributes) {
      if (/^on/i.test(a.name) || a.name === 'style')
        bad.push(e.tagName + ' ' + a.name);
      if (/^(href|src|xlink:href)$/.test(a.name) &&
          /^\s*(javascript|data|vbscript):/i.test(a.value))
        bad.push(e.tagName + ' ' + a.value);
    }
  });
  if (!/^corolab: \d+ of \d+$/.test(document.title))
    bad.push('the title is ' + document.title);
  return bad;
}

// Headings that skip a level, ids that occur twice, links to nowhere.
function disorder() {
  const bad = [];
  let level = 0;
  const seen = new Set();
  document.querySelectorAll('h1, h2, h3, h4, h5').forEach(h => {
    const now = Number(h.tagName[1]);
    if (now > level + 1)
      bad.push(h.tagName + ' "' + h.textContent + '" follows h' + level);
    level = now;
  });
  if (document.querySelectorAll('h1').length !== 1) bad.push('not one h1');
  document.querySelectorAll('[id]').forEach(e => {
    if (seen.has(e.id)) bad.push('the id ' + e.id + ' occurs twice');
    seen.add(e.id);
  });
  document.querySelectorAll('a[href^="#"]').forEach(a => {
    const id = decodeURIComponent(a.getAttribute('href').slice(1));
    if (!document.getElementById(id)) bad.push('no #' + id);
  });
  return bad;
}

function openTests() {
  return document.querySelectorAll('details.test[open]').length;
}

function countTests() {
  return document.querySelectorAll('details.test').length;
}

function press(label) {
  for (const b of document.querySelectorAll('.tools button'))
    if (b.textContent === label) { b.click(); return true; }
  return false;
}
)js"
