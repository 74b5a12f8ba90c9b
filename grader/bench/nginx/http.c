// SPDX-License-Identifier: MIT
/*
 * nginx as one process, without a log, answering from memory.
 */
#include <limits.h>
#include <sys/stat.h>

#include "../servers/http.h"

/* Paths are from the folder in -p. Without a master, this is the worker. */
static const char conf[] =
	"daemon off;\n"
	"master_process off;\n"
	"pid nginx.pid;\n"
	"error_log stderr crit;\n"
	"events { worker_connections 1024; }\n"
	"http {\n"
	"  access_log off;\n"
	"  server_tokens off;\n"
	"  keepalive_requests 1000000000;\n"
	"  keepalive_timeout 3600s;\n"
	"  client_body_temp_path t1; proxy_temp_path t2;\n"
	"  fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;\n"
	"  server {\n"
	"    listen 127.0.0.1:%d;\n"
	"    location / {\n"
	"      default_type text/plain;\n"
	"      return 200 \"Nobody waits here.\\n\";\n"
	"    }\n"
	"  }\n"
	"}\n";

static void http_serve(int listener)
{
	char folder[PATH_MAX + 16];
	char path[PATH_MAX + 32];
	FILE *f;

	http_folder(folder, PATH_MAX);
	strcat(folder, "/nginx.d/");
	mkdir(folder, 0777);
	snprintf(path, sizeof(path), "%snginx.conf", folder);
	f = fopen(path, "w");
	if (!f)
		return;
	fprintf(f, conf, ntohs(server.address.sin_port));
	if (fclose(f))
		return;
	/* It binds by itself, to the port that was found to be free. */
	close(listener);
	/* Its folder is not on everybody's PATH. */
	setenv("PATH", "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin", 1);
	execlp("nginx", "nginx", "-e", "stderr", "-p", folder, "-c", path,
		(char *)NULL);
}

HTTP_ROWS
