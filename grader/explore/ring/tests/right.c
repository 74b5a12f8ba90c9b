// SPDX-License-Identifier: MIT
/*
 * Programs that use a ring as one must: no schedule may accuse them.
 */
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../sim.h"
#include "../vfs.h"
#include "co/check.h"
#include "explore.h"

static struct io_uring ring;

static void open_ring(unsigned entries)
{
	CO_CHECK_EQ(0, io_uring_queue_init(entries, &ring,
			       IORING_SETUP_SINGLE_ISSUER |
				       IORING_SETUP_DEFER_TASKRUN));
}

static struct io_uring_sqe *get_sqe(uint64_t user_data)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	CO_CHECK(sqe != NULL);
	sqe->user_data = user_data;
	return sqe;
}

static void prepare_nop(uint64_t user_data)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	CO_CHECK(sqe != NULL);
	io_uring_prep_nop(sqe);
	io_uring_sqe_set_data64(sqe, user_data);
}

/* Wait for one completion and take it. */
static int next(uint64_t *user_data)
{
	struct io_uring_cqe *cqe;
	int res;

	CO_CHECK_EQ(0, io_uring_wait_cqe(&ring, &cqe));
	*user_data = cqe->user_data;
	res = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	return res;
}

static void nops_complete_each_once(void)
{
	unsigned seen = 0;
	uint64_t id;
	int i;

	open_ring(4);
	for (i = 0; i < 3; i++)
		prepare_nop((uint64_t)i);
	CO_CHECK_EQ(3, io_uring_submit(&ring));
	for (i = 0; i < 3; i++) {
		CO_CHECK_EQ(0, next(&id));
		CO_CHECK(!(seen & 1u << id));
		seen |= 1u << id;
	}
	CO_CHECK_EQ(7, seen);
	io_uring_queue_exit(&ring);
}

static void full_queue_gives_no_sqe(void)
{
	open_ring(2);
	prepare_nop(0);
	prepare_nop(1);
	CO_CHECK(!io_uring_get_sqe(&ring));
	CO_CHECK_EQ(2, io_uring_submit(&ring));
	CO_CHECK(io_uring_get_sqe(&ring) != NULL);
	io_uring_queue_exit(&ring);
}

static void overflow_loses_nothing(void)
{
	unsigned seen = 0;
	uint64_t id;
	int i;

	sim_ring_faults(0);
	open_ring(1); /* two completions fit */
	for (i = 0; i < 5; i++) {
		prepare_nop((uint64_t)i);
		CO_CHECK_EQ(1, io_uring_submit_and_get_events(&ring));
	}
	for (i = 0; i < 5; i++) {
		next(&id);
		seen |= 1u << id;
	}
	CO_CHECK_EQ(31, seen);
	CO_CHECK(!io_uring_cq_has_overflow(&ring));
	io_uring_queue_exit(&ring);
}

static void read_whole_file_in_pieces(void)
{
	char buffer[8] = "";
	unsigned got = 0;
	struct io_uring_sqe *sqe;
	uint64_t id;
	int fd, n;

	vfs_add_file("greeting", "hello", 5);
	open_ring(4);
	sqe = get_sqe(0);
	io_uring_prep_openat(sqe, 0, "greeting", 0, 0);
	io_uring_submit(&ring);
	fd = next(&id);
	CO_CHECK(fd >= 0);
	do {
		sqe = get_sqe(0);
		io_uring_prep_read(sqe, fd, buffer + got, 5 - got, got);
		io_uring_submit(&ring);
		n = next(&id);
		CO_CHECK(n >= 0);
		got += (unsigned)n;
	} while (n > 0 && got < 5);
	CO_CHECK_STR("hello", buffer);
	io_uring_queue_exit(&ring);
}

static void timeout_ends_at_its_virtual_time(void)
{
	struct __kernel_timespec ts = {.tv_sec = 10};
	uint64_t before = explore_now();
	uint64_t id;

	open_ring(2);
	io_uring_prep_timeout(get_sqe(0), &ts, 0, 0);
	io_uring_submit(&ring);
	CO_CHECK_EQ(-ETIME, next(&id));
	CO_CHECK(explore_now() - before >= 10000000000u);
	io_uring_queue_exit(&ring);
}

/* Both completions come, in either order, and they agree. */
static void cancel_agrees_with_its_target(void)
{
	struct __kernel_timespec ts = {.tv_sec = 1};
	int results[2];
	uint64_t id;
	int i, res;

	open_ring(4);
	io_uring_prep_timeout(get_sqe(0), &ts, 0, 0);
	io_uring_sqe_set_data64(&ring.sq.sqes[0], 1);
	io_uring_submit(&ring);
	io_uring_prep_cancel64(get_sqe(0), 1, 0);
	io_uring_sqe_set_data64(&ring.sq.sqes[1], 0);
	io_uring_submit(&ring);
	for (i = 0; i < 2; i++) {
		res = next(&id);
		results[id] = res;
	}
	CO_CHECK_EQ(results[0] ? -ETIME : -ECANCELED, results[1]);
	io_uring_queue_exit(&ring);
}

