/* SPDX-License-Identifier: MIT */
/*
 * Files that appear whole or not at all.
 */
#ifndef REPORT_FILE_H
#define REPORT_FILE_H

#include <stdio.h>

struct new_file {
	FILE *out;
	char *path; /* what it will be called */
	char *temp; /* what it is called until then */
};

/*
 * Start to write @path, beside what is there.
 *
 * Returns: 0, and then file_end() must follow; -errno, with *@why a sentence
 *          for free().
 */
int file_begin(struct new_file *f, const char *path, char **why);

/*
 * Put the file in its place if @error is 0 and every write succeeded; else
 * remove it.
 *
 * Returns: 0; @error, or the -errno of what failed, with *@why as above.
 */
int file_end(struct new_file *f, int error, char **why);

/*
 * The whole of the regular file @path, NUL after it, for free(). A link in
 * place of the file, or more than @max bytes, are refused.
 *
 * Returns: 0; -errno, with *@data NULL.
 */
int file_load(const char *path, size_t max, char **data, size_t *size);

/*
 * The same of the file @name in folder @dir; a name that leaves the folder is
 * refused too.
 */
int file_read(const char *dir, const char *name, size_t max, char **data,
	size_t *size);

/* The way from folder @from to folder @to, "../..", for free(); or NULL. */
char *file_way(const char *from, const char *to);

#endif
