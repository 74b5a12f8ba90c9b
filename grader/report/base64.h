/* SPDX-License-Identifier: MIT */
/* Base64 (RFC 4648), in one line. */
#ifndef REPORT_BASE64_H
#define REPORT_BASE64_H

#include <stddef.h>
#include <stdio.h>

void base64_put(FILE *out, const void *data, size_t size);

#endif
