# SPDX-License-Identifier: MIT
#
# The explorer: build it, build tests with it, run its own suite.
#
# The including Makefile may set O (where to build), CC and V=1. What it gets:
#
#   explore                     runs the explorer's own suite
#   $(EXPLORE_LIB)              the runtime, one object
#   $(EXPLORE_CFLAGS)           flags for code under test (student, test, and
#                               support code that is to be explored)
#   $(call explore_wrap,IN.o,OUT.o)
#                               a recipe: redirect the calls of IN.o to the
#                               explorer. Every object of a test program goes
#                               through it once, instrumented or not, also
#                               after `ld -r` and `objcopy --localize`
#   $(EXPLORE_LDFLAGS)          flags to link a test program
#   $(EXPLORE_CHECK) OBJECT...  refuses what cannot be controlled; run it on
#                               objects that went through explore_wrap
#
# So a test program is made by
#
#   $(CC) $(EXPLORE_CFLAGS) -c test.c -o test.raw.o       (each source)
#   $(call explore_wrap,test.raw.o,test.o)
#   $(EXPLORE_CHECK) student.o
#   $(CC) $(EXPLORE_LDFLAGS) test.o student.o $(EXPLORE_LIB) -o test -pthread

O ?= build
CC ?= gcc
OBJCOPY ?= objcopy
EXPLORE_SRC ?= grader/explore
EXPLORE_INC ?= lab1-task/include
EXPLORE_OUT := $(O)/explore
EXPLORE_Q := $(if $(filter-out 0,$(V)),,@)

EXPLORE_LIB := $(EXPLORE_OUT)/explore.o
EXPLORE_CFLAGS := -std=gnu11 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer \
	-fno-pie -fsanitize=thread -ffile-prefix-map=$(CURDIR)/= -Wall -Wextra \
	-I$(EXPLORE_INC) -I$(EXPLORE_SRC)
EXPLORE_LDFLAGS := -no-pie -Wl,-z,now
EXPLORE_CHECK := $(EXPLORE_OUT)/check_objects $(EXPLORE_SRC)/wrapped.syms \
	$(EXPLORE_SRC)/allowed.syms

explore_wrap = $(OBJCOPY) --redefine-syms=$(EXPLORE_SRC)/wrapped.syms $(1) $(2)

explore_own_cflags := -std=gnu11 -D_GNU_SOURCE -O2 -g -fno-pie -Wall -Wextra \
	-Wshadow -Wmissing-prototypes -Wstrict-prototypes -Werror \
	-I$(EXPLORE_INC) -I$(EXPLORE_SRC) -MMD -MP
explore_sources := $(filter-out %/check_objects.c, \
	$(sort $(wildcard $(EXPLORE_SRC)/*.c)))
explore_objects := $(patsubst $(EXPLORE_SRC)/%.c,$(EXPLORE_OUT)/own/%.o, \
	$(explore_sources))
explore_test_sources := $(sort $(wildcard $(EXPLORE_SRC)/tests/*.c))
explore_tests := $(patsubst $(EXPLORE_SRC)/tests/%.c,$(EXPLORE_OUT)/tests/%, \
	$(filter-out %/suite.c,$(explore_test_sources)))

$(EXPLORE_OUT)/own $(EXPLORE_OUT)/tests:
	$(EXPLORE_Q)mkdir -p $@

$(EXPLORE_OUT)/own/%.o: $(EXPLORE_SRC)/%.c | $(EXPLORE_OUT)/own
	$(if $(filter-out 0,$(V)),,@echo "  CC    $<")
	$(EXPLORE_Q)$(CC) $(explore_own_cflags) -c $< -o $@

# Sections of its own keep the explorer's variables apart from the test's,
# which are put back before each schedule, and tell its code from the test's.
$(EXPLORE_LIB): $(explore_objects)
	$(if $(filter-out 0,$(V)),,@echo "  LD    $@")
	$(EXPLORE_Q)$(LD) -r -o $@.all $(explore_objects)
	$(EXPLORE_Q)$(OBJCOPY) --rename-section .data=explore_data \
		--rename-section .bss=explore_bss,alloc \
		--rename-section .text=explore_text \
		--rename-section .text.unlikely=explore_text $@.all $@
	$(EXPLORE_Q)rm -f $@.all

$(EXPLORE_OUT)/check_objects: $(EXPLORE_SRC)/check_objects.c \
		| $(EXPLORE_OUT)/own
	$(if $(filter-out 0,$(V)),,@echo "  CC    $<")
	$(EXPLORE_Q)$(CC) $(explore_own_cflags) -no-pie $< -o $@

$(EXPLORE_OUT)/tests/%.o: $(EXPLORE_SRC)/tests/%.c $(EXPLORE_SRC)/explore.h \
		$(EXPLORE_SRC)/wrapped.syms | $(EXPLORE_OUT)/tests
	$(if $(filter-out 0,$(V)),,@echo "  CC    $<")
	$(EXPLORE_Q)$(CC) $(EXPLORE_CFLAGS) -MMD -MP -MT $@ -MF $(@:.o=.d) \
		-c $< -o $@.raw
	$(EXPLORE_Q)$(call explore_wrap,$@.raw,$@)
	$(EXPLORE_Q)rm -f $@.raw

$(explore_tests): $(EXPLORE_OUT)/tests/%: $(EXPLORE_OUT)/tests/%.o \
		$(EXPLORE_LIB)
	$(if $(filter-out 0,$(V)),,@echo "  LINK  $@")
	$(EXPLORE_Q)$(CC) $(EXPLORE_LDFLAGS) $^ -o $@ -pthread

-include $(explore_objects:.o=.d)
-include $(explore_tests:=.d)

explore: $(explore_tests) $(EXPLORE_OUT)/check_objects ## Run the explorer on right and wrong programs
	$(EXPLORE_Q)$(EXPLORE_SRC)/tests/run $(EXPLORE_OUT) $(EXPLORE_SRC)

.PHONY: explore

# Its place among the suites of `make test`.
TESTS += explore
TEST_explore = $(EXPLORE_SRC)/tests/run $(EXPLORE_OUT) $(EXPLORE_SRC)
TEST_DEPS += $(explore_tests) $(EXPLORE_OUT)/check_objects
