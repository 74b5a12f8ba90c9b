# SPDX-License-Identifier: MIT
# The trace reader, the drawings and their tests.

TRACE_SRCS := $(sort $(wildcard grader/trace/*.c))
DRAW_SRCS := $(sort $(wildcard grader/draw/*.c))
DRAW_INCLUDES := -Igrader/trace -Igrader/draw -Igrader/tests/trace
DRAW_LDLIBS := -lgvc -lcgraph -ljansson
# Each is a program of its own. All need TRACE_FIXTURE, recorder_test also the
# recorder, lab1-task/support/trace.c.
TRACE_FIXTURE := grader/tests/trace/fixture.c
TRACE_TESTS := $(sort $(wildcard grader/tests/trace/*_test.c))
DRAW_TESTS := $(sort $(wildcard grader/tests/draw/*_test.c))
