# SPDX-License-Identifier: MIT
# Every command a person types. `make help` lists them.
#
#   O=build            where everything is built
#   BUILD=plain        plain, asan (address, undefined, leak) or tsan
#   SRC=.              whose code a lab's tests run: . (yours) or solutions
#   STACK=reference    whose lower layers it stands on: reference or own
#   RING=kernel        lab 4 and later: kernel or sim, a simulated io_uring
#   V=1                show the commands

O ?= build
V ?= 0
BUILD ?= plain
SRC ?= .
RING ?= kernel
CC = gcc
CXX = g++

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

LABS := lab1-task lab2-executors lab3-sleep lab4-uring lab5-scheduler lab6-sync
HAVE_SOLUTIONS := $(wildcard solutions)
STACK ?= $(if $(HAVE_SOLUTIONS),reference,own)

WARNINGS := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes \
	-Werror=return-type -Werror=implicit-function-declaration
CFLAGS_all := -std=gnu11 -D_GNU_SOURCE -g $(WARNINGS) $(if $(CI),-Werror)
CFLAGS_plain := -O2
CFLAGS_asan := -O1 -fno-omit-frame-pointer -DCO_DEBUG \
	-fsanitize=address,undefined -fno-sanitize-recover=all
CFLAGS_tsan := -O1 -fno-omit-frame-pointer -DCO_DEBUG -fsanitize=thread
VARIANTS := plain asan tsan
INCLUDES := $(LABS:%=-I%/include) -I$(O)/include
LDLIBS := -pthread

ifeq ($(V),0)
Q := @
say = @printf '  %-7s %s\n' '$(1)' '$(2)'
else
Q :=
say = @:
endif

