// SPDX-License-Identifier: MIT
/*
 * Work stealing, explored: who is called, and what becomes of an offer when the
 * others lie down, stop, or come to the end.
 */
#include "../../../../lab5-scheduler/tests/stealing.h"
#include "world.h"

enum {
	MOST = 3
};

/* A market with some wanderers. */
struct fair {
	struct market market;
	struct meeting meeting;
	struct wanderer *members[MOST];
	int n;
};

static void fair_open(struct fair *f, unsigned contexts, int n)
{
	int i;

	*f = (struct fair){.meeting = MEETING_INITIALIZER(n), .n = n};
	market_open(&f->market, contexts, 2);
	for (i = 0; i < n; i++)
		f->members[i] = make_wanderer(&f->market);
}

static void fair_close(struct fair *f)
{
	market_close(&f->market, f->n);
}

/* The last @n come to the meeting, which is of that many. */
static void meet_last(struct fair *f, int n)
{
	int i;

	f->meeting.missing = n;
	for (i = f->n - n; i < f->n; i++)
		f->members[i]->meeting = &f->meeting;
}

static int fair_loop(struct fair *f)
{
	return co_scheduler_loop(f->market.scheduler);
}

/* Two lie on one context, and the third is brought in by the second. */
static void who_was_called_calls_the_next(void)
{
	struct fair f;

	fair_open(&f, 3, 3);
	meet_last(&f, 3);
	submit_crowd(&f.market, f.members, f.n);
	CO_CHECK_EQ(0, fair_loop(&f));
	CO_CHECK_EQ(3, f.market.fates.taken);
	fair_close(&f);
}

static void second_loop_finds_its_thieves_again(void)
{
	struct fair f;

	fair_open(&f, 2, 3);
	meet_last(&f, 2);
	submit_to_one(&f.market, &f.members[0]->task);
	CO_CHECK_EQ(0, fair_loop(&f));
	CO_CHECK_EQ(1, f.market.fates.taken);
	co_step("whatever was called at the end of the first");
	submit_crowd(&f.market, &f.members[1], 2);
	CO_CHECK_EQ(0, fair_loop(&f));
	fair_close(&f);
}

/* Posts to the contexts, counted before the other side can see them. */
static CO_ATOMIC(int) posts;
static co_post_fn *real_post;

static int counted_post(struct co_executor *executor, struct co_work *work)
{
	atomic_fetch_add(&posts, 1);
	return real_post(executor, work);
}

/* From its first step on: nothing else is posted then but calls. */
static struct co_task *lone_body(struct co_task *self)
{
	struct wanderer *f = co_frame(self, struct wanderer);

	CO_BEGIN(self);
	atomic_store(&posts, 0);
	CO_AWAIT(self, co_offer_to(&f->offer, f->market->steal));
	wanderer_arrived(f, co_awaited(self));
	CO_END(self);
}

static void one_offer_calls_one_context(void)
{
	struct fair f;
	unsigned i;

	fair_open(&f, 3, 1);
	f.members[0]->task.body = lone_body;
	real_post = co_context_executor(
		co_scheduler_context(f.market.scheduler, 0))
			    ->post;
	for (i = 0; i < 3; i++)
		co_context_executor(co_scheduler_context(f.market.scheduler, i))
			->post = counted_post;
	submit_to_one(&f.market, &f.members[0]->task);
	CO_CHECK_EQ(0, fair_loop(&f));
	co_step("one for its own context, one for the one that is called");
	CO_CHECK(posts >= 1 && posts <= 2);
	fair_close(&f);
}

static void *stop_it(void *arg)
{
	co_scheduler_stop(arg);
	return NULL;
}

static void stop_leaves_nothing_in_a_deque(void)
{
	struct fair f;
	pthread_t thread;
	int err, i;

	fair_open(&f, 2, 3);
	for (i = 0; i < 3; i++)
		submit_to_one(&f.market, &f.members[i]->task);
	thread = start(stop_it, f.market.scheduler);
	err = fair_loop(&f);
	CO_CHECK(err == 0 || err == -ECANCELED);
	pthread_join(thread, NULL);
	co_step("what no context has seen yet is done by the next loop");
	CO_CHECK_EQ(0, fair_loop(&f));
	fair_close(&f);
}

/* Whoever was called as the loop was stopped: it has to be called again. */
static void loop_after_a_stop_steals_again(void)
{
	struct fair f;
	pthread_t thread;
	int err;

	fair_open(&f, 2, 3);
	submit_to_one(&f.market, &f.members[0]->task);
	thread = start(stop_it, f.market.scheduler);
	err = fair_loop(&f);
	CO_CHECK(err == 0 || err == -ECANCELED);
	pthread_join(thread, NULL);
	meet_last(&f, 2);
	submit_crowd(&f.market, &f.members[1], 2);
	CO_CHECK_EQ(0, fair_loop(&f));
	fair_close(&f);
}

