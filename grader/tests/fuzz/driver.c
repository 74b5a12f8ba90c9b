// SPDX-License-Identifier: MIT
/*
 * Runs a fuzzing target without a fuzzer: inputs put together from its words
 * and changed here and there, the same ones every time.
 *
 *	NAME RUNS           that many inputs
 *	NAME --seeds DIR    write the target's seeds there, for libFuzzer
 *	NAME FILE           one input, as a fuzzer left it
 */
#include "fuzz.h"

#include <string.h>

enum {
	LONGEST = 16384,
	WORDS = 24, /* at most, in one input; sometimes repeated */
};

static uint64_t state = 88172645463325252u;

static unsigned below(size_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 11) % n);
}

static size_t count(const char *const *strings)
{
	size_t n = 0;

	while (strings[n])
		n++;
	return n;
}

static size_t append(char *to, size_t size, const char *text)
{
	size_t n = strlen(text);

	if (n > LONGEST - size)
		n = LONGEST - size;
	memcpy(to + size, text, n);
	return size + n;
}

static size_t put_together(char *to)
{
	const char *word;
	size_t size = 0;
	unsigned i, repeat;

	/* The first byte says how it is cut into pieces. */
	to[size++] = (char)below(256);
	if (below(2))
		size = append(to, size, fuzz_seeds[below(count(fuzz_seeds))]);
	for (i = below(WORDS); i; i--) {
		word = fuzz_words[below(count(fuzz_words))];
		repeat = below(64) ? 1 : below(500);
		for (; repeat; repeat--)
			size = append(to, size, word);
	}
	return size;
}

/* Change, take away or double a few bytes. */
static size_t spoil(char *data, size_t size)
{
	unsigned times = below(4);
	size_t at;

	while (times-- && size > 1 && size < LONGEST) {
		at = below(size);
		switch (below(3)) {
		case 0:
			data[at] = (char)below(256);
			break;
		case 1:
			memmove(data + at, data + at + 1, size - at - 1);
			size--;
			break;
		default:
			memmove(data + at + 1, data + at, size - at);
			size++;
		}
	}
	return size;
}

static int run_many(long runs)
{
	char *data;
	size_t size;
	long i;

	for (i = 0; i < runs; i++) {
		/* Its own memory, so that a byte too far is noticed. */
		static char made[LONGEST];

		size = spoil(made, put_together(made));
		data = malloc(size);
		if (!data)
			return 1;
		memcpy(data, made, size);
		LLVMFuzzerTestOneInput((uint8_t *)data, size);
		free(data);
	}
	printf("%ld inputs\n", runs);
	return 0;
}

static int write_seeds(const char *folder)
{
	char path[4096];
	FILE *file;
	int i;

	for (i = 0; fuzz_seeds[i]; i++) {
		snprintf(path, sizeof(path), "%s/seed-%d", folder, i);
		file = fopen(path, "w");
		if (!file ||
			fprintf(file, "%c%s", 'a' + i, fuzz_seeds[i]) < 0 ||
			fclose(file)) {
			perror(path);
			return 1;
		}
	}
	return 0;
}

static int run_file(const char *path)
{
	static char data[1 << 20];
	FILE *file = fopen(path, "r");
	size_t size;

	if (!file) {
		perror(path);
		return 1;
	}
	size = fread(data, 1, sizeof(data), file);
	fclose(file);
	return LLVMFuzzerTestOneInput((uint8_t *)data, size);
}

int main(int argc, char **argv)
{
	char *end;
	long runs;

	if (argc == 3 && !strcmp(argv[1], "--seeds"))
		return write_seeds(argv[2]);
	if (argc != 2) {
		fprintf(stderr, "usage: %s RUNS | FILE | --seeds DIR\n",
			argv[0]);
		return 2;
	}
	runs = strtol(argv[1], &end, 10);
	return *end ? run_file(argv[1]) : run_many(runs);
}
