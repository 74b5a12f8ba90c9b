// SPDX-License-Identifier: MIT
/*
 * Part B: awaiting a child, and the final suspension.
 */
#include <stdlib.h>

#include "suites.h"

/* A parent that awaits one child and looks at what came of it. */
struct parent {
	struct co_task task;
	struct walker child;
	bool try; /* CO_TRY instead of CO_AWAIT */
	int seen; /* the await's result; 1 while there is none */
};

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *p = co_frame(self, struct parent);

	CO_BEGIN(self);
	if (p->try) {
		CO_TRY(self, co_task_await(&p->child.task));
	} else {
		CO_AWAIT(self, co_task_await(&p->child.task));
	}
	p->seen = co_awaited(self);
	CO_END(self);
}

static void parent_init(struct parent *p, int yields, int error, bool try)
{
	p->try = try;
	p->seen = 1;
	walker_init(&p->child, "child", yields, error);
	co_task_init(&p->task, parent_body, "parent");
}

TEST await_of_child_runs_it_and_goes_on(void)
{
	struct parent p;

	co_step("resume a parent whose child stops once on its way");
	parent_init(&p, 1, 0, false);
	co_resume(&p.task);
	CO_CHECK_EQ(1, p.child.runs);
	CO_CHECK_STATUS(CO_SUSPENDED, &p.child.task);
	CO_CHECK_STATUS(CO_SUSPENDED, &p.task);
	CO_CHECK_EQ(1, p.seen);
	co_step("resume the child: when it ends, the parent goes on");
	co_resume(&p.child.task);
	CO_CHECK_EQ(2, p.child.runs);
	CO_CHECK_STATUS(CO_DONE, &p.child.task);
	CO_CHECK_EQ(0, p.seen);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	CO_CHECK(!co_current());
	PASS();
}

TEST await_of_failing_child_delivers_error(void)
{
	struct parent p;

	co_step("CO_AWAIT: the parent looks at the error and goes on");
	parent_init(&p, 0, -EIO, false);
	co_resume(&p.task);
	CO_CHECK_EQ(-EIO, p.seen);
	CO_CHECK_STATUS(CO_DONE, &p.task);
	co_step("CO_TRY: the parent ends with the child's error");
	parent_init(&p, 1, -EIO, true);
	co_resume(&p.task);
	co_resume(&p.child.task);
	CO_CHECK_EQ(1, p.seen);
	CO_CHECK_STATUS(CO_FAILED, &p.task);
	CO_CHECK_EQ(-EIO, p.task.error);
	PASS();
}

/* A chain: each link awaits the next; the last says where its stack is. */
struct link {
	struct co_task task;
	struct link *next;
};

static char *stack_of_last;

static struct co_task *link_body(struct co_task *self)
{
	struct link *l = co_frame(self, struct link);

	CO_BEGIN(self);
	if (l->next)
		CO_TRY(self, co_task_await(&l->next->task));
	else
		stack_of_last = __builtin_frame_address(0);
	CO_END(self);
}

/* Bytes of stack between this function and the last of @n links. */
static long run_chain(struct link *links, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		links[i].next = i + 1 < n ? &links[i + 1] : NULL;
		co_task_init(&links[i].task, link_body, "link");
	}
	stack_of_last = NULL;
	co_resume(&links[0].task);
	CO_CHECK_STATUS(CO_DONE, &links[0].task);
	return labs((long)((char *)__builtin_frame_address(0) - stack_of_last));
}

enum {
	CHAIN = 1000000,
	SMALL_STACK = 64 * 1024
};

static void chain_of_a_million(void *arg)
{
	struct link *links = arg;
	long one, ten;

	co_step("how deep is the stack in a chain of 1, and of 10?");
	one = run_chain(links, 1);
	ten = run_chain(links, 10);
	CO_CHECK_EQ(one, ten);
	if (co_check_has_failed())
		return;
	co_step("a chain of 1,000,000 awaits in 64 KiB of stack");
	CO_CHECK_EQ(one, run_chain(links, CHAIN));
}

TEST await_chain_of_million_fits_small_stack(void)
{
	struct link *links = malloc(CHAIN * sizeof(*links));

	CO_CHECK(links);
	if (links)
		run_in_thread(chain_of_a_million, links, SMALL_STACK);
	free(links);
	PASS();
}

/* Awaits @rounds children that end at once, one after the other. */
struct looper {
	struct co_task task;
	struct link child;
	long rounds;
	char *first; /* where the first child's stack was */
	long grown;
};

static struct co_task *looper_body(struct co_task *self)
{
	struct looper *l = co_frame(self, struct looper);

	CO_BEGIN(self);
	for (; l->rounds; l->rounds--) {
		l->child.next = NULL;
		co_task_init(&l->child.task, link_body, "child");
		CO_TRY(self, co_task_await(&l->child.task));
		if (!l->first)
			l->first = stack_of_last;
		if (stack_of_last == l->first)
			continue;
		l->grown = labs((long)(l->first - stack_of_last));
		return co_finish(self, -EOVERFLOW);
	}
	CO_END(self);
}

static void loop_of_ten_million(void *arg)
{
	struct looper *l = arg;

	co_task_init(&l->task, looper_body, "looper");
	co_resume(&l->task);
	CO_CHECK_EQ(0, l->grown);
	CO_CHECK_STATUS(CO_DONE, &l->task);
	CO_CHECK_EQ(0, l->rounds);
}

/* The thread sanitizer takes too long over ten million. */
#ifdef __SANITIZE_THREAD__
enum {
	ROUNDS = 1000000
};
#else
enum {
	ROUNDS = 10000000
};
#endif

TEST await_loop_of_children_never_grows_stack(void)
{
	struct looper l = {.rounds = ROUNDS};

	co_step("await %d children, one after the other, that end at once",
		ROUNDS);
	run_in_thread(loop_of_ten_million, &l, SMALL_STACK);
	PASS();
}

SUITE(part_b)
{
	RUN_TEST(await_of_child_runs_it_and_goes_on);
	RUN_TEST(await_of_failing_child_delivers_error);
	RUN_TEST(await_chain_of_million_fits_small_stack);
	RUN_TEST(await_loop_of_children_never_grows_stack);
}
