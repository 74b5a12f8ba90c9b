// SPDX-License-Identifier: MIT
/*
 * What others may do while a managed task ends, explored: look, call the
 * manager from what it calls, and free what the task lay in.
 */
#include "../../../../lab5-scheduler/tests/managing.h"
#include "../../lab3/explore/timing.h"

static struct co_looper *make_looper(void)
{
	struct co_looper *l = NULL;

	CO_CHECK_EQ(0, co_looper_create("looper", &l));
	return l;
}

/* Whether the task of @id has ended, and how. */
static bool has_ended(struct co_manager *m, uint64_t id, int *error)
{
	struct co_managed_info info;

	CO_CHECK_EQ(0, co_manager_find(m, id, &info));
	*error = info.error;
	return co_status_is_final(info.status);
}

/* The frame is the caller's, who frees it as soon as the end is seen. */
static void frame_is_free_when_the_end_is_seen(void)
{
	const struct co_managed_options options = {.keep = true};
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct nest *nest = calloc(1, sizeof(*nest));
	uint64_t id = 0;
	int i, error = 0;

	co_task_init(&nest->task, nest_body, "nest");
	co_task_set_cleanup(&nest->task, nest_cleanup);
	nest->notes = &notes;
	nest->depth = 1;
	nest->error = -EIO;
	CO_CHECK_EQ(0, co_manager_add(m, &nest->task, &options, &id));
	for (i = 0; i < 3 && !has_ended(m, id, &error); i++)
		explore_point("look again");
	if (i == 3)
		co_manager_wait(m);
	free(nest);
	CO_CHECK(has_ended(m, id, &error));
	CO_CHECK_EQ(-EIO, error);
	CO_CHECK_EQ(1, notes.n);
	co_manager_destroy(m);
	co_looper_destroy(l);
}

