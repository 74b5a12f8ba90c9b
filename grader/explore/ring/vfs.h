/* SPDX-License-Identifier: MIT */
/*
 * Simulated descriptors for the simulated ring under the explorer: files and
 * stream sockets in memory. The explorer's own eventfds work on the ring too.
 *
 * The functions are the test's side of the world: the file that the code under
 * test opens, the client that talks to its server. A call that would block
 * blocks in virtual time, under the schedule's control.
 */
#ifndef SIM_VFS_H
#define SIM_VFS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Make the file that openat(@path) finds. Copies @data. */
void vfs_add_file(const char *path, const void *data, size_t size);

/* The content of the file at @path now; its size, or -1 when there is none. */
ssize_t vfs_file_content(const char *path, const void **data);

/* Two connected sockets. @capacity bytes fit in each direction; 0: 4096. */
void vfs_socketpair(int fds[2], size_t capacity);

/* A listening socket that connect() to @port of 127.0.0.1 reaches. */
int vfs_listen(uint16_t port);

/* A client: connect, send all, receive what is there, at least one byte. */
int vfs_connect(uint16_t port);
ssize_t vfs_send(int fd, const void *data, size_t size);
ssize_t vfs_recv(int fd, void *data, size_t size);
int vfs_close(int fd);

/* How many descriptors are open: what was not closed leaks. */
unsigned vfs_open_count(void);

/* Let the next descriptor fail with EMFILE, @times times. */
void vfs_refuse_descriptors(unsigned times);

#endif
