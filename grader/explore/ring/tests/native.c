// SPDX-License-Identifier: MIT
/*
 * The simulated ring on real descriptors: what RING=sim gives a student.
 */
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../sim.h"

static struct io_uring ring;
static int passed, failed;

static void check(const char *what, bool good)
{
	if (good) {
		passed++;
	} else {
		failed++;
		printf("not so: %s\n", what);
	}
}

static int run(uint64_t *user_data)
{
	struct io_uring_cqe *cqe;
	int res;

	io_uring_submit_and_wait(&ring, 1);
	if (io_uring_peek_cqe(&ring, &cqe))
		return -EIO;
	*user_data = cqe->user_data;
	res = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	return res;
}

static void sockets(void)
{
	char buffer[8] = "";
	struct io_uring_sqe *sqe;
	int ends[2];
	uint64_t id;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return;
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_recv(sqe, ends[1], buffer, sizeof(buffer), 0);
	io_uring_sqe_set_data64(sqe, 2);
	sqe = io_uring_get_sqe(&ring);
	io_uring_prep_send(sqe, ends[0], "hello", 5, 0);
	io_uring_sqe_set_data64(sqe, 1);
	check("the send is done first", run(&id) == 5 && id == 1);
	check("the receive follows", run(&id) == 5 && id == 2);
	check("the bytes came over", !strcmp(buffer, "hello"));
	close(ends[0]);
	close(ends[1]);
}

static void timers(void)
{
	struct __kernel_timespec ts = {.tv_nsec = 1000};
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
	uint64_t id;

	io_uring_prep_timeout(sqe, &ts, 0, 0);
	io_uring_sqe_set_data64(sqe, 3);
	check("a timeout fires", run(&id) == -ETIME && id == 3);
}

static void event_without_offset(void)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
	uint64_t value = 0;
	uint64_t id;
	int fd = eventfd(7, 0);

	io_uring_prep_read(sqe, fd, &value, sizeof(value), 0);
	check("an eventfd is read at any offset", run(&id) == 8 && value == 7);
	close(fd);
}

static void bad_descriptor(void)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
	uint64_t id;
	char c;

	io_uring_prep_read(sqe, -1, &c, 1, 0);
	check("a bad descriptor is -EBADF", run(&id) == -EBADF);
}

int main(void)
{
	if (io_uring_queue_init(4, &ring, 0))
		return 1;
	sockets();
	timers();
	event_without_offset();
	bad_descriptor();
	io_uring_queue_exit(&ring);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
