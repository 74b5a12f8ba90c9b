// SPDX-License-Identifier: MIT
/*
 * Part D: lifetime, and where frames come from.
 */
#include <string.h>

#include "co/frame.h"
#include "suites.h"

/* A task on the heap that counts its cleanups outside its frame. */
static int cleanups;

static struct co_task *sleeper_body(struct co_task *self)
{
	CO_BEGIN(self);
	CO_YIELD(self);
	CO_END(self);
}

static void count_cleanup(struct co_task *self)
{
	(void)self;
	cleanups++;
}

TEST destroy_in_each_state_cleans_up_once(void)
{
	static const char *const states[] = {"created", "suspended", "done"};
	int i, resumes;

	for (i = 0; i < 3; i++) {
		struct co_task *t = co_task_create(
			sizeof(struct walker), sleeper_body, "sleeper");

		CO_CHECK(t);
		if (!t)
			FAIL();
		co_task_set_cleanup(t, count_cleanup);
		for (resumes = 0; resumes < i; resumes++)
			co_resume(t);
		co_step("destroy a task that is %s",
			co_status_name(co_task_status(t)));
		CO_CHECK_STR(states[i], co_status_name(co_task_status(t)));
		co_task_destroy(t);
		CO_CHECK_EQ(i + 1, cleanups);
	}
	co_step("destroy NULL; make a frame that is too small for its header");
	co_task_destroy(NULL);
	CO_CHECK(!co_task_create(
		sizeof(struct co_task) - 1, sleeper_body, "small"));
	PASS();
}

/* Three levels, each awaiting the next; all note when they are cleaned. */
struct level {
	struct co_task task;
	struct level *below;
	int seen;
};

static const char *order[3];
static int ordered;

static struct co_task *level_body(struct co_task *self)
{
	struct level *l = co_frame(self, struct level);

	CO_BEGIN(self);
	if (l->below) {
		CO_AWAIT(self, co_task_await(&l->below->task));
		l->seen = co_awaited(self);
	} else {
		CO_YIELD(self);
	}
	CO_END(self);
}

static void note_cleanup(struct co_task *self)
{
	if (ordered < 3)
		order[ordered] = self->name;
	ordered++;
}

static void level_init(struct level *l, struct level *below, const char *name)
{
	l->below = below;
	l->seen = 1;
	co_task_init(&l->task, level_body, name);
	co_task_set_cleanup(&l->task, note_cleanup);
}

TEST kill_ends_innermost_first_and_wakes_parent(void)
{
	struct level outer, middle, inner;
	int err;

	level_init(&inner, NULL, "inner");
	level_init(&middle, &inner, "middle");
	level_init(&outer, &middle, "outer");
	co_step("outer awaits middle, middle awaits inner, inner is suspended");
	co_resume(&outer.task);
	co_step("kill middle");
	err = co_task_kill(&middle.task, -EOWNERDEAD);
	CO_CHECK_EQ(0, err);
	CO_CHECK_STATUS(CO_KILLED, &inner.task);
	CO_CHECK_STATUS(CO_KILLED, &middle.task);
	CO_CHECK_EQ(3, ordered);
	CO_CHECK_STR("inner", order[0]);
	CO_CHECK_STR("middle", order[1]);
	co_step("its body does not go on; outer does, with the error");
	CO_CHECK_EQ(1, middle.seen);
	CO_CHECK_EQ(-EOWNERDEAD, outer.seen);
	CO_CHECK_STATUS(CO_DONE, &outer.task);
	co_step("kill it again: it has ended, nothing changes");
	err = co_task_kill(&middle.task, -EIO);
	CO_CHECK_EQ(0, err);
	CO_CHECK_EQ(-EOWNERDEAD, middle.task.error);
	CO_CHECK_EQ(3, ordered);
	PASS();
}

TEST frames_of_all_sizes_are_aligned_and_separate(void)
{
	static unsigned char *frames[200];
	size_t size, i, n;

	for (n = 0; n < 200; n++) {
		size = 1 + n * 13;
		frames[n] = co_frame_alloc(size);
		CO_CHECK(frames[n]);
		if (!frames[n])
			FAIL();
		CO_CHECK_EQ(0, (uintptr_t)frames[n] % 16);
		memset(frames[n], (int)n, size);
	}
	co_step("every frame still holds what was written into it");
	for (n = 0; n < 200; n++) {
		size = 1 + n * 13;
		for (i = 0; i < size && frames[n][i] == n; i++)
			;
		CO_CHECK_EQ(size, i);
		co_frame_free(frames[n], size);
	}
	co_step("no size, no frame; freeing NULL is fine");
	CO_CHECK(!co_frame_alloc(0));
	co_frame_free(NULL, 64);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(destroy_in_each_state_cleans_up_once);
	RUN_TEST(kill_ends_innermost_first_and_wakes_parent);
	RUN_TEST(frames_of_all_sizes_are_aligned_and_separate);
}
