// SPDX-License-Identifier: MIT
/*
 * The report in Chromium:
 *
 *	browser-tests PROFILE PAGE...
 *
 * PROFILE is an empty folder, a PAGE the absolute path of an index.html. What
 * holds for every page is checked on each; a page in a folder "mixed", "passed"
 * or "hostile" is one of the fixture's and is checked for more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "greatest.h"
#include "view.h"

static struct browser *browser;
static char url[4200];

/* A fresh view of the page. */
static void show(int width, const char *media, const char *scheme)
{
	view_show(browser, url, width, media, scheme);
}

static int number(const char *script)
{
	return view_number(browser, script);
}

/* The script returns a list of complaints: there are none. */
static enum greatest_test_res nothing_wrong(const char *script)
{
	json_t *bad = browser_run(browser, script);
	char *text = json_dumps(bad, JSON_INDENT(2));

	ASSERTm(text, json_is_array(bad) && !json_array_size(bad));
	free(text);
	json_decref(bad);
	PASS();
}

TEST page_asks_for_nothing_but_itself(void)
{
	json_t *log, *entry, *address;
	int requests = 0;
	size_t i;

	json_decref(browser_log(browser, "performance"));
	show(DESK, "screen", "light");
	json_decref(browser_run(browser, "unfoldAll();"));
	log = browser_log(browser, "performance");
	json_array_foreach (log, i, entry) {
		address = view_request(entry);
		if (!address)
			continue;
		requests++;
		ASSERT_STR_EQ(url, json_string_value(address));
		json_decref(address);
	}
	ASSERT_EQ_FMT(1, requests, "%d");
	json_decref(log);
	PASS();
}

TEST page_leaves_the_console_empty(void)
{
	json_t *log;
	char *text;

	json_decref(browser_log(browser, "browser"));
	show(DESK, "screen", "light");
	json_decref(browser_run(browser, "unfoldAll();"));
	log = browser_log(browser, "browser");
	text = json_dumps(log, JSON_INDENT(2));
	ASSERT_EQ_FMTm(text, (size_t)0, json_array_size(log), "%zu");
	free(text);
	json_decref(log);
	PASS();
}

/* So that the two above cannot pass by looking at nothing. */
TEST a_bad_page_does_show_in_the_logs(void)
{
	json_t *log;

	json_decref(browser_log(browser, "browser"));
	browser_go(browser,
		"data:text/html,<meta http-equiv=Content-Security-Policy "
		"content=\"default-src 'none'\"><img "
		"src=http://127.0.0.1:9/x.png><script>1</script>");
	log = browser_log(browser, "browser");
	ASSERT(json_array_size(log) >= 2);
	json_decref(log);
	PASS();
}

/* The second line of defence: what got past the escaping would do nothing. */
TEST page_runs_no_script_that_is_not_its_own(void)
{
	show(DESK, "screen", "light");
	ASSERT_EQ_FMT(1,
		number("const s = document.createElement('script');"
		       "s.textContent = 'window.owned = 1';"
		       "document.body.append(s);"
		       "const d = document.createElement('div');"
		       "d.innerHTML = '<p style=\"color: red\">x</p>';"
		       "document.body.append(d);"
		       "return window.owned === undefined &&"
		       "getComputedStyle(d.firstChild).color !=="
		       "'rgb(255, 0, 0)';"),
		"%d");
	PASS();
}

TEST page_fits_a_phone_and_a_desk(void)
{
	show(PHONE, "screen", "light");
	ASSERT_EQ_FMT(PHONE, number("return innerWidth;"), "%d");
	CHECK_CALL(nothing_wrong("return tooWide();"));
	CHECK_CALL(nothing_wrong("return tooNarrow();"));
	CHECK_CALL(nothing_wrong("unfoldAll(); return tooWide();"));
	show(DESK, "screen", "light");
	CHECK_CALL(nothing_wrong("unfoldAll(); return tooWide();"));
	PASS();
}

TEST page_can_be_read_in_every_light(void)
{
	show(DESK, "screen", "light");
	CHECK_CALL(nothing_wrong("unfoldAll(); return tooPale();"));
	ASSERT(number("return light(behind(document.body)) > 0.8;"));
	show(DESK, "screen", "dark");
	CHECK_CALL(nothing_wrong("unfoldAll(); return tooPale();"));
	ASSERT(number("return light(behind(document.body)) < 0.1;"));
	show(DESK, "print", "dark");
	CHECK_CALL(nothing_wrong("unfoldAll(); return tooPale();"));
	ASSERT(number("return light(behind(document.body)) === 1;"));
	PASS();
}

TEST page_has_order_and_no_intruders(void)
{
	show(DESK, "screen", "light");
	CHECK_CALL(nothing_wrong("return disorder();"));
	CHECK_CALL(nothing_wrong("return intruders();"));
	PASS();
}

TEST page_folds_and_unfolds(void)
{
	int tests;

	show(DESK, "screen", "light");
	tests = number("return countTests();");
	ASSERT(tests > 0);
	ASSERT_EQ_FMT(1, number("return press('Fold all');"), "%d");
	ASSERT_EQ_FMT(0, number("return openTests();"), "%d");
	json_decref(browser_run(
		browser, "document.querySelector('.test > summary').click();"));
	ASSERT_EQ_FMT(1, number("return openTests();"), "%d");
	json_decref(browser_run(
		browser, "document.querySelector('.test > summary').click();"));
	ASSERT_EQ_FMT(0, number("return openTests();"), "%d");
	ASSERT_EQ_FMT(1, number("return press('Unfold all');"), "%d");
	ASSERT_EQ_FMT(tests, number("return openTests();"), "%d");
	PASS();
}

