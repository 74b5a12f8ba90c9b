/* SPDX-License-Identifier: MIT */
/*
 * A drawing from a file into the page.
 *
 * Only what is on a list comes through: shapes, text and how they are painted.
 * No script, style, link, animation, foreign markup or reference to anything
 * outside the drawing does, whatever the file holds. Ids get a prefix, so that
 * two drawings in a page do not meet.
 */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stddef.h>

/*
 * The drawing in @svg (@size bytes and a NUL) as markup for free(), with
 * @prefix before its ids and @label as what a screen reader says; NULL when it
 * is no well-formed drawing.
 */
char *svg_clean(
	const char *svg, size_t size, const char *prefix, const char *label);

#endif
