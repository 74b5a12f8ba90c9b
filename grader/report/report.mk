# SPDX-License-Identifier: MIT
# The writers of reports: their tests, in C and in a browser. The writers
# themselves are part of $(O)/bin/grade.

REPORT_SRCS := $(sort $(wildcard grader/report/*.c)) \
	grader/grade/arena.c grader/grade/result.c grader/grade/sha256.c \
	grader/rubric/rubric.c
report_fixture := $(addprefix grader/tests/report/, \
	fixture.c fixture_files.c rubric_fixture.c)
report_tests := $(sort $(wildcard grader/tests/report/*_test.c))
report_objects = $(patsubst %.c,$(O)/obj/report/%.o,$(1))

$(O)/obj/report/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_all) -Werror $(CFLAGS_asan) -Igrader -I$(O)/include \
		-MMD -MP -c $< -o $@

define report_link
$(call say,LINK,$@)
$(Q)mkdir -p $(@D)
$(Q)$(CC) $(CFLAGS_asan) $^ -o $@ -ljansson
endef

$(O)/bin/report-tests: $(call report_objects, \
		$(REPORT_SRCS) $(report_fixture) $(report_tests))
	$(report_link)
$(O)/bin/report-pages: $(call report_objects, \
		$(REPORT_SRCS) $(report_fixture) grader/tests/report/write_pages.c)
	$(report_link)
$(O)/bin/browser-tests: $(call report_objects, \
		$(sort $(wildcard grader/tests/browser/*.c)))
	$(report_link)

TESTS += report
TEST_report = $(O)/bin/report-tests
TEST_DEPS += $(O)/bin/report-tests

# A lab that can be graded here gives real pages; one is enough. The rules of
# the grader stand in its own fragment, which expands prerequisites twice.
report_real := $(if $(wildcard grader/grade/main.c), \
	$(patsubst grader/rubric/lab%.c,%,$(wildcard grader/rubric/lab1.c)))

browser_needs := $(O)/bin/browser-tests $(O)/bin/report-pages \
	$(if $(report_real),$(O)/bin/grade kit)

.PHONY: test-browser
test-browser: $(browser_needs) ## Check the report in Chromium
	$(Q)O=$(O) grader/setup/setup.sh base browser
	$(Q)O=$(O) grader/tests/browser/run.sh $(report_real)
