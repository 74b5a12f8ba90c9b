// SPDX-License-Identifier: MIT
/* Find a failure in a file that the explorer's --result has written. */
#include <ctype.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw.h"

enum {
	MAX_SIZE = 64 << 20
};

/* The whole of a regular file, terminated; NULL: trace_open() says why not. */
static char *read_whole(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	char *bytes = NULL;
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= MAX_SIZE)
		bytes = calloc((size_t)st.st_size + 1, 1);
	if (bytes)
		n = read(fd, bytes, (size_t)st.st_size);
	close(fd);
	if (n < 0) {
		free(bytes);
		return NULL;
	}
	return bytes;
}

static bool is_failure(const char *line)
{
	json_t *root = json_loads(
		line, JSON_DISABLE_EOF_CHECK | JSON_DECODE_INT_AS_REAL, NULL);
	const char *verdict = json_string_value(
		json_object_get(root, "verdict"));
	bool failed = verdict && (!strcmp(verdict, "failed") ||
					 !strcmp(verdict, "crashed"));

	json_decref(root);
	return failed;
}

char *draw_schedule_load(const char *path)
{
	char *bytes = read_whole(path);
	char *line = bytes;
	char *found;

	while (line && isspace((unsigned char)*line))
		line++;
	if (!line || *line != '{') {
		free(bytes);
		return NULL;
	}
	/* One line a test: the first that failed, or else the first. */
	for (found = line; found && !is_failure(found);) {
		found = strchr(found, '\n');
		found = found && found[1] ? found + 1 : NULL;
	}
	found = strdup(found ? found : line);
	free(bytes);
	return found;
}
