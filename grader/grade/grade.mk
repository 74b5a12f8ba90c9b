# SPDX-License-Identifier: MIT
# The grader, and the kit: everything a grading links with, built beforehand,
# so that only a student's files are compiled between save and verdict.
#
#   $(O)/kit/launch                 the last program before a test
#   $(O)/kit/V/cflags               how files are compiled in build V
#   $(O)/kit/V/labN-public.o        tests and harness, partially linked
#   $(O)/kit/V/labN-hidden.o
#   $(O)/kit/V/labN-support.o       support/ of that lab alone
#   $(O)/kit/V/labN-reference.o     the reference's src/ of that lab alone
#   $(O)/kit/labN.api               the global symbols of the reference
#   $(O)/kit/labN.support           the global symbols of support/
# and, where grader/explore is there, $(O)/kit/explore (see its own .mk).

KIT := $(O)/kit
# A folder is newer than what was built from it when a file came or went.
KIT_RULES := grader/grade/grade.mk
KIT_VARIANTS := plain asan
lab_of = $(word $(1),$(LABS))
hidden_of = $(call sources,grader/hidden/lab$(1))

# Flags that a grading repeats: the file changes only when they do.
# A submission's warnings are shown and are no errors, in CI either.
kit_cflags = $(filter-out -Werror,$(CFLAGS_all)) $(CFLAGS_$(1)) \
	-fdiagnostics-color=never

# The functions used below (sources, objects, ...) are the top Makefile's and
# stand after its include line: prerequisites are expanded a second time.
.SECONDEXPANSION:
.SECONDARY:

# The sources of a lab's reference; a handout without one has its own.
reference_of = $(or $(call src_reference,$(1)),$(call src_own,$(1)))
support_alone = $(filter-out $(harness_of),$(call sources,$(1)/support))

define kit_variant
$(KIT)/$(1)/cflags: FORCE
	$$(Q)mkdir -p $$(@D)
	$$(Q)echo '$$(call kit_cflags,$(1))' > $$@.new
	$$(Q)cmp -s $$@.new $$@ && rm $$@.new || mv $$@.new $$@
$(KIT)/$(1)/lab%-public.o: $(KIT_RULES) $$$$(wildcard $$$$(call lab_of,$$$$*)/tests) \
		$$$$(call objects,$(1), \
		$$$$(call sources,$$$$(call lab_of,$$$$*)/tests) $$$$(harness_of))
	$$(kit_link)
$(KIT)/$(1)/lab%-hidden.o: $(KIT_RULES) $$$$(wildcard grader/hidden/lab$$$$*) \
		$$$$(call objects,$(1), \
		$$$$(call hidden_of,$$$$*) $$$$(harness_of))
	$$(kit_link)
$(KIT)/$(1)/lab%-support.o: $(KIT_RULES) $$$$(wildcard $$$$(call lab_of,$$$$*)/support) \
		$$$$(call objects,$(1), \
		$$$$(call support_alone,$$$$(call lab_of,$$$$*)))
	$$(kit_link)
$(KIT)/$(1)/lab%-reference.o: $(KIT_RULES) $$$$(wildcard solutions/$$$$(call lab_of,$$$$*)/src) \
		$$$$(call objects,$(1), \
		$$$$(call reference_of,$$$$(call lab_of,$$$$*)))
	$$(kit_link)
endef
define kit_link
$(call say,LD,$@)
$(Q)mkdir -p $(@D)
$(Q)ld -r -o $@ $(filter %.o,$^)
endef
$(foreach v,$(KIT_VARIANTS),$(eval $(call kit_variant,$(v))))

.PHONY: FORCE
FORCE:

kit_names = nm --defined-only --extern-only --format=posix $< | sed 's/ .*//'
$(KIT)/lab%.api: $(KIT)/plain/lab%-reference.o
	$(Q)$(kit_names) | sort > $@
# A student's code has no business with who listens to assertions.
$(KIT)/lab%.support: $(KIT)/plain/lab%-support.o
	$(Q)$(kit_names) | grep -v -x -e co__listener -e co_trace_use_clock | \
		sort > $@

# What a lab's kit consists of: only what there are sources for.
kit_parts = $(if $(call sources,$(call lab_of,$(1))/tests),public) \
	$(if $(call hidden_of,$(1)),hidden) \
	$(if $(call support_alone,$(call lab_of,$(1))),support) \
	$(if $(call reference_of,$(call lab_of,$(1))),reference)
kit_of = $(foreach p,$(call kit_parts,$(1)),$(foreach v,$(KIT_VARIANTS), \
		$(KIT)/$(v)/lab$(1)-$(p).o)) \
	$(if $(filter reference,$(call kit_parts,$(1))),$(KIT)/lab$(1).api) \
	$(if $(filter support,$(call kit_parts,$(1))),$(KIT)/lab$(1).support)

# The explorer's build: compiled its way, joined, its calls redirected.
ifneq ($(wildcard grader/explore/explore.mk),)
KIT_EXPLORE := $(KIT)/explore/cflags $(KIT)/explore/ldflags \
	$(KIT)/explore/wrapped.syms
EXPLORE_INCLUDES = $(LABS:%=-I%/include)

$(O)/obj/explore/%.o: %.c
	$(call say,CC,$< (explore))
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(EXPLORE_CFLAGS) $(EXPLORE_INCLUDES) -MMD -MP -c $< -o $@

$(KIT)/explore/wrapped.syms: grader/explore/wrapped.syms
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@
$(KIT)/explore/cflags: FORCE
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(filter-out -I%,$(EXPLORE_CFLAGS)) -fdiagnostics-color=never' \
		> $@.new
	$(Q)cmp -s $@.new $@ && rm $@.new || mv $@.new $@
