# SPDX-License-Identifier: MIT
# Fuzzing: every grader/tests/fuzz/NAME_fuzz.c is a target, and FUZZ_NAME names
# the sources that it needs; a fragment elsewhere may set its own.
#
#   $(O)/bin/asan/fuzz-NAME    put together here, the same inputs every time
#   $(O)/bin/fuzz/NAME         by libFuzzer, which clang brings

FUZZ_http = $(addprefix lab4-uring/examples/http/,request.c field.c)

FUZZ_RUNS ?= 1000000
FUZZ_NAMES := $(patsubst grader/tests/fuzz/%_fuzz.c,%, \
	$(sort $(wildcard grader/tests/fuzz/*_fuzz.c)))
FUZZ_CFLAGS := -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all \
	-fsanitize=fuzzer,address,undefined

define fuzz_rules
$(O)/bin/asan/fuzz-$(1): $$$$(call objects,asan,grader/tests/fuzz/driver.c \
		grader/tests/fuzz/$(1)_fuzz.c $$$$(FUZZ_$(1)))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_asan) $$^ -o $$@

$(O)/bin/fuzz/$(1): grader/tests/fuzz/$(1)_fuzz.c $$$$(FUZZ_$(1)) \
		grader/tests/fuzz/fuzz.h
	$$(call say,CLANG,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)clang $$(CFLAGS_all) $$(FUZZ_CFLAGS) $$(INCLUDES) \
		$$(filter %.c,$$^) -o $$@

.PHONY: fuzz-$(1)
fuzz-$(1): $(O)/bin/fuzz/$(1) $(O)/bin/asan/fuzz-$(1)
	$$(Q)mkdir -p $(O)/fuzz/$(1)
	$$(Q)$(O)/bin/asan/fuzz-$(1) --seeds $(O)/fuzz/$(1)
	$$(Q)$(O)/bin/fuzz/$(1) -runs=$$(FUZZ_RUNS) -max_len=16384 -timeout=5 \
		-artifact_prefix=$(O)/fuzz/$(1)- -print_final_stats=1 \
		-verbosity=0 $(O)/fuzz/$(1)

TESTS += fuzz-$(1)
TEST_fuzz-$(1) = $(O)/bin/asan/fuzz-$(1) 100000
TEST_DEPS += $(O)/bin/asan/fuzz-$(1)
endef
.SECONDEXPANSION:
$(foreach n,$(FUZZ_NAMES),$(eval $(call fuzz_rules,$(n))))

.PHONY: fuzz
fuzz: $(FUZZ_NAMES:%=fuzz-%) ## Fuzz every parser (FUZZ_RUNS=1000000 inputs)