TEST page_opens_the_test_that_a_link_names(void)
{
	char script[] = "press('Fold all');"
			"const t = document.querySelectorAll('.test');"
			"location.hash = '#' + t[t.length - 1].id;"
			"dispatchEvent(new HashChangeEvent('hashchange'));"
			"return t[t.length - 1].open && openTests() === 1;";

	show(PHONE, "screen", "light");
	ASSERT_EQ_FMT(1, number(script), "%d");
	PASS();
}

TEST page_can_be_read_without_a_script(void)
{
	char *text, *tools;

	view_scripts(browser, false);
	show(PHONE, "screen", "light");
	text = browser_text(browser, "main");
	tools = browser_text(browser, ".tools");
	view_scripts(browser, true);
	ASSERT_NEQ(NULL, text);
	ASSERTm(text, strstr(text, "What to do next"));
	ASSERTm(text, strstr(text, "Scores"));
	ASSERT_STR_EQ("", tools);
	free(text);
	free(tools);
	PASS();
}

TEST page_of_mixed_verdicts_begins_with_what_to_do(void)
{
	show(PHONE, "screen", "light");
	ASSERT_EQ_FMT(8, number("return countTests();"), "%d");
	ASSERT_EQ_FMT(1, number("return openTests();"), "%d");
	ASSERT_EQ_FMT(1,
		number("return document.querySelector('h2').textContent === "
		       "'What to do next' && document.querySelector('h2')"
		       ".getBoundingClientRect().top < 200;"),
		"%d");
	ASSERT_EQ_FMT(3,
		number("return document.querySelectorAll('figure svg')"
		       ".length;"),
		"%d");
	ASSERT_EQ_FMT(5,
		number("return document.querySelectorAll('.story .step')"
		       ".length;"),
		"%d");
	PASS();
}

TEST page_hides_what_passes_on_request(void)
{
	static const char shown[] =
		"return [...document.querySelectorAll('.test')]"
		".filter(t => t.getClientRects().length).length;";

	show(DESK, "screen", "light");
	ASSERT_EQ_FMT(8, number(shown), "%d");
	ASSERT_EQ_FMT(1, number("return press('Hide what passes');"), "%d");
	ASSERT_EQ_FMT(7, number(shown), "%d");
	ASSERT_EQ_FMT(1, number("return press('Hide what passes');"), "%d");
	ASSERT_EQ_FMT(8, number(shown), "%d");
	PASS();
}

TEST page_of_a_hostile_submission_shows_it_as_text(void)
{
	show(DESK, "screen", "light");
	json_decref(browser_run(browser,
		"unfoldAll(); document.querySelectorAll('svg *, code, li')"
		".forEach(e => e.dispatchEvent(new MouseEvent('click',"
		"{bubbles: true})));"));
	CHECK_CALL(nothing_wrong("return intruders();"));
	ASSERT_EQ_FMT(1,
		number("return document.querySelector('.message').textContent"
		       ".startsWith(\"<script>document.title='owned'\");"),
		"%d");
	ASSERT_EQ_FMT(1,
		number("return document.querySelector('svg text').textContent"
		       ".includes('<script>');"),
		"%d");
	ASSERT_EQ_FMT(0,
		number("return /[\\u202a-\\u202e\\u2066-\\u2069]/"
		       ".test(document.body.textContent);"),
		"%d");
	PASS();
}

SUITE(every_page)
{
	RUN_TEST(page_asks_for_nothing_but_itself);
	RUN_TEST(page_leaves_the_console_empty);
	RUN_TEST(page_runs_no_script_that_is_not_its_own);
	RUN_TEST(page_fits_a_phone_and_a_desk);
	RUN_TEST(page_can_be_read_in_every_light);
	RUN_TEST(page_has_order_and_no_intruders);
	RUN_TEST(page_can_be_read_without_a_script);
}

SUITE(page_with_tests)
{
	RUN_TEST(page_folds_and_unfolds);
	RUN_TEST(page_opens_the_test_that_a_link_names);
}

SUITE(mixed_page)
{
	RUN_TEST(page_of_mixed_verdicts_begins_with_what_to_do);
	RUN_TEST(page_hides_what_passes_on_request);
}

SUITE(hostile_page)
{
	RUN_TEST(page_of_a_hostile_submission_shows_it_as_text);
}

SUITE(the_browser)
{
	RUN_TEST(a_bad_page_does_show_in_the_logs);
}

GREATEST_MAIN_DEFS();

static void check_page(const char *page)
{
	snprintf(url, sizeof(url), "file://%s", page);
	printf("\n%s\n", page);
	RUN_SUITE(every_page);
	if (!strstr(page, "/empty/"))
		RUN_SUITE(page_with_tests);
	if (strstr(page, "/mixed/"))
		RUN_SUITE(mixed_page);
	if (strstr(page, "/hostile/"))
		RUN_SUITE(hostile_page);
}

int main(int argc, char **argv)
{
	struct greatest_report_t report;
	int i;

	if (argc < 3) {
		fputs("usage: browser-tests PROFILE PAGE...\n", stderr);
		return 2;
	}
	GREATEST_INIT();
	browser = browser_open(argv[1]);
	RUN_SUITE(the_browser);
	for (i = 2; i < argc; i++)
		check_page(argv[i]);
	browser_close(browser);
	GREATEST_PRINT_REPORT();
	greatest_get_report(&report);
	printf("%u passed, %u failed\n", report.passed, report.failed);
	return report.failed || !report.passed;
}
