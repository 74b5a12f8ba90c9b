// SPDX-License-Identifier: MIT
/* The files beside a page that the fixture's gradings name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/* A drawing as the grader makes them; in the hostile one, what never does. */
static const char drawing[] =
	"<svg id=\"g\" class=\"co-graph\" width=\"320pt\" height=\"120pt\" "
	"viewBox=\"0 0 320 120\" xmlns=\"http://www.w3.org/2000/svg\">\n"
	"<defs><marker id=\"tip\" markerWidth=\"6\" markerHeight=\"6\" "
	"refX=\"5\" refY=\"3\" orient=\"auto\"><path d=\"M0,0L6,3L0,6z\" "
	"fill=\"currentColor\"/></marker></defs>\n"
	"<g><title>main awaits worker</title>\n"
	"<ellipse fill=\"none\" stroke=\"currentColor\" cx=\"70\" cy=\"60\" "
	"rx=\"50\" ry=\"22\"/><text x=\"70\" y=\"64\" text-anchor=\"middle\" "
	"fill=\"currentColor\" font-size=\"14\">main</text>\n"
	"<ellipse fill=\"none\" stroke=\"currentColor\" cx=\"250\" cy=\"60\" "
	"rx=\"50\" ry=\"22\"/><text x=\"250\" y=\"64\" text-anchor=\"middle\" "
	"fill=\"currentColor\" font-size=\"14\">worker</text>\n"
	"<path fill=\"none\" stroke=\"currentColor\" d=\"M120,60L198,60\" "
	"marker-end=\"url(#tip)\"/></g>\n</svg>\n";

static const char hostile_drawing[] =
	"<?xml version=\"1.0\"?><!DOCTYPE svg>\n"
	"<svg width=\"9999pt\" height=\"50pt\" viewBox=\"0 0 100 50\" "
	"onload=\"document.title='owned'\">\n"
	"<script>document.title='owned'</script>"
	"<style>*{display:none}</style>"
	"<image href=\"http://127.0.0.1:9/x.png\"/>"
	"<foreignObject><iframe src=\"http://127.0.0.1:9/\"></iframe>"
	"</foreignObject>"
	"<a href=\"javascript:document.title='owned'\"><text x=\"5\" y=\"20\" "
	"style=\"color:red\" onclick=\"document.title='owned'\">"
	"&lt;script&gt;document.title=&apos;owned&apos;&lt;/script&gt;"
	"\xff&#x202e;&#1;]]&gt;</text></a>"
	"<rect fill=\"url(http://127.0.0.1:9/)\" width=\"5\" height=\"5\"/>"
	"</svg>\n";

static void write_file(const char *dir, const char *name, const char *text)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	out = fopen(path, "w");
	if (!out || fputs(text, out) == EOF || fclose(out)) {
		perror(path);
		exit(1);
	}
}

void fixture_files(const struct grading *g, const char *dir)
{
	size_t i;

	for (i = 0; g->lab_count && i < g->labs[0].test_count; i++) {
		const struct test_result *t = &g->labs[0].tests[i];
		bool hostile = t->message == fixture_hostile;

		if (t->graph && !strchr(t->graph, '/') &&
			!strchr(t->graph, ':'))
			write_file(dir, t->graph,
				hostile ? hostile_drawing : drawing);
		if (t->chrome && !strchr(t->chrome, ':'))
			write_file(dir, t->chrome, "{\"traceEvents\":[]}\n");
	}
}
