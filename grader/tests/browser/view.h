/* SPDX-License-Identifier: MIT */
/* A page as a reader has it before them: on a phone, in the dark, on paper. */
#ifndef BROWSER_VIEW_H
#define BROWSER_VIEW_H

#include <stdbool.h>

#include "driver.h"

enum {
	PHONE = 360,
	DESK = 1280,
};

/* Load @url afresh; @media is screen or print, @scheme light or dark. */
void view_show(struct browser *b, const char *url, int width, const char *media,
	const char *scheme);

/* From the next page on, scripts of pages run or do not. */
void view_scripts(struct browser *b, bool on);

/* The number that @script returns, or 0 and 1 for a truth value; -1: none. */
int view_number(struct browser *b, const char *script);

/* The address that an entry of the performance log asks for; NULL: none. */
json_t *view_request(const json_t *entry);

#endif
