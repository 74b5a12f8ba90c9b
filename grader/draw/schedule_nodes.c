// SPDX-License-Identifier: MIT
/* The nodes of a wait-for graph: threads, and what they wait for. */
#include "schedule_nodes.h"

#include <stdlib.h>
#include <string.h>

static const struct schedule_wait *wait_of(const struct schedule *s, int thread)
{
	int i;

	for (i = 0; i < s->nwaits; i++)
		if (s->waits[i].at.thread == thread)
			return &s->waits[i];
	return NULL;
}

static const struct schedule_step *last_step(
	const struct schedule *s, int thread)
{
	int i;

	for (i = s->nsteps - 1; i >= 0; i--)
		if (s->steps[i].at.thread == thread)
			return &s->steps[i];
	return NULL;
}

static void put_last_step(FILE *out, const struct schedule *s, int thread)
{
	const struct schedule_step *step = last_step(s, thread);
	char *words = step ? schedule_step_text(step) : NULL;

	if (words) {
		fprintf(out, "\\nstep %d: ", step->number);
		schedule_put_wrapped(out, words, COLUMNS, "\\n");
		schedule_put_place(out, "\\n", &step->at);
	}
	free(words);
}

static enum sketch_look put_state(
	FILE *out, const struct schedule *s, int thread)
{
	const struct schedule_wait *w = wait_of(s, thread);

	if (w && !strcmp(w->op, "end of test")) {
		fputs("\\nthe test body has returned", out);
		return LOOK_DONE;
	}
	if (w) {
		schedule_put_place(out, "\\nwaits at ", &w->at);
		return LOOK_WAITING;
	}
	if (s->ended[thread] >= 0) {
		fprintf(out, "\\nended at step %d",
			s->steps[s->ended[thread]].number);
		return LOOK_DONE;
	}
	put_last_step(out, s, thread);
	return LOOK_RUNNING;
}

Agnode_t *schedule_thread_node(struct waits_graph *g, int thread)
{
	enum sketch_look look = LOOK_DONE;
	char *text;
	FILE *out;

	if (g->threads[thread])
		return g->threads[thread];
	out = sketch_text(&text);
	schedule_put_thread(out, g->s, thread);
	if (out)
		look = put_state(out, g->s, thread);
	g->threads[thread] = sketch_node(
		g->k, NULL, look, sketch_done(out, &text), NULL);
	return g->threads[thread];
}

static enum sketch_look object_look(const struct schedule_wait *w)
{
	const char *kind = schedule_object_kind(w);

	if (strstr(kind, "lock") || !strcmp(kind, "mutex"))
		return LOOK_LOCK;
	if (!strcmp(kind, "completion of"))
		return LOOK_SQE;
	return !strcmp(kind, "eventfd") ? LOOK_TIMER : LOOK_UNKNOWN;
}

static char *object_label(const struct schedule_wait *w)
{
	const char *kind = schedule_object_kind(w);
	char *text;
	FILE *out = sketch_text(&text);

	if (!out)
		return NULL;
	/* Not "mutex mutex 1". */
	if (strncmp(w->object, kind, strlen(kind)) != 0)
		fprintf(out, "%s ", kind);
	if (*w->object)
		schedule_put_wrapped(out, w->object, COLUMNS, "\\n");
	else
		schedule_put_wrapped(out, w->what, COLUMNS, "\\n");
	if (w->hopeless && w->holder < 0)
		fputs("\\nnobody is left to end this wait", out);
	return sketch_done(out, &text);
}

/* Waits for one thing share its node. */
Agnode_t *schedule_object_node(struct waits_graph *g, int wait)
{
	const struct schedule_wait *w = &g->s->waits[wait];
	Agnode_t *n;
	int i;

	for (i = 0; i < wait && *w->object; i++)
		if (g->objects[i] &&
			!strcmp(g->s->waits[i].object, w->object) &&
			!strcmp(schedule_object_kind(&g->s->waits[i]),
				schedule_object_kind(w)))
			return g->objects[wait] = g->objects[i];
	n = sketch_node(g->k, NULL, object_look(w), object_label(w), NULL);
	if (w->circle || w->hopeless)
		sketch_blame(n);
	return g->objects[wait] = n;
}
