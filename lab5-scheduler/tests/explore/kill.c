// SPDX-License-Identifier: MIT
/*
 * Your task manager under the explorer: a kill and the end of a task meet in
 * every way that two threads can. A failure names the schedule.
 */
#include "../managing.h"
#include "explore.h"

/* The kill comes before the task, while it runs, as it ends, or after it. */
static void kill_and_end_agree_on_the_outcome(void)
{
	CO_ATOMIC(int) released = 0;
	const struct co_managed_options options = {
		.keep = true,
		.data = &released,
		.release = count_release,
	};
	struct co_managed_info info = {.status = CO_RUNNING};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = NULL;
	struct co_manager *m;
	uint64_t id;
	int err;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	m = make_manager(co_looper_executor(l));
	id = add_nest(m, &notes, 1, 0, &options);
	err = co_manager_kill(m, id);
	CO_CHECK(err == 0 || err == -EALREADY);
	co_manager_wait(m);
	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	CO_CHECK_EQ(err ? CO_DONE : CO_KILLED, info.status);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	CO_CHECK_EQ(1, released);
	co_looper_destroy(l);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(kill_and_end_agree_on_the_outcome),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
