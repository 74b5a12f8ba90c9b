// SPDX-License-Identifier: MIT
/*
 * The shared promise, events, latches, semaphores and channels, explored.
 */
#include "meeting.h"

/* Calls @act with @object, on a thread of its own. */
struct deed {
	void (*act)(void *object);
	void *object;
};

static void *deed_thread(void *arg)
{
	struct deed *deed = arg;

	deed->act(deed->object);
	return NULL;
}

static pthread_t do_elsewhere(struct deed *deed)
{
	pthread_t thread;

	CO_CHECK_EQ(0, pthread_create(&thread, NULL, deed_thread, deed));
	return thread;
}

static void set_promise(void *promise)
{
	int err = co_shared_promise_set(promise, promise);

	CO_CHECK(err == 0 || err == -EALREADY);
}

static void promise_meets_two_awaits(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_promise promise;
	struct deed deed = {set_promise, &promise};
	pthread_t threads[2];
	struct waiting f[2];
	int i;

	co_shared_promise_init(&promise);
	for (i = 0; i < 2; i++) {
		waiting_init(&f[i], &notes, i);
		f[i].promise = &promise;
	}
	threads[0] = do_elsewhere(&deed);
	threads[1] = resume_elsewhere(&f[0].task);
	co_resume(&f[1].task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK(co_shared_promise_value(&promise) == &promise);
	co_shared_promise_fini(&promise);
}

struct claims {
	struct co_shared_promise promise;
	CO_ATOMIC(int) granted;
};

static void claim(void *arg)
{
	struct claims *c = arg;

	if (co_shared_promise_claim(&c->promise))
		atomic_fetch_add(&c->granted, 1);
}

static void one_of_three_computes(void)
{
	struct claims c = {.granted = 0};
	struct deed deed = {claim, &c};
	pthread_t threads[2];

	co_shared_promise_init(&c.promise);
	threads[0] = do_elsewhere(&deed);
	threads[1] = do_elsewhere(&deed);
	claim(&c);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(1, atomic_load(&c.granted));
}

static void set_event(void *event)
{
	co_event_set(event);
}

static void event_meets_two_waits(void)
{
	struct notes notes = NOTES_INITIALIZER;
	bool automatic = explore_choose(2);
	struct co_event event;
	struct deed deed = {set_event, &event};
	pthread_t threads[2];
	struct waiting f[2];
	int i;

	co_event_init(&event, automatic ? CO_EVENT_AUTO : CO_EVENT_MANUAL);
	for (i = 0; i < 2; i++) {
		waiting_init(&f[i], &notes, i);
		f[i].event = &event;
	}
	threads[0] = do_elsewhere(&deed);
	threads[1] = resume_elsewhere(&f[0].task);
	co_resume(&f[1].task);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	CO_CHECK_EQ(automatic ? 1 : 2, notes.n);
	co_event_set(&event);
	CO_CHECK_EQ(2, notes.n);
	co_event_fini(&event);
}

static void count_down(void *latch)
{
	CO_CHECK_EQ(0, co_latch_count_down(latch, 1));
}

static void latch_counts_every_one(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_latch latch;
	struct deed deed = {count_down, &latch};
	pthread_t threads[2];
	struct waiting f;

	co_latch_init(&latch, 2);
	waiting_init(&f, &notes, 1);
	f.latch = &latch;
	threads[0] = do_elsewhere(&deed);
	threads[1] = do_elsewhere(&deed);
	co_resume(&f.task);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(1, notes.n);
	CO_CHECK_EQ(-ERANGE, co_latch_count_down(&latch, 1));
	co_latch_fini(&latch);
}

static void release_one(void *semaphore)
{
	CO_CHECK_EQ(0, co_semaphore_release(semaphore, 1));
}

static void permit_is_taken_once(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_semaphore semaphore;
	struct deed deed = {release_one, &semaphore};
	pthread_t threads[2];
	struct waiting f[2];
	int i;

	co_semaphore_init(&semaphore, 0);
	for (i = 0; i < 2; i++) {
		waiting_init(&f[i], &notes, i);
		f[i].semaphore = &semaphore;
	}
	threads[0] = do_elsewhere(&deed);
	threads[1] = resume_elsewhere(&f[0].task);
	co_resume(&f[1].task);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(1, notes.n);
	release_one(&semaphore);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK(!co_semaphore_try_acquire(&semaphore));
	co_semaphore_fini(&semaphore);
}

static void permit_meets_cancel(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_cancel_source source;
	struct co_semaphore semaphore;
	struct deed deed = {release_one, &semaphore};
	pthread_t threads[2];
	struct waiting f;

	co_semaphore_init(&semaphore, 0);
	co_cancel_source_init(&source);
	waiting_init(&f, &notes, 1);
	f.semaphore = &semaphore;
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	threads[0] = do_elsewhere(&deed);
	threads[1] = request_elsewhere(&source);
	co_resume(&f.task);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(1, notes.n);
	/* Either the task has the permit, or it is still there. */
	CO_CHECK_EQ(notes.errors[0] != 0, co_semaphore_try_acquire(&semaphore));
	co_semaphore_fini(&semaphore);
	co_cancel_source_fini(&source);
}

static void close_channel(void *channel)
{
	CO_CHECK_EQ(0, co_channel_close(channel));
}

static void channel_loses_nothing_at_close(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct porter sender, receiver;
	struct co_channel channel;
	struct deed deed = {close_channel, &channel};
	pthread_t threads[2];
	void *slots[1];
	int i;

	CO_CHECK_EQ(0, co_channel_init(&channel, slots, 1));
	porter_init(&sender, sender_body, &channel, &notes);
	sender.last = 2;
	porter_init(&receiver, receiver_body, &channel, &notes);
	threads[0] = do_elsewhere(&deed);
	threads[1] = resume_elsewhere(&sender.task);
	co_resume(&receiver.task);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(-EPIPE, receiver.task.error);
	/* What was sent is what was received, in order. */
	CO_CHECK_EQ(sender.next - 1, notes.n);
	for (i = 0; i < notes.n; i++)
		CO_CHECK_EQ(i + 1, notes.ids[i]);
	co_channel_fini(&channel);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(promise_meets_two_awaits, .schedules = MANY),
	EXPLORE_TEST(one_of_three_computes, .schedules = MANY),
	EXPLORE_TEST(event_meets_two_waits, .schedules = MANY),
	EXPLORE_TEST(latch_counts_every_one, .schedules = MANY),
	EXPLORE_TEST(permit_is_taken_once, .schedules = MANY),
	EXPLORE_TEST(permit_meets_cancel, .schedules = MANY),
	EXPLORE_TEST(channel_loses_nothing_at_close, .schedules = MANY),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
