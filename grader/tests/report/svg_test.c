// SPDX-License-Identifier: MIT
/* What comes through from a drawing, and what does not. */
#include <stdlib.h>

#include "report/svg.h"
#include "report_test.h"

static char *clean(const char *svg)
{
	return svg_clean(svg, strlen(svg), "p", "label");
}

/* The drawing with @inside in it, cleaned, without what stands around it. */
static char *inner(const char *inside)
{
	char svg[4096], *drawing, *end, *kept;

	snprintf(svg, sizeof(svg), "<svg>%s</svg>", inside);
	drawing = clean(svg);
	if (!drawing)
		return NULL;
	end = strrchr(drawing, '<');
	*end = '\0';
	kept = strdup(strchr(drawing, '>') + 1);
	free(drawing);
	return kept;
}

static enum greatest_test_res becomes(const char *from, const char *to)
{
	char *actual = inner(from);

	ASSERT_NEQm(from, NULL, actual);
	ASSERT_STR_EQm(from, to, actual);
	free(actual);
	PASS();
}

TEST svg_shapes_and_text_stay(void)
{
	CHECK_CALL(becomes("<g transform=\"scale(1 1) rotate(0)\">"
			   "<text x=\"1\">a &amp; b</text></g>",
		"<g transform=\"scale(1 1) rotate(0)\">"
		"<text x=\"1\">a &amp; b</text></g>"));
	CHECK_CALL(becomes("<path d='M0,0' stroke='currentColor'/>",
		"<path d=\"M0,0\" stroke=\"currentColor\"></path>"));
	PASS();
}

TEST svg_scripts_styles_and_foreign_markup_go(void)
{
	CHECK_CALL(becomes("<script>alert(1)</script><g/>", "<g></g>"));
	CHECK_CALL(becomes("<style>*{}</style>", ""));
	CHECK_CALL(becomes("<foreignObject><g><b/></g></foreignObject>", ""));
	CHECK_CALL(becomes("<image href=\"x\"/><use href=\"#a\"/>", ""));
	CHECK_CALL(becomes("<animate attributeName=\"d\"/>", ""));
	PASS();
}

TEST svg_links_go_and_what_they_hold_stays(void)
{
	CHECK_CALL(becomes("<a href=\"javascript:x\"><text>t</text></a>",
		"<g><text>t</text></g>"));
	PASS();
}

TEST svg_attributes_off_the_list_go(void)
{
	CHECK_CALL(becomes("<g onclick=\"x\" style=\"y\" class=\"z\" "
			   "xlink:href=\"u\" fill=\"none\"/>",
		"<g fill=\"none\"></g>"));
	PASS();
}

TEST svg_references_stay_inside_the_drawing(void)
{
	CHECK_CALL(becomes("<path id=\"a\" marker-end=\"url(#tip)\"/>",
		"<path id=\"p-a\" marker-end=\"url(#p-tip)\"></path>"));
	CHECK_CALL(becomes("<path fill=\"url(http://x/)\" "
			   "stroke=\"url(#a) url(b)\"/>",
		"<path></path>"));
	CHECK_CALL(becomes("<g id=\"a b\"/>", "<g></g>"));
	PASS();
}

TEST svg_entities_cannot_hide_markup(void)
{
	CHECK_CALL(becomes("<text>&#60;b&#x3e;&#x202e;&#1;&nbsp;</text>",
		"<text>&lt;b&gt;&lt;U+202E&gt;&amp;nbsp;</text>"));
	CHECK_CALL(becomes("<g fill=\"&quot; onload=&quot;x\"/>",
		"<g fill=\"&quot; onload=&quot;x\"></g>"));
	PASS();
}

TEST svg_that_is_not_well_formed_is_refused(void)
{
	static const char *const bad[] = {"", "text", "<svg>",
		"<svg></g></svg>", "<svg><g></svg>", "<svg><g x=1/></svg>",
		"<svg><g x=\"1></svg>", "<g></g>", "<svg></svg><svg></svg>",
		"<svg></svg><script/>", "<svg><svg></svg></svg>",
		"<svg><![CDATA[<script>]]></svg>", "<svg><!-- </svg>",
		"<svg/ >", "<svg>< g/></svg>"};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ASSERT_EQm(bad[i], NULL, clean(bad[i]));
	ASSERT_EQ(NULL, svg_clean("<svg>\0</svg>", 12, "p", "label"));
	PASS();
}

TEST svg_that_is_too_deep_is_refused(void)
{
	char deep[4096] = "<svg>";
	int i;

	for (i = 0; i < 200; i++)
		strcat(deep, "<g>");
	for (i = 0; i < 200; i++)
		strcat(deep, "</g>");
	strcat(deep, "</svg>");
	ASSERT_EQ(NULL, clean(deep));
	PASS();
}

TEST svg_preamble_and_comments_go(void)
{
	char *drawing = clean("<?xml version=\"1.0\"?><!DOCTYPE svg>\n"
			      "<svg><!-- <b> --><g/></svg>\n");

	ASSERT_NEQ(NULL, drawing);
	ASSERT_STR_EQ("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
		      "aria-label=\"label\"><g></g></svg>",
		drawing);
	free(drawing);
	PASS();
}

SUITE(svg_suite)
{
	RUN_TEST(svg_shapes_and_text_stay);
	RUN_TEST(svg_scripts_styles_and_foreign_markup_go);
	RUN_TEST(svg_links_go_and_what_they_hold_stays);
	RUN_TEST(svg_attributes_off_the_list_go);
	RUN_TEST(svg_references_stay_inside_the_drawing);
	RUN_TEST(svg_entities_cannot_hide_markup);
	RUN_TEST(svg_that_is_not_well_formed_is_refused);
	RUN_TEST(svg_that_is_too_deep_is_refused);
	RUN_TEST(svg_preamble_and_comments_go);
}