static void *send_byte(void *arg)
{
	CO_CHECK_EQ(1, vfs_send(*(int *)arg, "x", 1));
	return NULL;
}

/* Offers itself, then waits for what another thread sends. */
struct listening {
	struct wanderer base;
	int fd;
	char byte;
};

static struct co_task *listening_body(struct co_task *self)
{
	struct listening *f = co_container_of(
		self, struct listening, base.task);

	CO_BEGIN(self);
	CO_AWAIT(self, co_offer_to(&f->base.offer, f->base.market->steal));
	wanderer_arrived(&f->base, co_awaited(self));
	CO_AWAIT(self, co_recv(&f->base.io, f->fd, &f->byte, 1, 0));
	CO_CHECK_EQ(1, co_awaited(self));
	CO_CHECK(co_context_here() == f->base.at);
	CO_CHECK(self->executor == co_context_executor(f->base.at));
	CO_END(self);
}

static void task_that_waits_for_io_is_not_moved(void)
{
	struct listening *listening;
	struct co_task *task;
	pthread_t thread;
	struct market m;
	int fds[2];

	vfs_socketpair(fds, 0);
	market_open(&m, 2, 2);
	task = co_task_create(sizeof(*listening), listening_body, "job");
	listening = co_container_of(task, struct listening, base.task);
	listening->base.market = &m;
	listening->fd = fds[0];
	co_task_set_cleanup(task, wanderer_cleanup);
	CO_CHECK_EQ(0, co_scheduler_submit(m.scheduler, task));
	thread = start(send_byte, &fds[1]);
	CO_CHECK_EQ(0, co_scheduler_loop(m.scheduler));
	pthread_join(thread, NULL);
	market_close(&m, 1);
}

/* Awaits one that goes where there is time; itself it stays. */
struct parent {
	struct co_task task;
	struct wanderer *child;
	struct co_context *home;
	CO_ATOMIC(int) * ends;
};

static struct co_task *parent_body(struct co_task *self)
{
	struct parent *f = co_frame(self, struct parent);

	CO_BEGIN(self);
	f->home = co_context_here();
	CO_AWAIT(self, co_task_await(&f->child->task));
	CO_CHECK_EQ(0, co_awaited(self));
	CO_CHECK(co_context_here() == f->home);
	co_task_destroy(&f->child->task);
	CO_END(self);
}

static void who_awaits_one_that_was_taken_stays(void)
{
	struct co_task *task;
	struct fair f;

	fair_open(&f, 2, 1);
	f.members[0]->nops = 1;
	task = co_task_create(sizeof(struct parent), parent_body, "job");
	co_frame(task, struct parent)->child = f.members[0];
	CO_CHECK_EQ(0, co_scheduler_submit(f.market.scheduler, task));
	CO_CHECK_EQ(0, fair_loop(&f));
	fair_close(&f);
}

static void offer_without_room_goes_straight_on(void)
{
	struct fair f;
	int i;

	fair_open(&f, 1, 3);
	for (i = 0; i < 3; i++)
		f.members[i]->nops = 1;
	submit_crowd(&f.market, f.members, f.n);
	CO_CHECK_EQ(0, fair_loop(&f));
	CO_CHECK_EQ(3, f.market.fates.taken);
	fair_close(&f);
}

static void create_without_memory_leaves_nothing(void)
{
	struct co_steal *steal = NULL;
	struct tally tally = {0};
	struct co_scheduler *s;
	size_t blocks;
	unsigned skip = explore_choose(4);

	s = make_scheduler(2, CO_DISPATCH_ROUND_ROBIN, &tally);
	blocks = explore_live_blocks();
	explore_fail_next_alloc(skip);
	CO_CHECK_EQ(-ENOMEM, co_steal_create(s, 2, &steal));
	CO_CHECK(steal == NULL);
	CO_CHECK_EQ(blocks, explore_live_blocks());
	co_scheduler_destroy(s);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(who_was_called_calls_the_next, FEW),
	EXPLORE_TEST(second_loop_finds_its_thieves_again, FEW),
	EXPLORE_TEST(one_offer_calls_one_context, FEW),
	EXPLORE_TEST(stop_leaves_nothing_in_a_deque, FEW),
	EXPLORE_TEST(loop_after_a_stop_steals_again, FEW),
	EXPLORE_TEST(task_that_waits_for_io_is_not_moved, FEW),
	EXPLORE_TEST(who_awaits_one_that_was_taken_stays, FEW),
	EXPLORE_TEST(offer_without_room_goes_straight_on, FEW),
	EXPLORE_TEST(create_without_memory_leaves_nothing, FEW),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
