// SPDX-License-Identifier: MIT
/*
 * The table on the screen, and the same in JSON.
 */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "bench.h"

void bench_print_head(FILE *out)
{
	fprintf(out, "%-16s %-21s %10s %-5s %6s %10s\n", "row", "contender",
		"median", "", "spread", "ours/peer");
}

static bool is_limit(const struct bench_result *r, int i)
{
	return r->row->limit && i == r->n - 1;
}

static void print_one(FILE *out, const struct bench_result *r, int i)
{
	const struct bench_contender *c = &r->contenders[i];

	fprintf(out, "%-16s %-21s ", i ? "" : r->row->name, c->name);
	if (c->state == BENCH_NOT_INSTALLED) {
		fprintf(out, "%10s\n", "not installed");
		return;
	}
	if (c->state == BENCH_FAILED) {
		fprintf(out, "%10s: %s\n", "failed", c->why);
		return;
	}
	fprintf(out, "%10.2f %-5s %4.0f %%", c->median, r->row->unit,
		100 * c->spread);
	if (i && r->contenders[0].state == BENCH_LIVE)
		fprintf(out, " %10.2f", c->ratio);
	else
		fprintf(out, " %10s", "");
	fprintf(out, "%s%s\n", is_limit(r, i) ? " limit" : "",
		r->noisy && !i ? " noisy" : "");
}

void bench_print(FILE *out, const struct bench_result *result)
{
	int i;

	for (i = 0; i < result->n; i++)
		print_one(out, result, i);
	fflush(out);
}

/* Three digits after the point: the rest is noise. */
static json_t *number(double x)
{
	return json_real((double)(long long)(x * 1000 + 0.5) / 1000);
}

static json_t *figures(const struct bench_contender *c)
{
	json_t *list = json_array();
	int i;

	for (i = 0; i < c->rounds; i++)
		json_array_append_new(list, number(c->figures[i]));
	return list;
}

static json_t *details(const struct bench_contender *c)
{
	static const char *const states[] = {"ok", "not installed", "failed"};
	json_t *o = json_pack("{s:s}", "state", states[c->state]);

	if (c->state == BENCH_FAILED)
		json_object_set_new(o, "why", json_string(c->why));
	if (c->state != BENCH_LIVE)
		return o;
	json_object_set_new(o, "spread", number(c->spread));
	json_object_set_new(
		o, "operations", json_integer((json_int_t)c->operations));
	json_object_set_new(o, "rounds", figures(c));
	return o;
}

static json_t *row(const struct bench_result *r)
{
	const struct bench_contender *ours = &r->contenders[0];
	json_t *peers = json_object();
	json_t *ratio = json_object();
	json_t *all = json_object();
	json_t *limit = json_object();
	int i;

	for (i = 0; i < r->n; i++) {
		const struct bench_contender *c = &r->contenders[i];

		json_object_set_new(all, c->name, details(c));
		if (!i || c->state != BENCH_LIVE)
			continue;
		json_object_set_new(is_limit(r, i) ? limit : peers, c->name,
			number(c->median));
		if (ours->state == BENCH_LIVE)
			json_object_set_new(ratio, c->name, number(c->ratio));
	}
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:o}", "row",
		r->row->name, "unit", r->row->unit, "ours",
		ours->state == BENCH_LIVE ? number(ours->median) : json_null(),
		"peers", peers, "ratio", ratio, "limit", limit, "noisy",
		r->noisy, "contenders", all);
}

int bench_write_json(
	const char *path, const struct bench_result *results, int n)
{
	json_t *rows = json_array();
	json_t *top = json_pack("{s:o}", "rows", rows);
	int err;
	int i;

	for (i = 0; i < n; i++)
		json_array_append_new(rows, row(&results[i]));
	errno = 0;
	err = json_dump_file(top, path, JSON_INDENT(2) | JSON_REAL_PRECISION(8))
		      ? -(errno ? errno : EIO)
		      : 0;
	json_decref(top);
	return err;
}
