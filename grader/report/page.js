R"js(
'use strict';
(function () {
  var tests = document.querySelectorAll('details.test');
  var tools = document.querySelector('.tools');
  var printed = [];

  function each(list, act) { Array.prototype.forEach.call(list, act); }
  function button(parent, label, act) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = label;
    b.addEventListener('click', function () { act(b); });
    parent.appendChild(b);
    return b;
  }
  function fold(open) {
    return function () { each(tests, function (t) { t.open = open; }); };
  }
  function follow() {
    var id = location.hash.slice(1);
    var at = id && document.getElementById(decodeURIComponent(id));
    if (!at || at.tagName !== 'DETAILS') return;
    at.open = true;
    at.scrollIntoView();
  }

  if (tests.length) {
    button(tools, 'Unfold all', fold(true));
    button(tools, 'Fold all', fold(false));
    button(tools, 'Hide what passes', function (b) {
      var on = document.body.classList.toggle('only-failing');
      b.setAttribute('aria-pressed', String(on));
    }).setAttribute('aria-pressed', 'false');
    tools.hidden = false;
  }
  each(document.querySelectorAll('pre.command'), function (pre) {
    if (!navigator.clipboard) return;
    var text = pre.textContent;
    pre.classList.add('has-button');
    button(pre, 'Copy', function (b) {
      navigator.clipboard.writeText(text).then(
        function () { b.textContent = 'Copied'; },
        function () { b.textContent = 'Failed'; });
    });
  });
  each(document.querySelectorAll('figure.graph'), function (figure) {
    figure.addEventListener('click', function () {
      figure.classList.toggle('fit');
    });
  });
  window.addEventListener('hashchange', follow);
  window.addEventListener('beforeprint', function () {
    printed = [];
    each(document.querySelectorAll('details:not(.good):not([open])'),
      function (d) { d.open = true; printed.push(d); });
  });
  window.addEventListener('afterprint', function () {
    each(printed, function (d) { d.open = false; });
  });
  follow();
})();
)js"
