// SPDX-License-Identifier: MIT
/* What is known of a waiting task, in words for people. */
#include <stdlib.h>
#include <string.h>

#include "waits.h"

/* Named in a sentence; a shared lock may have thousands. */
enum {
	MAX_HOLDERS = 5
};

const char *trace_verdict_text(enum trace_verdict verdict)
{
	switch (verdict) {
	case TRACE_ALL_DONE:
		return "Every task that was started has ended";
	case TRACE_CAN_GO_ON:
		return "The trace ends while there is still something to do";
	case TRACE_DEADLOCK:
		return "Deadlock: these tasks wait for each other in a circle";
	case TRACE_LOST_WAKEUP:
		return "Lost wake-up: a task waits and nothing is left to "
		       "wake it";
	}
	return "";
}

const char *trace_why_text(enum trace_wait_why why)
{
	static const char *const words[] = {
		[TRACE_WHY_AWAITS] = "awaits",
		[TRACE_WHY_WANTS] = "wants",
		[TRACE_WHY_HELD_BY] = "held by",
		[TRACE_WHY_TIMER] = "sleeps until",
		[TRACE_WHY_SQE] = "waits for",
		[TRACE_WHY_QUEUED_ON] = "queued on",
		[TRACE_WHY_RUNS_ON] = "runs on",
		[TRACE_WHY_UNKNOWN] = "waits for",
	};

	return words[why];
}

static void say_holders(FILE *out, const struct trace *t, int lock)
{
	int hold = t->locks[lock].holds;
	int said = 0;

	if (hold < 0) {
		fputs("which is free: its turn was never given to it", out);
		return;
	}
	fputs("held by ", out);
	for (; hold >= 0 && said < MAX_HOLDERS; hold = t->holds[hold].next) {
		const struct trace_hold *h = &t->holds[hold];

		fputs(said++ ? ", " : "", out);
		if (h->task >= 0)
			fputs(t->tasks[h->task].id, out);
		else
			fprintf(out, "thread %s", t->threads[h->thread].id);
	}
	fputs(hold >= 0 ? " and others" : "", out);
}

static void say_child(FILE *out, const struct trace *t, int child)
{
	const struct trace_task *c = &t->tasks[child];

	fprintf(out, "awaits %s", c->id);
	if (c->destroyed && !trace_is_over(c->status))
		fputs(", which was destroyed before it ended", out);
	else if (trace_is_over(c->status))
		fprintf(out, ", which is %s: nobody resumed who waits for it",
			trace_status_name(c->status));
	else if (c->status == TRACE_CREATED)
		fputs(", which was never started", out);
}

static void say_sqe(FILE *out, const struct trace_sqe *q)
{
	fprintf(out, "waits for %s, %s", q->id,
		q->submitted ? "in flight"
			     : "prepared but never submitted to the kernel");
}

static void say_edge(FILE *out, const struct trace *t,
	const struct trace_waits *w, const struct trace_wait_edge *e)
{
	int index = w->nodes[e->to].index;

	switch (e->why) {
	case TRACE_WHY_AWAITS:
		say_child(out, t, index);
		break;
	case TRACE_WHY_WANTS:
		fprintf(out, "wants %s, ", t->locks[index].id);
		say_holders(out, t, index);
		break;
	case TRACE_WHY_TIMER:
		fprintf(out, "waits for %s of %d ms", t->timers[index].id,
			t->timers[index].ms);
		break;
	case TRACE_WHY_SQE:
		say_sqe(out, &t->sqes[index]);
		break;
	case TRACE_WHY_QUEUED_ON:
		fprintf(out, "is ready and queued on %s, which %s",
			t->executors[index].id,
			e->lost ? "never took it" : "has not taken it yet");
		break;
	case TRACE_WHY_RUNS_ON:
		fprintf(out, "runs on thread %s", t->threads[index].id);
		break;
	case TRACE_WHY_UNKNOWN:
		fprintf(out, "waits for %s",
			*t->tasks[index].kind ? t->tasks[index].kind
					      : "something unknown");
		fputs(e->lost ? ", and nothing is left that could wake it" : "",
			out);
		break;
	case TRACE_WHY_HELD_BY:
		break;
	}
}

char *trace_wait_sentence(
	const struct trace *t, const struct trace_waits *w, int task)
{
	const struct trace_task *k = &t->tasks[task];
	int at = w->node_of_task[task];
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int edge;

	if (!out)
		return NULL;
	fprintf(out, "%s ", k->id);
	edge = at < 0 ? -1 : w->nodes[at].out;
	if (edge < 0)
		fprintf(out, "is %s", trace_status_name(k->status));
	for (; edge >= 0; edge = w->edges[edge].next_out) {
		say_edge(out, t, w, &w->edges[edge]);
		fputs(w->edges[edge].next_out >= 0 ? ", and " : "", out);
	}
	if (*k->file)
		fprintf(out, " (%s:%u)", trace_base_name(k->file), k->line);
	if (k->cancel_asked)
		fputs(" (it was asked to cancel)", out);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

int trace_stack(const struct trace *t, int task, int *frames, int max)
{
	int depth = 0;
	int at = task;

	while (at >= 0 && depth <= t->ntasks) {
		if (depth < max)
			frames[depth] = at;
		depth++;
		at = t->tasks[at].waiter;
		if (at == task)
			break;
	}
	return depth;
}
