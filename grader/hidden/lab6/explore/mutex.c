// SPDX-License-Identifier: MIT
/*
 * The mutex and the shared mutex, explored: three threads that lock, and a
 * cancel request that meets a hand-over.
 */
#include "meeting.h"

/* Who is inside. Plain: the mutex is to keep the threads apart. */
struct room {
	struct co_mutex mutex;
	struct co_shared_mutex shared;
	int visits;
	CO_ATOMIC(int) readers;
	CO_ATOMIC(int) writers;
};

struct visitor {
	struct co_task task;
	struct co_mutex_wait wait;
	struct co_shared_wait shared_wait;
	struct room *room;
	enum co_sharing how;
	int result;
};

static struct co_task *visitor_body(struct co_task *self)
{
	struct visitor *f = co_frame(self, struct visitor);

	CO_BEGIN(self);
	f->result = 1;
	CO_AWAIT(self, co_mutex_lock(&f->room->mutex, &f->wait));
	f->result = co_awaited(self);
	if (f->result)
		return co_finish(self, f->result);
	f->room->visits++;
	explore_point("inside");
	co_mutex_unlock(&f->room->mutex);
	CO_END(self);
}

static void go_in(struct room *room, enum co_sharing how)
{
	if (how == CO_SHARED)
		atomic_fetch_add(&room->readers, 1);
	else
		CO_CHECK_EQ(0, atomic_fetch_add(&room->writers, 1));
	explore_point("inside");
	if (how == CO_SHARED)
		CO_CHECK_EQ(0, atomic_load(&room->writers));
	else
		CO_CHECK_EQ(0, atomic_load(&room->readers));
	atomic_fetch_sub(how == CO_SHARED ? &room->readers : &room->writers, 1);
}

static struct co_task *sharing_body(struct co_task *self)
{
	struct visitor *f = co_frame(self, struct visitor);

	CO_BEGIN(self);
	f->result = 1;
	CO_AWAIT(self, co_shared_mutex_lock(
			       &f->room->shared, &f->shared_wait, f->how));
	f->result = co_awaited(self);
	if (f->result)
		return co_finish(self, f->result);
	go_in(f->room, f->how);
	co_shared_mutex_unlock(&f->room->shared, f->how);
	CO_END(self);
}

static void room_init(struct room *room)
{
	memset(room, 0, sizeof(*room));
	co_mutex_init(&room->mutex);
	co_shared_mutex_init(&room->shared);
}

static void room_fini(struct room *room)
{
	co_mutex_fini(&room->mutex);
	co_shared_mutex_fini(&room->shared);
}

static void visitor_init(struct visitor *f, struct room *room, co_body_fn *body)
{
	co_task_init(&f->task, body, "visitor");
	f->room = room;
	f->how = CO_EXCLUSIVE;
}

static void three_tasks_lock_in_turn(void)
{
	struct visitor f[3];
	struct room room;
	int i;

	room_init(&room);
	for (i = 0; i < 3; i++)
		visitor_init(&f[i], &room, visitor_body);
	resume_three(&f[0].task, &f[1].task, &f[2].task);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, f[i].result);
	CO_CHECK_EQ(3, room.visits);
	room_fini(&room);
}

static void cancel_meets_hand_over(void)
{
	struct co_cancel_source source;
	struct visitor f[2];
	struct room room;
	pthread_t threads[2];
	int i;

	room_init(&room);
	co_cancel_source_init(&source);
	CO_CHECK(co_mutex_try_lock(&room.mutex));
	for (i = 0; i < 2; i++)
		visitor_init(&f[i], &room, visitor_body);
	co_with_cancel(&f[0].task, co_cancel_token_of(&source));
	co_resume(&f[0].task);
	threads[0] = request_elsewhere(&source);
	threads[1] = resume_elsewhere(&f[1].task);
	co_mutex_unlock(&room.mutex);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK(f[0].result == 0 || f[0].result == -ECANCELED);
	CO_CHECK_EQ(0, f[1].result);
	CO_CHECK_EQ(f[0].result ? 1 : 2, room.visits);
	CO_CHECK(co_mutex_try_lock(&room.mutex));
	co_mutex_unlock(&room.mutex);
	room_fini(&room);
	co_cancel_source_fini(&source);
}

static void cancel_meets_suspend(void)
{
	struct co_cancel_source source;
	struct room room;
	struct visitor f;
	pthread_t thread;

	room_init(&room);
	co_cancel_source_init(&source);
	CO_CHECK(co_mutex_try_lock(&room.mutex));
	visitor_init(&f, &room, visitor_body);
	co_with_cancel(&f.task, co_cancel_token_of(&source));
	thread = request_elsewhere(&source);
	co_resume(&f.task);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(-ECANCELED, f.result);
	co_mutex_unlock(&room.mutex);
	room_fini(&room);
	co_cancel_source_fini(&source);
}

static void readers_and_writer_keep_apart(void)
{
	struct visitor f[3];
	struct room room;
	int i;

	room_init(&room);
	for (i = 0; i < 3; i++)
		visitor_init(&f[i], &room, sharing_body);
	f[0].how = CO_SHARED;
	f[2].how = CO_SHARED;
	resume_three(&f[0].task, &f[1].task, &f[2].task);
	for (i = 0; i < 3; i++)
		CO_CHECK_EQ(0, f[i].result);
	room_fini(&room);
}

static void cancelled_writer_holds_up_nobody(void)
{
	struct co_cancel_source source;
	struct visitor f[2];
	struct room room;
	pthread_t threads[2];

	room_init(&room);
	co_cancel_source_init(&source);
	CO_CHECK(co_shared_mutex_try_lock(&room.shared, CO_SHARED));
	visitor_init(&f[0], &room, sharing_body);
	visitor_init(&f[1], &room, sharing_body);
	f[1].how = CO_SHARED;
	co_with_cancel(&f[0].task, co_cancel_token_of(&source));
	co_resume(&f[0].task);
	threads[0] = resume_elsewhere(&f[1].task);
	threads[1] = request_elsewhere(&source);
	if (explore_choose(2))
		co_shared_mutex_unlock(&room.shared, CO_SHARED);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	CO_CHECK_EQ(0, f[1].result);
	CO_CHECK(f[0].result == 0 || f[0].result == -ECANCELED);
	co_cancel_source_fini(&source);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(three_tasks_lock_in_turn, .schedules = MOST),
	EXPLORE_TEST(cancel_meets_hand_over, .schedules = MOST),
	EXPLORE_TEST(cancel_meets_suspend),
	EXPLORE_TEST(readers_and_writer_keep_apart, .schedules = MOST),
	EXPLORE_TEST(cancelled_writer_holds_up_nobody, .schedules = MOST),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
