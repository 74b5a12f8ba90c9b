// SPDX-License-Identifier: MIT
/*
 * Part D: the fair shared mutex.
 */
#include "suites.h"
#include "util.h"

/* R and W in @who lock in this order, one after the other, on @m. */
static void start_all(struct sharer *f, struct co_shared_mutex *mutex,
	struct manual *m, struct notes *notes, const char *who)
{
	int i;

	manual_init(m);
	co_shared_mutex_init(mutex);
	for (i = 0; who[i]; i++) {
		sharer_init(&f[i], mutex,
			who[i] == 'R' ? CO_SHARED : CO_EXCLUSIVE, notes, i);
		start_on(m, &f[i].task);
	}
}

TEST readers_share(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct sharer f[3];
	struct manual m;

	start_all(f, &mutex, &m, &notes, "RRR");
	manual_run(&m);
	check_order(&notes, "0 in, 1 in, 2 in, 0 out, 1 out, 2 out");
	co_shared_mutex_fini(&mutex);
	PASS();
}

TEST writers_are_alone(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct sharer f[3];
	struct manual m;

	start_all(f, &mutex, &m, &notes, "WWR");
	manual_run(&m);
	check_order(&notes, "0 in, 0 out, 1 in, 1 out, 2 in, 2 out");
	co_shared_mutex_fini(&mutex);
	PASS();
}

TEST reader_waits_behind_a_waiting_writer(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct sharer f[4];
	struct manual m;

	co_step("the two readers behind the writer wake together");
	start_all(f, &mutex, &m, &notes, "RWRR");
	manual_run(&m);
	check_order(
		&notes, "0 in, 0 out, 1 in, 1 out, 2 in, 3 in, 2 out, 3 out");
	co_shared_mutex_fini(&mutex);
	PASS();
}

TEST readers_go_on_when_the_writer_before_them_leaves(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct co_cancel_source source;
	struct sharer f[3];
	struct manual m;
	int i;

	co_cancel_source_init(&source);
	start_all(f, &mutex, &m, &notes, "RWR");
	co_with_cancel(&f[1].task, co_cancel_token_of(&source));
	for (i = 0; i < 3; i++)
		CO_CHECK(manual_turn(&m));
	co_step("a reader has it; a writer waits, and a reader behind it");
	CO_CHECK_EQ(1, notes.n);
	co_cancel_request(&source);
	co_step("the reader behind it has it now, before anybody unlocks");
	CO_CHECK_EQ(2, (int)mutex.readers);
	manual_run(&m);
	CO_CHECK_EQ(-ECANCELED, noted_error(&notes, 1));
	CO_CHECK_EQ(5, notes.n);
	CO_CHECK_STATUS(CO_DONE, &f[2].task);
	co_shared_mutex_fini(&mutex);
	co_cancel_source_fini(&source);
	PASS();
}

TEST try_lock_does_not_overtake(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_mutex mutex;
	struct sharer f[2];
	struct manual m;

	start_all(f, &mutex, &m, &notes, "RW");
	CO_CHECK(manual_turn(&m));
	CO_CHECK(co_shared_mutex_try_lock(&mutex, CO_SHARED));
	co_shared_mutex_unlock(&mutex, CO_SHARED);
	CO_CHECK(manual_turn(&m));
	co_step("a writer waits now");
	CO_CHECK(!co_shared_mutex_try_lock(&mutex, CO_SHARED));
	manual_run(&m);
	CO_CHECK_EQ(4, notes.n);
	PASS();
}

TEST shared_mutex_is_unlocked_as_it_was_locked(void)
{
	struct co_shared_mutex mutex;

	co_shared_mutex_init(&mutex);
	CO_CHECK(co_shared_mutex_try_lock(&mutex, CO_SHARED));
	co_expect_assert("not locked");
	co_shared_mutex_unlock(&mutex, CO_EXCLUSIVE);
	PASS();
}

SUITE(part_d)
{
	RUN_TEST(readers_share);
	RUN_TEST(writers_are_alone);
	RUN_TEST(reader_waits_behind_a_waiting_writer);
	RUN_TEST(readers_go_on_when_the_writer_before_them_leaves);
	RUN_TEST(try_lock_does_not_overtake);
	RUN_TEST(shared_mutex_is_unlocked_as_it_was_locked);
}
