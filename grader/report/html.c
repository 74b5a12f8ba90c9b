// SPDX-License-Identifier: MIT
/*
 * The page as a whole. It loads nothing: a policy in its head forbids it, and
 * lets only our own style and script through, which it knows by their hashes.
 * So even markup that slipped past the escaping could run nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../grade/sha256.h"
#include "base64.h"
#include "file.h"
#include "page.h"
#include "report.h"
#include "text.h"

static void put_hash(FILE *out, const char *text)
{
	char hex[SHA256_HEX], pair[3] = "";
	unsigned char hash[(SHA256_HEX - 1) / 2];
	struct sha256 s;
	size_t i;

	sha256_init(&s);
	sha256_add(&s, text, strlen(text));
	sha256_finish(&s, hex);
	for (i = 0; i < sizeof(hash); i++) {
		memcpy(pair, hex + 2 * i, 2);
		hash[i] = (unsigned char)strtoul(pair, NULL, 16);
	}
	fputs("'sha256-", out);
	base64_put(out, hash, sizeof(hash));
	fputc('\'', out);
}

static void put_head(struct page *p)
{
	const struct tally *all = &p->g->all;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; base-uri 'none'; "
	      "form-action 'none'; style-src ",
		p->out);
	put_hash(p->out, page_style);
	fputs("; script-src ", p->out);
	put_hash(p->out, page_script);
	markup(p->out,
		"\">\n<meta name=\"viewport\" "
		"content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<meta name=\"referrer\" content=\"no-referrer\">\n"
		"<title>corolab: %d of %d</title>\n<style>",
		all->score, all->max);
	fputs(page_style, p->out);
	fputs("</style>\n</head>\n", p->out);
}

static void put_body(struct page *p)
{
	size_t i;

	markup(p->out,
		"<body>\n<header>\n<h1>corolab <span class=\"score\">%d of "
		"%d</span></h1>\n</header>\n<main>\n",
		p->g->all.score, p->g->all.max);
	page_errors(p);
	page_next(p);
	page_scores(p);
	page_notices(p);
	fputs("<div class=\"tools\" hidden></div>\n", p->out);
	for (i = 0; i < p->g->lab_count; i++)
		page_lab(p, &p->g->labs[i]);
	fputs("</main>\n", p->out);
	page_facts(p);
	fputs("<script>", p->out);
	fputs(page_script, p->out);
	fputs("</script>\n</body>\n</html>\n", p->out);
}

static int write_page(struct page *p, const char *path, char **why)
{
	struct new_file file;
	int error = file_begin(&file, path, why);

	if (error)
		return error;
	p->out = file.out;
	put_head(p);
	put_body(p);
	return file_end(&file, 0, why);
}

int report_write_html(
	const struct grading *g, const char *dir, const char *tree, char **why)
{
	struct page page = {
		.g = g, .dir = dir, .tree = tree, .next = next_thing(g)};
	char *path;
	int error;

	*why = NULL;
	if (asprintf(&path, "%s/index.html", dir) < 0)
		return -ENOMEM;
	if (tree)
		page.to_tree = file_way(dir, tree);
	error = write_page(&page, path, why);
	free(page.to_tree);
	free(path);
	return error;
}

int report_write(const struct grading *g, const char *dir)
{
	char *why;
	int error;

	if (!dir)
		return 0;
	error = report_write_html(g, dir, ".", &why);
	if (error)
		fprintf(stderr, "grade: %s\n", why ? why : strerror(-error));
	free(why);
	return error;
}
