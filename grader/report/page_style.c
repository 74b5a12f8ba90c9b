// SPDX-License-Identifier: MIT
/*
 * The style and the script of the page, from files of their own. Each is a raw
 * string literal, which GCC takes in GNU C, so that they read as what they are.
 */
#include "page.h"

/* clang-format off */
const char page_style[] =
#include "page.css"
;

const char page_script[] =
#include "page.js"
;
/* clang-format on */
