# SPDX-License-Identifier: MIT
# The suite that runs every lab's examples on the reference.

TESTS += examples
TEST_examples = grader/tests/examples/run.sh $(SERVER_CLIENT) $(EXAMPLE_DIRS)
EXAMPLE_DIRS = $(foreach v,plain asan,$(O)/bin/$(v)/reference-on-reference)
EXAMPLES := $(sort $(foreach c,$(wildcard lab[1-9]-*/examples/*.c), \
	$(firstword $(subst -, ,$(c)))-$(basename $(notdir $(c)))))
TEST_DEPS += $(SERVER_CLIENT)
TEST_DEPS += $(foreach d,$(EXAMPLE_DIRS),$(EXAMPLES:%=$(d)/%))
