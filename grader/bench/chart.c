// SPDX-License-Identifier: MIT
/*
 * The rows for timers as a chart: what one costs, among 1,000 to 1,000,000.
 * Both axes are logarithmic: O(log n) is a line that bends down, and what is
 * steeper than that pays for memory that no cache holds.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
	PANEL = 290, /* from one panel's left edge to the next one's */
	WIDTH = 230,
	HEIGHT = 280,
	LEFT = 50,
	TOP = 70,
	DECADES_X = 3, /* 10^3 to 10^6 timers */
	DECADES_Y = 4, /* 1 to 10^4 ns */
};

static const char *const panels[] = {"arm", "cancel", "fire"};

static const char head[] =
	"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 400\"\n"
	"     font-family=\"sans-serif\" font-size=\"12\">\n"
	"<style>\n"
	"svg { background: #fff; color: #222; }\n"
	".c0 { color: #c2410c; } .c1 { color: #1d4ed8; }\n"
	".c2 { color: #15803d; } .c3 { color: #7e22ce; }\n"
	".c4 { color: #0e7490; }\n"
	"@media (prefers-color-scheme: dark) {\n"
	"svg { background: #16181d; color: #ddd; }\n"
	".c0 { color: #fb923c; } .c1 { color: #93c5fd; }\n"
	".c2 { color: #86efac; } .c3 { color: #d8b4fe; }\n"
	".c4 { color: #67e8f9; }\n"
	"}\n"
	"text, circle { fill: currentColor; }\n"
	"polyline { fill: none; stroke: currentColor; stroke-width: 2; }\n"
	".c0 polyline { stroke-width: 3; }\n"
	".grid { stroke: currentColor; stroke-opacity: 0.2; }\n"
	"</style>\n";

/* How many timers the row of @panel works on; 0: it is another row. */
static double timers_of(const struct bench_row *row, const char *panel)
{
	size_t n = strlen(panel);
	const char *rest = row->name + strlen("timer-");

	if (strncmp(row->name, "timer-", strlen("timer-")) ||
		strncmp(rest, panel, n))
		return 0;
	return rest[n] == '-' ? atof(rest + n + 1) : 1e6;
}

static double x_of(int panel, double timers)
{
	return LEFT + panel * PANEL + (log10(timers) - 3) * WIDTH / DECADES_X;
}

static double y_of(double ns)
{
	double decades = fmin(fmax(log10(ns), 0), DECADES_Y);

	return TOP + HEIGHT - decades * HEIGHT / DECADES_Y;
}

static void draw_grid(FILE *out, int panel)
{
	int left = LEFT + panel * PANEL;
	int i;

	fprintf(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n",
		left, TOP - 12, panels[panel]);
	for (i = 0; i <= DECADES_X; i++) {
		double x = x_of(panel, pow(10, 3 + i));

		fprintf(out,
			"<path class=\"grid\" d=\"M%.0f %d v%d\"/>"
			"<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">"
			"%.0f</text>\n",
			x, TOP, HEIGHT, x, TOP + HEIGHT + 18, pow(10, 3 + i));
	}
	for (i = 0; i <= DECADES_Y; i++) {
		double y = y_of(pow(10, i));

		fprintf(out,
			"<path class=\"grid\" d=\"M%d %.0f h%d\"/>"
			"<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">"
			"%.0f</text>\n",
			left, y, WIDTH, left - 6, y + 4, pow(10, i));
	}
}

/* The line of contender @c, whose place is the same in every row. */
static void draw_line(
	FILE *out, int panel, int c, const struct bench_result *results, int n)
{
	const char *what = panels[panel];
	int i;

	fprintf(out, "<g class=\"c%d\"><polyline points=\"", c);
	for (i = 0; i < n; i++)
		if (timers_of(results[i].row, what) && results[i].n > c &&
			results[i].contenders[c].rounds)
			fprintf(out, "%.1f,%.1f ",
				x_of(panel, timers_of(results[i].row, what)),
				y_of(results[i].contenders[c].median));
	fprintf(out, "\"/>\n");
	for (i = 0; i < n; i++)
		if (timers_of(results[i].row, what) && results[i].n > c &&
			results[i].contenders[c].rounds)
			fprintf(out,
				"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\">"
				"<title>%s, %s: %.1f ns</title></circle>\n",
				x_of(panel, timers_of(results[i].row, what)),
				y_of(results[i].contenders[c].median),
				results[i].contenders[c].name,
				results[i].row->name,
				results[i].contenders[c].median);
	fprintf(out, "</g>\n");
}

static void draw_legend(FILE *out, const struct bench_result *r)
{
	int c;

	fprintf(out,
		"<text x=\"%d\" y=\"24\">ns for one timer, by how many "
		"there are</text>\n",
		LEFT);
	for (c = 0; c < r->n; c++)
		fprintf(out,
			"<g class=\"c%d\"><circle cx=\"%d\" cy=\"20\" r=\"5\"/>"
			"<text x=\"%d\" y=\"24\">%s</text></g>\n",
			c, 320 + 110 * c, 332 + 110 * c, r->contenders[c].name);
}

static const struct bench_result *any_timers(
	const struct bench_result *results, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strncmp(results[i].row->name, "timer-", 6))
			return &results[i];
	return NULL;
}

int bench_write_chart(
	const char *path, const struct bench_result *results, int n)
{
	const struct bench_result *first = any_timers(results, n);
	FILE *out;
	int panel;
	int c;

	if (!first)
		return 0;
	out = fopen(path, "w");
	if (!out)
		return -errno;
	fputs(head, out);
	draw_legend(out, first);
	for (panel = 0; panel < 3; panel++) {
		draw_grid(out, panel);
		/* Ours last, on top. */
		for (c = first->n - 1; c >= 0; c--)
			draw_line(out, panel, c, results, n);
	}
	fputs("</svg>\n", out);
	return fclose(out) ? -errno : 0;
}
