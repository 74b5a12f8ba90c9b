// SPDX-License-Identifier: MIT
/*
 * Part E: the shared promise.
 */
#include "suites.h"
#include "util.h"

TEST promise_tells_all_before_and_after(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_promise promise;
	struct waiting f[3];
	struct manual m;
	int value = 7;
	int i;

	manual_init(&m);
	co_shared_promise_init(&promise);
	for (i = 0; i < 3; i++) {
		waiting_init(&f[i], &notes, i);
		f[i].promise = &promise;
		if (i < 2)
			start_on(&m, &f[i].task);
	}
	manual_run(&m);
	CO_CHECK_EQ(0, notes.n);
	CO_CHECK_EQ(0, co_shared_promise_set(&promise, &value));
	manual_run(&m);
	CO_CHECK_EQ(2, notes.n);
	CO_CHECK_EQ(0, notes.ids[0]);
	co_step("one comes late");
	start_on(&m, &f[2].task);
	manual_run(&m);
	CO_CHECK_EQ(3, notes.n);
	CO_CHECK(co_shared_promise_value(&promise) == &value);
	co_shared_promise_fini(&promise);
	PASS();
}

TEST promise_keeps_its_first_result(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_shared_promise promise;
	struct waiting f;
	int value;

	co_shared_promise_init(&promise);
	CO_CHECK_EQ(0, co_shared_promise_fail(&promise, -EIO));
	CO_CHECK_EQ(-EALREADY, co_shared_promise_set(&promise, &value));
	CO_CHECK_EQ(-EALREADY, co_shared_promise_fail(&promise, -EPERM));
	waiting_init(&f, &notes, 1);
	f.promise = &promise;
	co_resume(&f.task);
	CO_CHECK_EQ(-EIO, noted_error(&notes, 1));
	CO_CHECK(!co_shared_promise_value(&promise));
	co_shared_promise_fini(&promise);
	PASS();
}

TEST promise_is_claimed_once(void)
{
	struct co_shared_promise promise;

	co_shared_promise_init(&promise);
	CO_CHECK(co_shared_promise_claim(&promise));
	CO_CHECK(!co_shared_promise_claim(&promise));
	CO_CHECK_EQ(0, co_shared_promise_set(&promise, NULL));
	CO_CHECK(!co_shared_promise_claim(&promise));
	co_shared_promise_fini(&promise);
	PASS();
}

SUITE(part_e)
{
	RUN_TEST(promise_tells_all_before_and_after);
	RUN_TEST(promise_keeps_its_first_result);
	RUN_TEST(promise_is_claimed_once);
}
