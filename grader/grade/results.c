// SPDX-License-Identifier: MIT
/*
 * Writing results.json. Reading it back is in resume.c.
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fs.h"
#include "results.h"

static void put(json_t *to, const char *key, const char *text)
{
	if (text)
		json_object_set_new(to, key, json_string(text));
}

static void put_number(json_t *to, const char *key, long long value)
{
	json_object_set_new(to, key, json_integer(value));
}

static json_t *list_of(const struct lines *l)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < l->count; i++)
		json_array_append_new(list, json_string(l->at[i]));
	return list;
}

static void put_lines(json_t *to, const char *key, const struct lines *l)
{
	if (l->count)
		json_object_set_new(to, key, list_of(l));
}

static json_t *failures_of(const struct run *r)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < r->failure_count; i++) {
		const struct failure *f = &r->failures[i];
		json_t *o = json_object();

		put(o, "file", f->file);
		if (f->file)
			put_number(o, "line", f->line);
		put(o, "what", f->what);
		put(o, "expected", f->expected);
		put(o, "actual", f->actual);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *run_of(const struct run *r)
{
	json_t *o = json_object();

	put(o, "build", build_name(r->build));
	put(o, "status", verdict_name(r->verdict));
	put(o, "message", r->message);
	put_number(o, "wall_ms", r->wall_ms);
	put_number(o, "cpu_ms", r->cpu_ms);
	put_number(o, "memory_kb", r->memory_kb);
	if (r->signal)
		put_number(o, "signal", r->signal);
	put_lines(o, "steps", &r->steps);
	if (r->failure_count)
		json_object_set_new(o, "failures", failures_of(r));
	put_lines(o, "where", &r->where);
	put(o, "report", r->report);
	put(o, "output", r->output);
	put(o, "schedule", r->schedule);
	put(o, "story", r->story);
	put(o, "stuck", r->stuck);
	put(o, "trace", r->trace);
	return o;
}

static json_t *test_of(
	const struct lab_result *lab, const struct test_result *t)
{
	json_t *o = json_object(), *runs = json_array();
	size_t i;

	put(o, "name", t->rubric->name);
	put(o, "part", t->rubric->part);
	put(o, "visibility",
		t->rubric->visibility == RUBRIC_HIDDEN ? "hidden" : "public");
	put(o, "status", verdict_name(t->verdict));
	put_number(o, "points", t->points);
	put_number(o, "max_points", t->rubric->points);
	if (rubric_is_challenge(lab->rubric, t->rubric))
		json_object_set_new(o, "challenge", json_true());
	put(o, "message", t->message);
	put(o, "property", t->rubric->property);
	put(o, "section", t->rubric->section);
	put(o, "again", t->again);
	put(o, "graph", t->graph);
	put(o, "diff", t->diff);
	put(o, "chrome", t->chrome);
	for (i = 0; i < t->run_count; i++)
		json_array_append_new(runs, run_of(&t->runs[i]));
	json_object_set_new(o, "runs", runs);
	return o;
}

static json_t *tally_of(const struct tally *t)
{
	return json_pack("{s:i,s:i,s:i,s:i,s:i}", "score", t->score, "max",
		t->max, "skipped", t->skipped, "passed", t->passed, "tests",
		t->tests);
}

static json_t *parts_of(const struct lab_result *lab)
{
	const struct rubric_part *p;
	json_t *list = json_array();

	for (p = lab->rubric->parts; p && p->id; p++) {
		struct tally t = lab_tally_part(lab, p->id);
		json_t *o = tally_of(&t);

		put(o, "part", p->id);
		put(o, "title", p->title);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *refusals_of(const struct lab_result *lab)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < lab->refusal_count; i++) {
		json_t *o = json_object();

		put(o, "file", lab->refusals[i].file);
		put(o, "what", lab->refusals[i].what);
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *lab_of(const struct lab_result *lab)
{
	json_t *o = json_object(), *tests = json_array();
	char name[16];
	size_t i;

	snprintf(name, sizeof(name), "lab%d", lab->rubric->number);
	put(o, "lab", name);
	put(o, "title", lab->rubric->title);
	put_number(o, "score", lab->all.score);
	put_number(o, "max", lab->all.max);
	put_number(o, "skipped", lab->all.skipped);
	json_object_set_new(o, "public", tally_of(&lab->open));
	json_object_set_new(o, "hidden", tally_of(&lab->hidden));
	json_object_set_new(o, "parts", parts_of(lab));
	put(o, "compile_error", lab->compile_error);
	json_object_set_new(o, "refusals", refusals_of(lab));
	json_object_set_new(o, "notes", list_of(&lab->notes));
	if (lab->blamed_lab)
		put_number(o, "blamed_lab", lab->blamed_lab);
	put(o, "blame", lab->blame);
	for (i = 0; i < lab->test_count; i++)
		json_array_append_new(tests, test_of(lab, &lab->tests[i]));
	json_object_set_new(o, "tests", tests);
	return o;
}

static json_t *grading_of(const struct grading *g)
{
	json_t *o = json_object(), *labs = json_array();
	size_t i;

	put_number(o, "version", 1);
	put_number(o, "score", g->all.score);
	put_number(o, "max", g->all.max);
	put_number(o, "skipped", g->all.skipped);
	json_object_set_new(o, "finished", json_boolean(g->finished));
	put(o, "submission", g->submission);
	put(o, "hash", g->hash);
	put(o, "stack", g->own_stack ? "own" : "reference");
	put(o, "sandbox", g->sandbox);
	put_number(o, "wall_ms", g->wall_ms);
	json_object_set_new(o, "warnings", list_of(&g->warnings));
	json_object_set_new(o, "ignored", list_of(&g->ignored));
	for (i = 0; i < g->lab_count; i++)
		json_array_append_new(labs, lab_of(&g->labs[i]));
	json_object_set_new(o, "labs", labs);
	return o;
}

int results_print(const struct grading *g, FILE *out)
{
	json_t *o = grading_of(g);
	int err = json_dumpf(o, out, JSON_INDENT(1)) ? -EIO : 0;

	fputc('\n', out);
	json_decref(o);
	return fflush(out) ? -errno : err;
}

int results_write(const struct grading *g, const char *path)
{
	json_t *o = grading_of(g);
	char *text = json_dumps(o, JSON_INDENT(1));
	int err = text ? fs_write(path, text, strlen(text)) : -ENOMEM;

	free(text);
	json_decref(o);
	return err;
}
