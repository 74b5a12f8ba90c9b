// SPDX-License-Identifier: MIT
/*
 * Part F: async stacks.
 */
#include <stdlib.h>

#include "co/stack.h"
#include "suites.h"

/* root awaits branch, branch awaits leaf; the leaf looks up, then waits. */
struct node {
	struct co_task task;
	struct node *below;
	int await_line;
};

static struct co_stack_frame seen[4];
static size_t seen_tasks;

static struct co_task *node_body(struct co_task *self)
{
	struct node *n = co_frame(self, struct node);

	CO_BEGIN(self);
	if (n->below) {
		n->await_line = __LINE__ + 1;
		CO_TRY(self, co_task_await(&n->below->task));
	} else {
		seen_tasks = co_stack_walk(co_current(), seen, 4);
		n->await_line = __LINE__ + 1;
		CO_YIELD(self);
	}
	CO_END(self);
}

static void node_init(struct node *n, struct node *below, const char *name)
{
	n->below = below;
	co_task_init(&n->task, node_body, name);
}

TEST stack_walk_names_all_that_await_up_to_root(void)
{
	struct node root, branch, leaf;
	size_t n;

	node_init(&leaf, NULL, "leaf");
	node_init(&branch, &leaf, "branch");
	node_init(&root, &branch, "root");
	co_step("root awaits branch, branch awaits leaf; leaf walks its stack");
	co_resume(&root.task);
	CO_CHECK_EQ(3, seen_tasks);
	CO_CHECK_STR("leaf", seen[0].name);
	CO_CHECK_EQ(CO_RUNNING, seen[0].status);
	CO_CHECK_STR("branch", seen[1].name);
	CO_CHECK_EQ(CO_SUSPENDED, seen[1].status);
	CO_CHECK_EQ(branch.await_line, seen[1].line);
	CO_CHECK_STR("root", seen[2].name);
	CO_CHECK(seen[2].task == &root.task);
	CO_CHECK_EQ(root.await_line, seen[2].line);
	co_step("from outside, with room for one entry, and for none");
	seen[1].name = "untouched";
	n = co_stack_walk(&branch.task, seen, 1);
	CO_CHECK_EQ(2, n);
	CO_CHECK_STR("branch", seen[0].name);
	CO_CHECK_STR("untouched", seen[1].name);
	n = co_stack_walk(&leaf.task, NULL, 0);
	CO_CHECK_EQ(3, n);
	PASS();
}

TEST stack_print_looks_like_a_backtrace(void)
{
	struct node root, leaf, idle;
	char expected[512];
	char *text = NULL;
	size_t size;
	FILE *out;
	int err;

	node_init(&leaf, NULL, "leaf");
	node_init(&root, &leaf, "root");
	node_init(&idle, NULL, "idle");
	co_resume(&root.task);
	out = open_memstream(&text, &size);
	CO_CHECK(out);
	if (!out)
		FAIL();
	co_step("print the stack of a leaf, then of a task that never ran");
	err = co_stack_print(out, &leaf.task);
	CO_CHECK_EQ(0, err);
	err = co_stack_print(out, &idle.task);
	CO_CHECK_EQ(0, err);
	fclose(out);
	snprintf(expected, sizeof(expected),
		"#0 leaf (%s:%d) suspended\n#1 root (%s:%d) suspended\n"
		"#0 idle (not started) created\n",
		__FILE__, leaf.await_line, __FILE__, root.await_line);
	CO_CHECK_STR(expected, text);
	free(text);
	PASS();
}

SUITE(part_f)
{
	RUN_TEST(stack_walk_names_all_that_await_up_to_root);
	RUN_TEST(stack_print_looks_like_a_backtrace);
}