# Its ring is in place of the kernel's; it goes in as it is, not redirected.
$(KIT)/explore/ldflags: $(EXPLORE_LIB) $(RING_EXPLORE)
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(EXPLORE_LDFLAGS) $(abspath $(EXPLORE_LIB) $(RING_EXPLORE))' > $@

define kit_explore_link
$(call say,LD,$@)
$(Q)mkdir -p $(@D)
$(Q)ld -r -o $@.raw $(filter %.o,$^)
$(Q)$(call explore_wrap,$@.raw,$@)
$(Q)rm $@.raw
endef
# The explorer listens to assertions itself: it brings what base.c does.
$(KIT)/explore/lab%-support.o: grader/explore/wrapped.syms $$(KIT_RULES) \
		$$(call objects,explore, \
		$$(filter-out lab1-task/support/base.c, \
		$$(call support_alone,$$(call lab_of,$$*))))
	$(kit_explore_link)
$(KIT)/explore/lab%-reference.o: grader/explore/wrapped.syms $$(KIT_RULES) \
		$$(call objects,explore, \
		$$(call reference_of,$$(call lab_of,$$*)))
	$(kit_explore_link)

# One program for each source: $(1) lab number, $(2) its folder, $(3) who sees
define kit_explorers
$(KIT)/explore/lab$(1)-$(3)-%.o: $(O)/obj/explore/$(2)/%.o \
		grader/explore/wrapped.syms
	$$(kit_explore_link)
KIT_EXPLORE += $(patsubst $(2)/%.c,$(KIT)/explore/lab$(1)-$(3)-%.o, \
	$(sort $(wildcard $(2)/*.c)))
endef
$(foreach n,1 2 3 4 5 6, \
	$(eval $(call kit_explorers,$(n),$(call lab_of,$(n))/tests/explore,public)) \
	$(eval $(call kit_explorers,$(n),grader/hidden/lab$(n)/explore,hidden)))
KIT_EXPLORE_PARTS = $(foreach n,$(NUMBERS),$(foreach p, \
	$(filter support reference,$(call kit_parts,$(n))), \
	$(KIT)/explore/lab$(n)-$(p).o))
endif

GRADE_SRCS := $(filter-out grader/grade/launch.c,$(sort \
	$(wildcard grader/grade/*.c grader/rubric/*.c grader/trace/*.c \
	grader/draw/*.c grader/report/*.c)))
GRADE_OBJS := $(GRADE_SRCS:%.c=$(O)/obj/grade/%.o)
GRADE_HAVE := $(if $(wildcard grader/trace/trace.h),-DHAVE_TRACE) \
	$(if $(wildcard grader/draw/draw.h),-DHAVE_DRAW) \
	$(if $(wildcard grader/report/report.h),-DHAVE_REPORT)
GRADE_LIBS := -ljansson \
	$(if $(wildcard grader/draw/draw.h),$$(pkg-config --libs libgvc libcgraph))

$(O)/obj/grade/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_all) -Werror -O2 $(GRADE_HAVE) -Ilab1-task/include \
		-Igrader -Igrader/trace -Igrader/draw -MMD -MP -c $< -o $@

$(O)/bin/grade: $(GRADE_OBJS)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $^ -o $@ $(GRADE_LIBS) -pthread

$(KIT)/launch: grader/grade/launch.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_all) -Werror -O2 -static $< -o $@

.PHONY: kit
kit: $(KIT)/launch $(KIT_VARIANTS:%=$(KIT)/%/cflags) \
	$$(foreach n,$$(NUMBERS),$$(call kit_of,$$(n))) \
	$$(KIT_EXPLORE) $$(KIT_EXPLORE_PARTS)

# make grade LAB=1 SUBMISSION=dir STACK=own JOBS=2 FORMAT=text
grade_args = $(LAB) $(if $(SUBMISSION),--submission $(SUBMISSION)) \
	--stack $(STACK) $(if $(JOBS),--jobs $(JOBS)) \
	$(if $(REPORT),--report $(REPORT)) $(if $(FORMAT),--format $(FORMAT)) \
	$(if $(HINT),--hint $(HINT))

.PHONY: grade mutants attacks
grade: $(O)/bin/grade kit ## Grade the labs here (LAB= SUBMISSION= STACK=)
	$(Q)$(O)/bin/grade $(grade_args)
mutants: $(O)/bin/grade kit ## Show that each broken solution loses points (LAB=)
	$(Q)$(O)/bin/grade mutants $(LAB)
attacks: $(O)/bin/grade kit ## Show that no attack gains a point
	$(Q)$(O)/bin/grade attacks

# The grader's own tests.
GRADE_TEST_SRCS := $(sort $(wildcard grader/tests/grade/*.c))
GRADE_TEST_OBJS := $(GRADE_TEST_SRCS:%.c=$(O)/obj/grade/%.o)
$(GRADE_TEST_OBJS): GRADE_HAVE += -I$(O)/include

$(O)/bin/grade-tests: $(GRADE_TEST_OBJS) \
		$(filter-out %/grade/main.o,$(GRADE_OBJS))
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $^ -o $@ $(GRADE_LIBS) -pthread

TESTS += grade
TEST_grade = $(O)/bin/grade-tests $(KIT)/launch
TEST_DEPS += $(O)/bin/grade-tests $(KIT)/launch

# The programs are built by `kit`, which TEST_DEPS cannot name: it is phony.
TESTS += grading attacks mutants
TEST_grading = grader/tests/grade/grading.sh $(O)/bin/grade
TEST_attacks = $(O)/bin/grade attacks
TEST_mutants = grader/tests/grade/mutants.sh $(O)/bin/grade
TEST_DEPS += $(O)/bin/grade kit
