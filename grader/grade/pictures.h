/* SPDX-License-Identifier: MIT */
/* The graphs of a grading's tests, from the traces that it kept. */
#ifndef GRADE_PICTURES_H
#define GRADE_PICTURES_H

#include "grade.h"

/*
 * Draw the tests that passed, or those that did not, into the report's folder:
 * graphs/labN.NAME.svg, graphs/labN.NAME.diff.svg where the reference's run is
 * there to compare with, and traces/labN.NAME.json for Perfetto. Sets graph,
 * diff and chrome of each that was drawn. What cannot be drawn is left out: no
 * verdict hangs on a picture.
 */
void pictures_draw(struct context *c, struct grading *g, bool passed);

#endif
