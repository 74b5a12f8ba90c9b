/* SPDX-License-Identifier: MIT */
/* Six labs with the same eight tests, 100 points each: 70 public, 30 not. */
#ifndef REPORT_TESTS_RUBRIC_FIXTURE_H
#define REPORT_TESTS_RUBRIC_FIXTURE_H

#include "rubric/rubric.h"

extern const struct rubric_lab rubric_fixture[RUBRIC_LABS];

#endif
