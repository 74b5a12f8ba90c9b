/* SPDX-License-Identifier: MIT */
/*
 * Six labs with the same eight tests, 100 points each: 70 public, 30 not. And
 * one with a challenge: three tests with points, three without.
 */
#ifndef REPORT_TESTS_RUBRIC_FIXTURE_H
#define REPORT_TESTS_RUBRIC_FIXTURE_H

#include "rubric/rubric.h"

extern const struct rubric_lab rubric_fixture[RUBRIC_LABS];
extern const struct rubric_lab rubric_with_challenge;

#endif
