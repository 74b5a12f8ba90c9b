// SPDX-License-Identifier: MIT
/*
 * What the code of every lab may call: memory, strings, printing, and what the
 * compiler calls on its own. Nothing here opens, executes, exits, signals,
 * jumps or looks up a symbol. Threads, clocks and rings come with the labs
 * that are about them.
 */
#include "rubric.h"

const char *const rubric_common_symbols[] = {
	/* Memory. */
	"malloc", "calloc", "realloc", "reallocarray", "free", "aligned_alloc",
	"posix_memalign", "malloc_usable_size",
	/* Bytes and strings. */
	"memcpy", "memmove", "memset", "memcmp", "memchr", "memrchr", "memmem",
	"mempcpy", "bcmp", "bzero", "explicit_bzero", "strlen", "strnlen",
	"strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcpy", "strncpy",
	"stpcpy", "strcat", "strncat", "strchr", "strrchr", "strchrnul",
	"strstr", "strspn", "strcspn", "strpbrk", "strsep", "strtok_r",
	"strdup", "strndup", "strerror", "strerror_r", "strerrordesc_np",
	"strerrorname_np", "__xpg_strerror_r", "ffs", "ffsl", "ffsll",
	/* Numbers. */
	"abs", "labs", "llabs", "strtol", "strtoul", "strtoll", "strtoull",
	"__isoc23_strtol", "__isoc23_strtoul", "__isoc23_strtoll",
	"__isoc23_strtoull", "atoi", "atol", "rand_r", "qsort", "qsort_r",
	"bsearch",
	/* Printing, for people who debug that way: no verdict hangs on it. */
	"printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "fputs",
	"fputc", "putc", "fwrite", "fflush", "perror", "snprintf", "vsnprintf",
	"sprintf", "vsprintf", "sscanf", "__isoc99_sscanf", "stdout", "stderr",
	"__printf_chk", "__fprintf_chk", "__vfprintf_chk", "__snprintf_chk",
	"__vsnprintf_chk", "__sprintf_chk", "__memcpy_chk", "__memset_chk",
	"__memmove_chk", "__strcpy_chk", "__strcat_chk", "__strncpy_chk",
	/* Errors and stopping at one. */
	"__errno_location", "__assert_fail", "abort",
	/* The compiler and the linker. */
	"_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail", "__tls_get_addr",
	"__emutls_get_address",
	/* C11 threads' and pthreads' locks that live in memory alone. */
	"pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_trylock",
	"pthread_mutex_unlock", "pthread_mutex_destroy", "pthread_self",
	"pthread_equal", "pthread_cond_init", "pthread_cond_wait",
	"pthread_cond_timedwait", "pthread_cond_clockwait",
	"pthread_cond_signal", "pthread_cond_broadcast", "pthread_cond_destroy",
	"pthread_condattr_init", "pthread_condattr_setclock",
	"pthread_condattr_destroy", "pthread_mutexattr_init",
	"pthread_mutexattr_settype", "pthread_mutexattr_destroy",
	"pthread_spin_init", "pthread_spin_lock", "pthread_spin_trylock",
	"pthread_spin_unlock", "pthread_spin_destroy", "pthread_once",
	"pthread_key_create", "pthread_key_delete", "pthread_setspecific",
	"pthread_getspecific",
	"sched_yield", "clock_gettime", "nanosleep", "clock_nanosleep", "time",
	NULL,
};
