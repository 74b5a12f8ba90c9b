# SPDX-License-Identifier: MIT
# The capstone: the key-value server's parser and store alone, the servers of
# labs 5 and 6 driven from outside on the kernel's ring, and both on one
# submission's own labs.

KV := lab5-scheduler/examples/kv
KV_DATA := $(addprefix $(KV)/,resp.c reply.c store.c table.c)
FUZZ_resp = $(KV_DATA) $(KV)/command.c

.SECONDEXPANSION:
define kv_unit
$(O)/bin/$(1)/kv-tests: $$$$(call objects,$(1), \
		$$$$(call sources,grader/tests/kv) $(KV_DATA))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_$(1)) $$^ -o $$@ $$(LDLIBS)

TESTS += kv-unit-$(1)
TEST_kv-unit-$(1) = $(O)/bin/$(1)/kv-tests
TEST_DEPS += $(O)/bin/$(1)/kv-tests
endef
$(foreach v,asan tsan,$(eval $(call kv_unit,$(v))))

TESTS += kv
KV_DIRS = $(foreach v,plain asan tsan,$(O)/bin/$(v)/reference-on-reference)
TEST_kv = grader/tests/kv/run.sh $(SERVER_CLIENT) $(KV_DIRS)
TEST_DEPS += $(SERVER_CLIENT) $(KV_DIRS:%=%/lab5-kv) $(KV_DIRS:%=%/lab6-kv)

TESTS += kv-own
TEST_kv-own = grader/tests/kv/own.sh $(SERVER_CLIENT) $(GREATEST)
