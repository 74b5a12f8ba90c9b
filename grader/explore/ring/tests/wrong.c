// SPDX-License-Identifier: MIT
/*
 * Programs that believe something of a ring that is not so: each must be found.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../sim.h"
#include "../vfs.h"
#include "co/check.h"
#include "explore.h"

static struct io_uring ring;

static int next(uint64_t *user_data)
{
	struct io_uring_cqe *cqe;
	int res;

	io_uring_wait_cqe(&ring, &cqe);
	*user_data = cqe->user_data;
	res = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	return res;
}

/* Completions come in the order of submission. */
static void takes_order_for_granted(void)
{
	uint64_t id;
	int i;

	io_uring_queue_init(4, &ring, 0);
	for (i = 0; i < 2; i++) {
		struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

		io_uring_prep_nop(sqe);
		io_uring_sqe_set_data64(sqe, (uint64_t)i);
	}
	io_uring_submit(&ring);
	next(&id);
	CO_CHECK_EQ(0, id);
	io_uring_queue_exit(&ring);
}

/* A read brings all that was asked for. */
static void takes_a_short_read_for_whole(void)
{
	char buffer[8] = "";
	struct io_uring_sqe *sqe;
	uint64_t id;
	int fd;

	vfs_add_file("greeting", "hello", 5);
	io_uring_queue_init(4, &ring, 0);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_openat(sqe, 0, "greeting", 0, 0);
	io_uring_submit(&ring);
	fd = next(&id);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_read(sqe, fd, buffer, 5, 0);
	io_uring_submit(&ring);
	next(&id);
	CO_CHECK_STR("hello", buffer);
	io_uring_queue_exit(&ring);
}

/* A cancel always prevents its target. */
static void takes_a_cancel_for_certain(void)
{
	struct io_uring_sqe *sqe;
	int target = 0;
	uint64_t id;
	int i, res;

	io_uring_queue_init(4, &ring,
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_nop(sqe);
	io_uring_sqe_set_data64(sqe, 1);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_cancel64(sqe, 1, 0);
	io_uring_sqe_set_data64(sqe, 0);
	io_uring_submit(&ring);
	for (i = 0; i < 2; i++) {
		res = next(&id);
		if (id == 1)
			target = res;
	}
	CO_CHECK_EQ(-ECANCELED, target);
	io_uring_queue_exit(&ring);
}

/* When the cancel has come back, the buffer is free. */
static void *late_data(void *arg)
{
	CO_CHECK_EQ(1, vfs_send(*(int *)arg, "x", 1));
	return NULL;
}

static void takes_the_cancel_for_the_end(void)
{
	char *buffer = malloc(8);
	struct io_uring_sqe *sqe;
	pthread_t thread;
	bool ended = false;
	int fds[2];
	uint64_t id;

	sim_ring_faults(SIM_LATE_CANCEL | SIM_BEGUN);
	vfs_socketpair(fds, 0);
	io_uring_queue_init(4, &ring,
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_recv(sqe, fds[0], buffer, 8, 0);
	io_uring_sqe_set_data64(sqe, 1);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_cancel64(sqe, 1, 0);
	io_uring_sqe_set_data64(sqe, 0);
	io_uring_submit(&ring);
	while (next(&id), id)
		ended = true;
	free(buffer);
	pthread_create(&thread, NULL, late_data, &fds[1]);
	if (!ended)
		next(&id);
	pthread_join(thread, NULL);
	io_uring_queue_exit(&ring);
}

/* The sleeper checks, and then sleeps without a wake-up in the ring. */
static _Atomic int posted;

static void *poster(void *arg)
{
	uint64_t one = 1;

	/* Meant as a shortcut: "it will look before it sleeps". */
	if (posted)
		CO_CHECK_EQ(8, write(*(int *)arg, &one, sizeof(one)));
	posted = 1;
	return NULL;
}

static void sleeps_without_a_wake_up(void)
{
	struct io_uring_cqe *cqe;
	struct io_uring_sqe *sqe;
	uint64_t value;
	pthread_t thread;
	int fd;

	fd = eventfd(0, 0);
	io_uring_queue_init(4, &ring, 0);
	pthread_create(&thread, NULL, poster, &fd);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_read(sqe, fd, &value, sizeof(value), 0);
	io_uring_submit(&ring);
	if (!posted)
		io_uring_wait_cqe(&ring, &cqe);
	pthread_join(thread, NULL);
	io_uring_queue_exit(&ring);
}

/* A send that could go right always does. */
static void forgets_the_error_of_a_send(void)
{
	struct io_uring_sqe *sqe;
	uint64_t id;
	int fds[2];

	sim_ring_faults(SIM_EINTR);
	vfs_socketpair(fds, 0);
	io_uring_queue_init(4, &ring, 0);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_send(sqe, fds[0], "x", 1, 0);
	io_uring_submit(&ring);
	CO_CHECK_EQ(1, next(&id));
	io_uring_queue_exit(&ring);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(takes_order_for_granted),
	EXPLORE_TEST(takes_a_short_read_for_whole),
	EXPLORE_TEST(takes_a_cancel_for_certain),
	EXPLORE_TEST(takes_the_cancel_for_the_end),
	EXPLORE_TEST(sleeps_without_a_wake_up),
	EXPLORE_TEST(forgets_the_error_of_a_send),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