include $(wildcard grader/*/*.mk)

# Set-up ---------------------------------------------------------------------

GREATEST := $(O)/include/greatest.h

.PHONY: setup
setup: ## Find or install what is needed; silent when nothing is missing
	$(Q)O=$(O) grader/setup/setup.sh

# Everything that is built needs the set-up, and the set-up runs first.
ifeq ($(filter help setup clean format,$(or $(MAKECMDGOALS),help)),)
setup_groups := base $(if $(filter test,$(MAKECMDGOALS)),servers)
ifneq ($(shell O=$(O) grader/setup/setup.sh $(setup_groups) >&2 && echo ready),ready)
$(error set-up did not finish: see the message above)
endif
endif

# Objects --------------------------------------------------------------------

define object_rules
$(O)/obj/$(1)/%.o: %.c
	$$(call say,CC,$$<$(if $(filter plain,$(1)),, ($(1))))
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_all) $$(CFLAGS_$(1)) $$(INCLUDES) $$(CFLAGS_extra) \
		-MMD -MP -c $$< -o $$@
endef
$(foreach v,$(VARIANTS),$(eval $(call object_rules,$(v))))

sources = $(sort $(wildcard $(1)/*.c))
objects = $(patsubst %.c,$(O)/obj/$(1)/%.o,$(2))

# Labs -----------------------------------------------------------------------

# Labs 1 to N, for the lab with number N.
upto = $(wordlist 1,$(1),$(LABS))
below = $(filter-out $(word $(1),$(LABS)),$(call upto,$(1)))
# Whose src/ of which lab: solutions or the student's.
src_own = $(call sources,$(1)/src)
src_reference = $(call sources,solutions/$(1)/src)
HARNESS := check harness record
support_of = $(filter-out $(HARNESS:%=lab1-task/support/%.c), \
	$(foreach l,$(1),$(call sources,$(l)/support)))
harness_of := $(HARNESS:%=lab1-task/support/%.c)

# $(1) lab number, $(2) build, $(3) origin of the lab's src, $(4) of the lower
program_srcs = $(call src_$(3),$(word $(1),$(LABS))) \
	$(foreach l,$(call below,$(1)),$(call src_$(4),$(l))) \
	$(call support_of,$(call upto,$(1)))
link_libs = $(LDLIBS) $(if $(filter 4 5 6,$(1)),-luring)

define lab_rules
$(O)/bin/$(2)/$(3)-on-$(4)/lab$(1)-tests: $$(call objects,$(2), \
		$$(call sources,$(word $(1),$(LABS))/tests) \
		$(harness_of) $$(call program_srcs,$(1),$(2),$(3),$(4)))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_$(2)) $$^ -o $$@ $$(call link_libs,$(1))

$(O)/bin/$(2)/$(3)-on-$(4)/lab$(1)-tests-sim: $$(call objects,$(2), \
		$$(call sources,$(word $(1),$(LABS))/tests) \
		$(harness_of) $$(call program_srcs,$(1),$(2),$(3),$(4))) \
		$$(RING_NATIVE)
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_$(2)) -no-pie $$^ -o $$@ $$(LDLIBS)

# An example is NAME.c and, when it is big, the files of a folder NAME; it may
# use what lies in a folder `shared` of its lab or of one below. One that a
# lower lab has, too, goes on from there: it has the files of that folder.
$(O)/bin/$(2)/$(3)-on-$(4)/lab$(1)-%: $(O)/obj/$(2)/$(word $(1),$(LABS))/examples/%.o \
		$$$$(call objects,$(2), \
		$$$$(foreach l,$(call upto,$(1)), \
			$$$$(call sources,$$$$l/examples/$$$$*)) \
		$(foreach l,$(call upto,$(1)),$(call sources,$(l)/examples/shared))) \
		$$(call objects,$(2),$$(call program_srcs,$(1),$(2),$(3),$(4)))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_$(2)) $$^ -o $$@ $$(call link_libs,$(1))
endef
NUMBERS := 1 2 3 4 5 6
ORIGINS := own reference
$(foreach n,$(NUMBERS),$(foreach v,$(VARIANTS),$(foreach s,$(ORIGINS), \
	$(foreach k,$(ORIGINS),$(eval $(call lab_rules,$(n),$(v),$(s),$(k)))))))

origin := $(if $(filter solutions,$(SRC)),reference,own)
flavour := $(BUILD)/$(origin)-on-$(STACK)
public_programs = $(addprefix \
	$(O)/bin/explore/$(origin)-on-$(STACK)/lab$(1)-explore-, \
	$(call public_explorers,$(1)))
# The end of a program's name: labs 4 and later with RING=sim.
ring_of = $(if $(filter sim,$(RING)),$(if $(filter 4 5 6,$(1)),-sim))
examples_of = $(patsubst $(1)/examples/%.c,%,$(call sources,$(1)/examples))

# Where a lab is not there yet, say so instead of failing to link.
define lab_target
.PHONY: lab$(1) lab$(1)-examples
ifneq ($(wildcard $(word $(1),$(LABS))/tests/*.c),)
lab$(1): $(O)/bin/$(flavour)/lab$(1)-tests$(call ring_of,$(1)) \
		$$(call public_programs,$(1))
	$$(Q)status=0; for t in $$^; do $$$$t || status=1; done; exit $$$$status
lab$(1)-examples: $$(addprefix $(O)/bin/$(flavour)/lab$(1)-, \
		$$(call examples_of,$(word $(1),$(LABS))))
else
lab$(1) lab$(1)-examples:
	@echo "lab$(1) is not there yet: see $(word $(1),$(LABS))/README.md"
endif
endef
$(foreach n,$(NUMBERS),$(eval $(call lab_target,$(n))))

# help reads these lines:
#lab1 .. lab6: ## Build a lab and run its public tests (SRC= STACK= BUILD=)
#lab1-examples ..: ## Build a lab's examples into build/bin

# Tests ----------------------------------------------------------------------

# A suite is a name in TESTS, a command in TEST_name, and what it needs built
# in TEST_DEPS; the fragments included above add theirs.
TESTS += tree setup format headers
TEST_setup = grader/setup/tests/run.sh
TEST_tree = grader/tests/tree/tree.sh
TEST_format = grader/tests/tree/format.sh
TEST_headers = grader/tests/tree/headers.sh $(O)

PRESENT := $(foreach n,$(NUMBERS), \
	$(if $(wildcard $(word $(n),$(LABS))/tests/*.c),$(n)))
define lab_suites
TESTS += lab$(1)-$(2)
TEST_lab$(1)-$(2) = $(O)/bin/$(2)/reference-on-reference/lab$(1)-tests
TEST_DEPS += $(O)/bin/$(2)/reference-on-reference/lab$(1)-tests
endef
$(foreach n,$(PRESENT),$(foreach v,$(VARIANTS), \
	$(eval $(call lab_suites,$(n),$(v)))))

chosen_tests = $(if $(ONLY),$(filter $(ONLY),$(TESTS)),$(TESTS))
tab := $(shell printf '\t')
.PHONY: test
test: $(TEST_DEPS) ## Run every test of the project
	$(shell mkdir -p $(O)/test)$(file >$(O)/test/list)
	$(foreach t,$(chosen_tests),$(file >>$(O)/test/list,$(t)$(tab)$(TEST_$(t))))
	$(Q)grader/tests/run.sh $(O)/test/list $(O)/test

# Care -----------------------------------------------------------------------

C_FILES = $(sort $(shell git ls-files -co --exclude-standard '*.c' '*.h'))

.PHONY: format
format: ## Lay out every C file as .clang-format says
	$(Q)clang-format -i $(C_FILES)

compile_commands.json: Makefile $(wildcard */src */support */tests)
	$(Q)grader/setup/compile-commands.sh \
		'$(CC) $(CFLAGS_all) $(CFLAGS_plain) $(INCLUDES)' > $@

.PHONY: editor
editor: compile_commands.json ## Write compile_commands.json for editors

.PHONY: clean
clean: ## Remove everything that was built
	$(Q)rm -rf $(O) compile_commands.json

.PHONY: help
help: ## Show this list
	@echo 'Two commands: make grade   grades the labs in this tree'
	@echo '              make test    runs every test of the project'
	@echo
	@sed -n 's/^#\{0,1\}\([a-z][a-z0-9 .-]*\):[^#]*## \(.*\)/  \1\t\2/p' \
		$(MAKEFILE_LIST) | expand -t 22

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)
