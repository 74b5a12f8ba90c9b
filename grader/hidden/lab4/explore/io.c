// SPDX-License-Identifier: MIT
/*
 * I/O awaiters, explored: short transfers, errors, and cancels that race.
 */
#include <fcntl.h>
#include <stdlib.h>

#include "world.h"

/* Reads a file to its end, whatever the pieces. */
struct filing {
	struct co_task task;
	struct co_io io;
	struct co_transfer transfer;
	char buffer[16];
	int fd;
};

static struct co_task *reading_body(struct co_task *self)
{
	struct filing *f = co_frame(self, struct filing);

	CO_BEGIN(self);
	CO_TRY(self, co_openat(&f->io, AT_FDCWD, "words", O_RDONLY, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_read_full(&f->transfer, f->fd, f->buffer, 7, 2));
	CO_CHECK_EQ(7, f->transfer.moved);
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

static void read_full_goes_on_after_short_reads(void)
{
	struct filing f = {.fd = -1};

	vfs_add_file("words", "in pieces", 9);
	sim_ring_faults(SIM_SHORT | SIM_EINTR);
	co_task_init(&f.task, reading_body, "reading");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_STR(" pieces", f.buffer);
	CO_CHECK_EQ(0, vfs_open_count());
}

static struct co_task *writing_body(struct co_task *self)
{
	struct filing *f = co_frame(self, struct filing);

	CO_BEGIN(self);
	CO_TRY(self, co_openat(&f->io, AT_FDCWD, "words", O_RDWR, 0));
	f->fd = co_awaited(self);
	CO_TRY(self, co_write_all(&f->transfer, f->fd, "whole", 5, 3));
	CO_CHECK_EQ(5, f->transfer.moved);
	CO_TRY(self, co_close(&f->io, f->fd));
	CO_END(self);
}

static void write_all_goes_on_after_short_writes(void)
{
	struct filing f = {.fd = -1};
	const void *data = "";

	vfs_add_file("words", "in pieces", 9);
	sim_ring_faults(SIM_SHORT | SIM_EINTR);
	co_task_init(&f.task, writing_body, "writing");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_EQ(9, vfs_file_content("words", &data));
	CO_CHECK(!memcmp(data, "in wholes", 9));
}

/* An error in the middle ends it, and what had moved is told. */
static struct co_task *broken_body(struct co_task *self)
{
	struct filing *f = co_frame(self, struct filing);

	CO_BEGIN(self);
	CO_AWAIT(self, co_send_all(&f->transfer, f->fd, "12345678", 8));
	CO_CHECK_EQ(f->transfer.moved == 8 ? 0 : -EAGAIN, co_awaited(self));
	CO_CHECK_EQ(8, f->transfer.moved + f->transfer.left);
	CO_END(self);
}

static void send_all_tells_how_far_it_came(void)
{
	struct filing f = {.fd = -1};
	int fds[2];

	vfs_socketpair(fds, 0);
	f.fd = fds[0];
	sim_ring_faults(SIM_SHORT | SIM_EAGAIN);
	co_task_init(&f.task, broken_body, "broken");
	CO_CHECK_EQ(0, run_on_context(&f.task));
}

/*
 * Receives under a token, then does a nop with the same awaiter at once: a
 * cancel that is still on its way would hit the wrong one.
 */
struct reusing {
	struct co_task task;
	struct co_io io;
	char buffer[8];
	int fd;
	int first, second;
};

static struct co_task *reusing_body(struct co_task *self)
{
	struct reusing *f = co_frame(self, struct reusing);

	CO_BEGIN(self);
	CO_AWAIT(self, co_recv(&f->io, f->fd, f->buffer, 8, 0));
	f->first = co_awaited(self);
	self->cancel = NULL;
	CO_AWAIT(self, co_nop(&f->io));
	f->second = co_awaited(self);
	CO_END(self);
}

static void *asking_thread(void *arg)
{
	co_cancel_request(arg);
	return NULL;
}

static void cancel_hits_only_its_own_operation(void)
{
	struct co_context *c = make_context();
	struct co_cancel_source source;
	struct reusing f = {.second = 1};
	pthread_t threads[2];
	int fds[2];

	vfs_socketpair(fds, 0);
	f.fd = fds[0];
	co_cancel_source_init(&source);
	co_task_init(&f.task, reusing_body, "reusing");
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	threads[0] = start(send_byte, &fds[1]);
	threads[1] = start(asking_thread, &source);
	co_context_join(c);
	CO_CHECK(f.first == 1 || f.first == -ECANCELED);
	CO_CHECK_EQ(0, f.second);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
}

/* The frame goes as soon as the task has ended. */
static void release_frame(struct co_callback *callback, struct co_task *task)
{
	(void)callback;
	free(co_container_of(task, struct receiving, task));
}

/*
 * The data comes before the request or after it; the cancel may be too late in
 * both cases, for the kernel may have begun to wait for the data by itself.
 */
struct late {
	struct co_cancel_source source;
	int peer;
	bool data_first;
};

static void *late_thread(void *arg)
{
	struct late *l = arg;

	if (l->data_first)
		send_byte(&l->peer);
	co_cancel_request(&l->source);
	if (!l->data_first)
		send_byte(&l->peer);
	return NULL;
}

static void cancel_too_late(bool data_first)
{
	struct receiving *f = malloc(sizeof(*f));
	struct late l = {.data_first = data_first};
	struct co_context *c = make_context();
	struct co_callback ended;
	pthread_t thread;
	int fds[2];

	sim_ring_faults(SIM_LATE_CANCEL | SIM_BEGUN);
	vfs_socketpair(fds, 0);
	l.peer = fds[1];
	co_cancel_source_init(&l.source);
	receiving_init(f, fds[0]);
	f->task.cancel = co_cancel_token_of(&l.source);
	co_task_on_release(&f->task, &ended, release_frame);
	CO_CHECK_EQ(0, co_context_submit(c, &f->task));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(late_thread, &l);
	co_context_join(c);
	pthread_join(thread, NULL);
	co_context_destroy(c);
	co_cancel_source_fini(&l.source);
}

static void cancel_leaves_nothing_behind(void)
{
	cancel_too_late(true);
}

static void cancel_waits_for_the_kernel(void)
{
	cancel_too_late(false);
}

/*
 * The ring is full, and the kernel takes nothing for a while: what cannot start
 * says so, and a request to cancel waits for its turn.
 */
struct crowding {
	struct co_task task;
	struct co_io io;
	struct co_turn turn;
	struct co_task *first;
	struct co_cancel_source *source;
	int result;
};

static struct co_task *crowding_body(struct co_task *self)
{
	struct crowding *f = co_frame(self, struct crowding);

	CO_BEGIN(self);
	/* It takes the only entry. */
	CO_CHECK_EQ(0, co_context_submit(co_context_here(), f->first));
	CO_TRY(self, co_reschedule(&f->turn));
	sim_ring_refuse_submits(5, -EBUSY);
	co_cancel_request(f->source);
	CO_AWAIT(self, co_nop(&f->io));
	f->result = co_awaited(self);
	CO_END(self);
}

static void cancel_waits_for_room_in_the_ring(void)
{
	struct crowding crowd = {.result = 1};
	struct co_cancel_source source;
	struct co_context *c = NULL;
	struct receiving f;
	int fds[2];

	CO_CHECK_EQ(0, co_context_create("crowded", 1, &c));
	vfs_socketpair(fds, 0);
	co_cancel_source_init(&source);
	receiving_init(&f, fds[0]);
	f.task.cancel = co_cancel_token_of(&source);
	crowd.source = &source;
	crowd.first = &f.task;
	co_task_init(&crowd.task, crowding_body, "crowding");
	CO_CHECK_EQ(0, co_context_submit(c, &crowd.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(-EAGAIN, crowd.result);
	CO_CHECK_EQ(-ECANCELED, f.result);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
}

static void cancel_and_stop_may_meet(void)
{
	struct co_context *c = make_context();
	struct co_cancel_source source;
	struct receiving f;
	pthread_t thread;
	int fds[2];

	vfs_socketpair(fds, 0);
	co_cancel_source_init(&source);
	receiving_init(&f, fds[0]);
	f.task.cancel = co_cancel_token_of(&source);
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(asking_thread, &source);
	co_context_stop(c);
	co_context_join(c);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(1, f.ends);
	co_context_destroy(c);
	co_cancel_source_fini(&source);
}

/* One task cancels what another awaits, by hand. */
struct cancelling {
	struct co_task task;
	struct co_io io;
	struct co_io *target;
	int result;
};

static struct co_task *cancelling_body(struct co_task *self)
{
	struct cancelling *f = co_frame(self, struct cancelling);

	CO_BEGIN(self);
	CO_AWAIT(self, co_io_cancel(&f->io, f->target));
	f->result = co_awaited(self);
	CO_END(self);
}

static void cancel_by_hand_agrees_with_its_target(void)
{
	struct co_context *c = make_context();
	struct cancelling a = {.result = 1};
	struct receiving f;
	pthread_t thread;
	int fds[2];

	vfs_socketpair(fds, 0);
	receiving_init(&f, fds[0]);
	a.target = &f.io;
	co_task_init(&a.task, cancelling_body, "cancelling");
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_submit(c, &a.task));
	CO_CHECK_EQ(0, co_context_start(c));
	thread = start(send_byte, &fds[1]);
	co_context_join(c);
	pthread_join(thread, NULL);
	CO_CHECK_EQ(a.result ? 1 : -ECANCELED, f.result);
	co_context_destroy(c);
}

/* Out of descriptors: an error for once, and then it goes on. */
struct accepting {
	struct co_task task;
	struct co_io io;
	int listener;
	int first, second;
};

static struct co_task *accepting_body(struct co_task *self)
{
	struct accepting *f = co_frame(self, struct accepting);

	CO_BEGIN(self);
	vfs_refuse_descriptors(1);
	CO_AWAIT(self, co_accept(&f->io, f->listener));
	f->first = co_awaited(self);
	CO_AWAIT(self, co_accept(&f->io, f->listener));
	f->second = co_awaited(self);
	CO_TRY(self, co_close(&f->io, f->second));
	CO_END(self);
}

static void accept_goes_on_after_emfile(void)
{
	struct accepting f = {.first = 0};
	int client;

	f.listener = vfs_listen(80);
	client = vfs_connect(80);
	CO_CHECK(client >= 0);
	co_task_init(&f.task, accepting_body, "accepting");
	CO_CHECK_EQ(0, run_on_context(&f.task));
	CO_CHECK_EQ(-EMFILE, f.first);
	CO_CHECK(f.second >= 0);
}

/* What is in the kernel's hands cannot be killed. */
struct killing {
	struct co_task task;
	struct receiving *victim;
	int peer;
};

static struct co_task *killing_body(struct co_task *self)
{
	struct killing *f = co_frame(self, struct killing);

	CO_BEGIN(self);
	CO_CHECK_EQ(-EBUSY, co_task_kill(&f->victim->task, -EOWNERDEAD));
	CO_CHECK_EQ(1, vfs_send(f->peer, "x", 1));
	CO_END(self);
}

static void io_in_flight_cannot_be_killed(void)
{
	struct co_context *c = make_context();
	struct killing k;
	struct receiving f;
	int fds[2];

	vfs_socketpair(fds, 0);
	receiving_init(&f, fds[0]);
	k.victim = &f;
	k.peer = fds[1];
	co_task_init(&k.task, killing_body, "killing");
	CO_CHECK_EQ(0, co_context_submit(c, &f.task));
	CO_CHECK_EQ(0, co_context_submit(c, &k.task));
	CO_CHECK_EQ(0, co_context_start(c));
	co_context_join(c);
	CO_CHECK_EQ(1, f.result);
	co_context_destroy(c);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(read_full_goes_on_after_short_reads, .schedules = SOME),
	EXPLORE_TEST(write_all_goes_on_after_short_writes, .schedules = SOME),
	EXPLORE_TEST(send_all_tells_how_far_it_came, .schedules = SOME),
	EXPLORE_TEST(cancel_hits_only_its_own_operation),
	EXPLORE_TEST(cancel_leaves_nothing_behind, .schedules = 20000),
	EXPLORE_TEST(cancel_waits_for_the_kernel),
	EXPLORE_TEST(cancel_waits_for_room_in_the_ring, .schedules = SOME),
	EXPLORE_TEST(cancel_and_stop_may_meet, .schedules = SOME),
	EXPLORE_TEST(cancel_by_hand_agrees_with_its_target, .schedules = SOME),
	EXPLORE_TEST(accept_goes_on_after_emfile, .schedules = SOME),
	EXPLORE_TEST(io_in_flight_cannot_be_killed, .schedules = SOME),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