/* Who waits for the task does not wait for its time limit. */
static void limit_that_is_not_reached_holds_nothing(void)
{
	const struct co_managed_options options = {
		.keep = true,
		.timeout_ms = HOUR,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct co_delay *d = begin_time();
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	uint64_t start = co_clock_now();
	uint64_t id = add_nest(m, &notes, 1, 5, &options);

	co_manager_wait(m);
	CO_CHECK_EQ(start + 5 * MS, co_clock_now());
	check_status(m, id, CO_DONE);
	co_manager_destroy(m);
	end_time(d);
	co_looper_destroy(l);
}

/* Data whose release looks at the manager, as a log of all tasks would. */
struct looking {
	struct co_manager *manager;
	int released;
};

static void look_and_release(void *data)
{
	struct looking *looking = data;

	co_manager_list(looking->manager, NULL, 0);
	looking->released++;
}

static void release_may_use_its_manager(void)
{
	struct looking looking = {0};
	struct co_managed_options options = {
		.data = &looking,
		.release = look_and_release,
	};
	struct notes notes = NOTES_INITIALIZER;
	struct world w;
	uint64_t id;

	world_init(&w);
	looking.manager = make_manager(world_executor(&w));
	add_nest(looking.manager, &notes, 1, 0, &options);
	options.keep = true;
	id = add_nest(looking.manager, &notes, 1, 0, &options);
	world_run(&w);
	CO_CHECK_EQ(1, looking.released);
	CO_CHECK_EQ(0, co_manager_forget(looking.manager, id));
	CO_CHECK_EQ(2, looking.released);
	co_manager_destroy(looking.manager);
}

/* Hears of its own end, and looks at the manager then. */
struct hearer {
	struct co_task task;
	struct co_cancel_callback callback;
	struct co_sleep nap;
	struct co_manager *manager;
	bool *heard;
};

static void hearer_hears(struct co_cancel_callback *callback)
{
	struct hearer *f = co_container_of(callback, struct hearer, callback);

	CO_CHECK_EQ(1, co_manager_list(f->manager, NULL, 0));
	*f->heard = true;
}

static void hearer_cleanup(struct co_task *self)
{
	co_cancel_deregister(&co_frame(self, struct hearer)->callback);
}

static struct co_task *hearer_body(struct co_task *self)
{
	struct hearer *f = co_frame(self, struct hearer);

	CO_BEGIN(self);
	CO_CHECK_EQ(0,
		co_cancel_register(self->cancel, &f->callback, hearer_hears));
	CO_TRY(self, co_sleep_ms(&f->nap, HOUR));
	CO_END(self);
}

static void who_hears_of_a_kill_may_use_the_manager(void)
{
	struct co_manager *m;
	struct co_task *task;
	bool heard = false;
	struct world w;
	uint64_t id = 0;

	world_init(&w);
	m = make_manager(world_executor(&w));
	task = co_task_create(sizeof(struct hearer), hearer_body, "hearer");
	co_frame(task, struct hearer)->manager = m;
	co_frame(task, struct hearer)->heard = &heard;
	co_task_set_cleanup(task, hearer_cleanup);
	CO_CHECK_EQ(0, co_manager_add(m, task, NULL, &id));
	world_settle(&w);
	CO_CHECK_EQ(0, co_manager_kill(m, id));
	CO_CHECK(heard);
	world_settle(&w);
	check_unknown(m, id);
	co_manager_destroy(m);
}

/* Its own number lies in its frame, which goes when it ends. */
struct numbered {
	struct co_task task;
	struct co_manager *manager;
	uint64_t id;
};

static struct co_task *numbered_body(struct co_task *self)
{
	struct numbered *f = co_frame(self, struct numbered);

	CO_BEGIN(self);
	check_status(f->manager, f->id, CO_RUNNING);
	CO_END(self);
}

static void number_is_known_before_the_task_begins(void)
{
	struct co_looper *l = make_looper();
	struct co_manager *m = make_manager(co_looper_executor(l));
	struct numbered *f;

	f = co_frame(co_task_create(sizeof(*f), numbered_body, "numbered"),
		struct numbered);
	f->manager = m;
	f->id = 0;
	CO_CHECK_EQ(0, co_manager_add(m, &f->task, NULL, &f->id));
	co_manager_destroy(m);
	co_looper_destroy(l);
}

/* Takes work, but for the first item. */
struct moody {
	struct co_executor executor;
	struct co_executor *taker;
	CO_ATOMIC(unsigned) posts;
};

static int moody_post(struct co_executor *executor, struct co_work *work)
{
	struct moody *m = co_container_of(executor, struct moody, executor);

	if (!atomic_fetch_add(&m->posts, 1))
		return -EAGAIN;
	return co_post(m->taker, work);
}

struct adding {
	struct co_manager *manager;
	struct notes *notes;
	uint64_t id;
};

static void *add_one(void *arg)
{
	const struct co_managed_options options = {.keep = true};
	struct adding *a = arg;
	struct co_task *task = make_nest(a->notes, 1, 0);

	while (co_manager_add(a->manager, task, &options, &a->id))
		CO_CHECK_EQ(0, a->id);
	return NULL;
}

/* One of two is refused, gives its number back, and tries again. */
static void number_is_never_given_twice(void)
{
	struct notes notes = NOTES_INITIALIZER;
	struct co_looper *l = make_looper();
	struct moody moody = {.taker = co_looper_executor(l)};
	struct adding adding[2];
	pthread_t thread;
	int i;

	co_executor_init(&moody.executor, moody_post, "moody");
	adding[0] = (struct adding){make_manager(&moody.executor), &notes, 0};
	adding[1] = adding[0];
	CO_CHECK_EQ(0, pthread_create(&thread, NULL, add_one, &adding[0]));
	add_one(&adding[1]);
	pthread_join(thread, NULL);
	co_manager_wait(adding[0].manager);
	CO_CHECK(adding[0].id && adding[1].id);
	CO_CHECK(adding[0].id != adding[1].id);
	for (i = 0; i < 2; i++)
		check_status(adding[i].manager, adding[i].id, CO_DONE);
	CO_CHECK_EQ(2, notes.n);
	co_manager_destroy(adding[0].manager);
	co_looper_destroy(l);
}

static const struct explore_test tests[] = {
	EXPLORE_TEST(frame_is_free_when_the_end_is_seen),
	EXPLORE_TEST(
		limit_that_is_not_reached_holds_nothing, .schedules = MANY),
	EXPLORE_TEST(release_may_use_its_manager),
	EXPLORE_TEST(who_hears_of_a_kill_may_use_the_manager),
	EXPLORE_TEST(number_is_known_before_the_task_begins),
	EXPLORE_TEST(number_is_never_given_twice),
	{0},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, tests);
}
