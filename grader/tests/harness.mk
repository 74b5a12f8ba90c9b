# SPDX-License-Identifier: MIT
# The suite that looks at the harness of all test programs from outside.

.SECONDEXPANSION:
$(O)/bin/plain/harness-sample: $$(call objects,plain, \
		grader/tests/harness/sample.c $$(harness_of) \
		$$(call support_of,lab1-task) $$(call src_reference,lab1-task))
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_plain) $^ -o $@ $(LDLIBS)

TESTS += harness
TEST_harness = grader/tests/harness/run.sh $(O)/bin/plain/harness-sample
TEST_DEPS += $(O)/bin/plain/harness-sample
