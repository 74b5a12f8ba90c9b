# SPDX-License-Identifier: MIT
# The trace reader, the drawings and their tests.

TRACE_SRCS := $(sort $(wildcard grader/trace/*.c))
DRAW_SRCS := $(sort $(wildcard grader/draw/*.c))
DRAW_INCLUDES := -Igrader/trace -Igrader/draw -Igrader/tests/trace
DRAW_LDLIBS := -lgvc -lcgraph -ljansson
TRACE_TESTS := $(sort $(wildcard grader/tests/trace/*_test.c))
DRAW_TESTS := $(sort $(wildcard grader/tests/draw/*_test.c))

draw_dirs := grader/trace grader/draw grader/tests/trace grader/tests/draw
$(foreach d,$(draw_dirs),$(foreach v,$(VARIANTS), \
	$(eval $(O)/obj/$(v)/$(d)/%.o: CFLAGS_extra = $(DRAW_INCLUDES))))

# Each test is a program of its own, and runs under the sanitizers.
draw_shared := $(TRACE_SRCS) $(DRAW_SRCS) grader/tests/trace/fixture.c \
	lab1-task/support/trace.c
define draw_test
TESTS += $(2)
TEST_$(2) = $(O)/bin/asan/$(2)
TEST_DEPS += $(O)/bin/asan/$(2)
$(O)/bin/asan/$(2): $(patsubst %.c,$(O)/obj/asan/%.o,$(1) $(draw_shared))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_asan) $$^ -o $$@ $$(LDLIBS) $(DRAW_LDLIBS)
endef
draw_name = $(subst _test,,$(notdir $(basename $(1))))
$(foreach t,$(TRACE_TESTS),$(eval $(call draw_test,$(t),trace-$(call draw_name,$(t)))))
$(foreach t,$(DRAW_TESTS),$(eval $(call draw_test,$(t),draw-$(call draw_name,$(t)))))

# Real failures, found by the explorer and drawn by the grader.
explored := $(addprefix $(O)/explore/tests/,atomics conditions locks publish \
	timing runtime)
TESTS += draw-explored
TEST_draw-explored = grader/tests/draw/explored.sh $(O)/bin/grade $(explored)
TEST_DEPS += $(O)/bin/grade $(explored)
