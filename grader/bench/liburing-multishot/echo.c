// SPDX-License-Identifier: MIT
/*
 * The echo server on liburing with all that the kernel has for it: one receive
 * for the life of a connection, into buffers that the kernel picks from a ring.
 */
#include <liburing.h>

#include "../servers/echo.h"

enum {
	BUFFERS = 1024 /* a power of two */
};

/* What is received and not sent yet, in order: a list of buffers. */
struct piece {
	unsigned at, end;
	struct piece *next;
};

struct connection {
	int fd;
	int gone;
	struct piece *first, *last; /* the first is being sent */
};

static struct io_uring ring;
static struct io_uring_buf_ring *buffers;
static char (*memory)[ECHO_BUFFER];
static struct piece pieces[BUFFERS];

/* The lowest bit of user_data tells a send. */
static struct io_uring_sqe *entry(void)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	if (!sqe) {
		io_uring_submit(&ring);
		sqe = io_uring_get_sqe(&ring);
	}
	return sqe;
}

static void give_back(unsigned id)
{
	io_uring_buf_ring_add(buffers, memory[id], ECHO_BUFFER,
		(unsigned short)id, io_uring_buf_ring_mask(BUFFERS), 0);
	io_uring_buf_ring_advance(buffers, 1);
}

static void receive(struct connection *c)
{
	struct io_uring_sqe *sqe = entry();

	io_uring_prep_recv_multishot(sqe, c->fd, NULL, 0, 0);
	sqe->flags |= IOSQE_BUFFER_SELECT;
	sqe->buf_group = 0;
	io_uring_sqe_set_data(sqe, c);
}

static void send_first(struct connection *c)
{
	struct io_uring_sqe *sqe = entry();
	struct piece *p = c->first;

	io_uring_prep_send(sqe, c->fd, memory[p - pieces] + p->at,
		p->end - p->at, MSG_NOSIGNAL);
	io_uring_sqe_set_data64(sqe, (uintptr_t)c | 1);
}

static void end_if_idle(struct connection *c)
{
	if (!c->gone || c->first)
		return;
	close(c->fd);
	free(c);
}

static void received(struct connection *c, const struct io_uring_cqe *cqe)
{
	struct piece *p;

	if (cqe->res > 0) {
		p = &pieces[cqe->flags >> IORING_CQE_BUFFER_SHIFT];
		*p = (struct piece){.end = (unsigned)cqe->res};
		if (c->first) {
			c->last->next = p;
			c->last = p;
		} else {
			c->first = c->last = p;
			send_first(c);
		}
	} else if (cqe->res != -ENOBUFS) {
		c->gone = 1;
		end_if_idle(c);
		return;
	}
	if (!(cqe->flags & IORING_CQE_F_MORE))
		receive(c);
}

static void sent(struct connection *c, int res)
{
	struct piece *p = c->first;

	p->at = res > 0 ? p->at + (unsigned)res : p->end;
	if (p->at == p->end) {
		c->first = p->next;
		give_back((unsigned)(p - pieces));
	}
	if (c->first)
		send_first(c);
	else
		end_if_idle(c);
}

static void accept_all(int listener)
{
	struct io_uring_sqe *sqe = entry();

	io_uring_prep_multishot_accept(sqe, listener, NULL, NULL, SOCK_CLOEXEC);
	io_uring_sqe_set_data(sqe, NULL);
}

static void accepted(int fd)
{
	struct connection *c = calloc(1, sizeof(*c));

	c->fd = fd;
	receive(c);
}

static int set_up(void)
{
	struct io_uring_buf_reg reg = {.ring_entries = BUFFERS};
	unsigned i;

	if (io_uring_queue_init(1024, &ring,
		    IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN))
		return -1;
	if (posix_memalign((void **)&buffers, 4096,
		    BUFFERS * sizeof(struct io_uring_buf)))
		return -1;
	memory = malloc((size_t)BUFFERS * ECHO_BUFFER);
	reg.ring_addr = (uintptr_t)buffers;
	if (io_uring_register_buf_ring(&ring, &reg, 0))
		return -1;
	io_uring_buf_ring_init(buffers);
	for (i = 0; i < BUFFERS; i++)
		give_back(i);
	return 0;
}

static void echo_serve(int listener)
{
	struct io_uring_cqe *cqe;
	unsigned head, n;

	if (set_up())
		return;
	accept_all(listener);
	for (;;) {
		io_uring_submit_and_wait(&ring, 1);
		n = 0;
		io_uring_for_each_cqe(&ring, head, cqe)
		{
			uint64_t data = cqe->user_data;

			n++;
			if (!data)
				accepted(cqe->res);
			else if (data & 1)
				sent((struct connection *)(uintptr_t)(data - 1),
					cqe->res);
			else
				received((struct connection *)(uintptr_t)data,
					cqe);
		}
		io_uring_cq_advance(&ring, n);
	}
}

ECHO_ROWS
