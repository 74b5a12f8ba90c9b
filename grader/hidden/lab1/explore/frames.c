// SPDX-License-Identifier: MIT
/*
 * Part D on every schedule: frames that one thread makes and another frees.
 */
#include <pthread.h>

#include "co/check.h"
#include "co/frame.h"
#include "explore.h"

enum {
	SIZE = 200,
	FRAMES = 3
};

static void *free_all(void *arg)
{
	unsigned char **frames = arg;
	int i;

	for (i = 0; i < FRAMES; i++) {
		CO_CHECK_EQ(i, frames[i][SIZE - 1]);
		co_frame_free(frames[i], SIZE);
	}
	return NULL;
}

static void alloc_all(unsigned char **frames, int mark)
{
	int i;

	for (i = 0; i < FRAMES; i++) {
		frames[i] = co_frame_alloc(SIZE);
		CO_CHECK(frames[i]);
		frames[i][SIZE - 1] = (unsigned char)(i + mark);
	}
}

static void frames_freed_elsewhere_are_never_given_out_twice(void)
{
	unsigned char *there[FRAMES];
	unsigned char *here[FRAMES];
	pthread_t thread;
	int i;

	alloc_all(there, 0);
	co_step("another thread frees frames and ends while we make new ones");
	pthread_create(&thread, NULL, free_all, there);
	alloc_all(here, 100);
	pthread_join(thread, NULL);
	alloc_all(there, 0);
	for (i = 0; i < FRAMES; i++) {
		CO_CHECK_EQ(100 + i, here[i][SIZE - 1]);
		CO_CHECK_EQ(i, there[i][SIZE - 1]);
		co_frame_free(here[i], SIZE);
		co_frame_free(there[i], SIZE);
	}
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(frames_freed_elsewhere_are_never_given_out_twice),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
