// SPDX-License-Identifier: MIT
/*
 * The seed's first demo: six timers, armed in disorder.
 *
 *	make lab3-examples SRC=solutions
 *	build/bin/plain/reference-on-reference/lab3-scheduler
 *
 * They fire in the order of their deadlines, on one thread. The seed's delays
 * are taken ten times as fast.
 */
#include <stdio.h>

#include "co/delay.h"

struct print {
	struct co_timer timer;
	int delay;
	const char *text;
};

static void print_run(struct co_work *work, int error)
{
	struct print *p = co_container_of(work, struct print, timer.work);

	if (error)
		printf("delay: %s was dropped\n", p->text);
	else
		printf("delay: %s\n", p->text);
}

int main(void)
{
	struct print prints[] = {
		{.delay = 100, .text = "2"},
		{.delay = 50, .text = "1"},
		{.delay = 1000, .text = "6"},
		{.delay = 500, .text = "5"},
		{.delay = 200, .text = "3"},
		{.delay = 300, .text = "4"},
	};
	/* A head start: none is due before the last one is armed. */
	uint64_t start = co_clock_after(100);
	struct co_delay *delay = NULL;
	size_t i;
	int err;

	err = co_delay_create(&delay);
	printf("main:  start\n");
	for (i = 0; i < 6 && !err; i++) {
		co_timer_init(&prints[i].timer, print_run);
		err = co_delay_arm(delay, &prints[i].timer, NULL,
			start + (uint64_t)prints[i].delay * 100000);
	}
	if (!err) {
		co_delay_shutdown(delay, CO_SHUTDOWN_DRAIN);
		co_delay_join(delay);
		printf("main:  all have fired\n");
	}
	co_delay_destroy(delay);
	return err ? 1 : 0;
}