static void *write_eventfd(void *arg)
{
	uint64_t one = 1;

	CO_CHECK_EQ(8, write(*(int *)arg, &one, sizeof(one)));
	return NULL;
}

static void eventfd_wakes_a_waiting_ring(void)
{
	uint64_t value = 0;
	pthread_t thread;
	uint64_t id;
	int fd;

	sim_ring_faults(0);
	fd = eventfd(0, 0);
	open_ring(2);
	io_uring_prep_read(get_sqe(0), fd, &value, sizeof(value), 0);
	pthread_create(&thread, NULL, write_eventfd, &fd);
	io_uring_submit(&ring);
	CO_CHECK_EQ(8, next(&id));
	CO_CHECK_EQ(1, value);
	pthread_join(thread, NULL);
	io_uring_queue_exit(&ring);
}

static void *client(void *arg)
{
	char answer[8] = "";
	size_t got = 0;
	int fd;

	(void)arg;
	fd = vfs_connect(80);
	CO_CHECK(fd >= 0);
	CO_CHECK_EQ(4, vfs_send(fd, "ping", 4));
	while (got < 4) {
		ssize_t n = vfs_recv(fd, answer + got, 4 - got);

		CO_CHECK(n > 0);
		got += (size_t)n;
	}
	CO_CHECK_STR("ping", answer);
	vfs_close(fd);
	return NULL;
}

/* An echo server by hand: every transfer may be short. */
static void echo_serves_a_client(void)
{
	char buffer[4];
	pthread_t thread;
	uint64_t id;
	int listener, fd, n, sent, m;

	listener = vfs_listen(80);
	pthread_create(&thread, NULL, client, NULL);
	open_ring(4);
	io_uring_prep_accept(get_sqe(0), listener, NULL, NULL, 0);
	io_uring_submit(&ring);
	fd = next(&id);
	CO_CHECK(fd >= 0);
	for (;;) {
		io_uring_prep_recv(get_sqe(0), fd, buffer, 4, 0);
		io_uring_submit(&ring);
		n = next(&id);
		if (n <= 0)
			break;
		for (sent = 0; sent < n; sent += m) {
			io_uring_prep_send(get_sqe(0), fd, buffer + sent,
				(size_t)(n - sent), 0);
			io_uring_submit(&ring);
			m = next(&id);
			CO_CHECK(m > 0);
		}
	}
	pthread_join(thread, NULL);
	io_uring_queue_exit(&ring);
}

static void ring_of_no_entries_is_refused(void)
{
	CO_CHECK_EQ(-EINVAL, io_uring_queue_init(0, &ring, 0));
	CO_CHECK_EQ(-EINVAL, io_uring_queue_init(1 << 20, &ring, 0));
	CO_CHECK_EQ(-EINVAL,
		io_uring_queue_init(2, &ring, IORING_SETUP_DEFER_TASKRUN));
	sim_ring_fail_init(0, -ENOMEM);
	CO_CHECK_EQ(-ENOMEM, io_uring_queue_init(2, &ring, 0));
	CO_CHECK_EQ(0, io_uring_queue_init(2, &ring, 0));
	io_uring_queue_exit(&ring);
}

static void refusals_take_nothing_and_pass(void)
{
	unsigned before;
	uint64_t id;

	sim_ring_refuse_flags(IORING_SETUP_COOP_TASKRUN);
	CO_CHECK_EQ(-EINVAL,
		io_uring_queue_init(2, &ring, IORING_SETUP_COOP_TASKRUN));
	open_ring(2);
	prepare_nop(7);
	before = sim_ring_enters();
	sim_ring_refuse_submits(2, -EBUSY);
	CO_CHECK_EQ(-EBUSY, io_uring_submit(&ring));
	CO_CHECK_EQ(-EBUSY, io_uring_submit_and_wait(&ring, 1));
	CO_CHECK_EQ(0, sim_ring_in_flight(&ring));
	CO_CHECK_EQ(1, io_uring_submit_and_wait(&ring, 1));
	CO_CHECK_EQ(3, sim_ring_enters() - before);
	CO_CHECK_EQ(0, next(&id));
	CO_CHECK_EQ(7, id);
	io_uring_queue_exit(&ring);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(nops_complete_each_once),
	EXPLORE_TEST(full_queue_gives_no_sqe),
	EXPLORE_TEST(overflow_loses_nothing),
	EXPLORE_TEST(read_whole_file_in_pieces),
	EXPLORE_TEST(timeout_ends_at_its_virtual_time),
	EXPLORE_TEST(cancel_agrees_with_its_target),
	EXPLORE_TEST(eventfd_wakes_a_waiting_ring),
	EXPLORE_TEST(echo_serves_a_client),
	EXPLORE_TEST(ring_of_no_entries_is_refused),
	EXPLORE_TEST(refusals_take_nothing_and_pass),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
