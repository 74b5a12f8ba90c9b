// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "grade.h"
#include "hints.h"

int hints_print(int number, const char *name, int step)
{
	static const char *const kinds[RUBRIC_HINTS] = {
		"the concept", "the place", "the step"};
	const struct rubric_lab *lab = rubric_lab(number);
	const struct rubric_test *t = rubric_test(lab, name);
	int i, last = step ? step : 1;

	printf("lab%d.%s\n  %s\n  read %s/README.md, %s\n", number, name,
		t->property, lab->folder, t->section);
	for (i = 0; i < last; i++)
		printf("  %d, %s: %s\n", i + 1, kinds[i], t->hints[i]);
	if (last < RUBRIC_HINTS)
		printf("  more: grade hint lab%d.%s --step %d\n", number, name,
			last + 1);
	return EXIT_GRADED;
}
