// SPDX-License-Identifier: MIT
/*
 * Part F, hidden: stacks over threads and generators, and streams that are
 * full.
 */
#include "co/generator.h"
#include "co/stack.h"
#include "hidden.h"

static struct co_stack_frame seen[8];
static size_t seen_tasks;

static struct co_task *looker_body(struct co_task *self)
{
	CO_BEGIN(self);
	seen_tasks = co_stack_walk(co_current(), seen, 8);
	CO_YIELD(self);
	CO_END(self);
}

static void *run_hand(void *arg)
{
	CO_CHECK_EQ(1, hand_run(arg));
	return NULL;
}

TEST stack_walk_crosses_threads(void)
{
	struct hand h;
	struct co_task looker;
	struct parent middle, root;
	pthread_t thread;
	size_t n;

	hand_init(&h, "elsewhere");
	co_task_init(&looker, looker_body, "looker");
	looker.executor = &h.executor;
	parent_init(&middle, "middle", &looker);
	parent_init(&root, "root", &middle.task);
	co_step("root and middle wait here; their child runs on a thread");
	co_resume(&root.task);
	pthread_create(&thread, NULL, run_hand, &h);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(3, seen_tasks);
	CO_CHECK_STR("looker", seen[0].name);
	CO_CHECK_EQ(CO_RUNNING, seen[0].status);
	CO_CHECK_STR("middle", seen[1].name);
	CO_CHECK_STR("root", seen[2].name);
	CO_CHECK(seen[2].line > 0);
	co_step("the child ends: nobody awaits it any more");
	co_task_kill(&looker, -EIO);
	CO_CHECK_EQ(-EIO, middle.seen);
	n = co_stack_walk(&looker, seen, 8);
	CO_CHECK_EQ(1, n);
	CO_CHECK_EQ(CO_FAILED, seen[0].status);
	PASS();
}

/* Consumes a generator that looks at its own stack. */
struct consumer {
	struct co_task task;
	struct co_task *generator;
	int first, second;
};

static struct co_task *consumer_body(struct co_task *self)
{
	struct consumer *c = co_frame(self, struct consumer);

	CO_BEGIN(self);
	CO_AWAIT(self, co_generator_await(c->generator));
	c->first = co_awaited(self);
	CO_AWAIT(self, co_generator_await(c->generator));
	c->second = co_awaited(self);
	CO_END(self);
}

TEST stack_walk_names_consumer_of_generator(void)
{
	struct co_task generator;
	struct consumer c = {.generator = &generator};

	co_task_init(&generator, looker_body, "generator");
	co_task_init(&c.task, consumer_body, "consumer");
	co_resume(&c.task);
	CO_CHECK_EQ(2, seen_tasks);
	CO_CHECK_STR("generator", seen[0].name);
	CO_CHECK_STR("consumer", seen[1].name);
	CO_CHECK_EQ(1, c.first);
	CO_CHECK_EQ(0, c.second);
	PASS();
}

TEST stack_print_tells_when_stream_is_full(void)
{
	static const char full[] = "/dev/full";
	struct walker w;
	FILE *out = fopen(full, "w");
	int err;

	if (!out)
		SKIPm("there is no /dev/full");
	setvbuf(out, NULL, _IONBF, 0);
	walker_init(&w, "printed", 1, 0);
	co_resume(&w.task);
	co_step("print to %s", full);
	err = co_stack_print(out, &w.task);
	CO_CHECK_EQ(-EIO, err);
	fclose(out);
	PASS();
}

SUITE(hidden_f)
{
	RUN_TEST(stack_walk_crosses_threads);
	RUN_TEST(stack_walk_names_consumer_of_generator);
	RUN_TEST(stack_print_tells_when_stream_is_full);
}
