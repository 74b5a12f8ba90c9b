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
KIT_VARIANTS := plain asan
lab_of = $(word $(1),$(LABS))
hidden_of = $(call sources,grader/hidden/lab$(1))

# Flags that a grading repeats: the file changes only when they do.
kit_cflags = $(CFLAGS_all) $(CFLAGS_$(1)) -fdiagnostics-color=never

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
$(KIT)/$(1)/lab%-public.o: $$$$(call objects,$(1), \
		$$$$(call sources,$$$$(call lab_of,$$$$*)/tests) $$$$(harness_of))
	$$(kit_link)
$(KIT)/$(1)/lab%-hidden.o: $$$$(call objects,$(1), \
		$$$$(call hidden_of,$$$$*) $$$$(harness_of))
	$$(kit_link)
$(KIT)/$(1)/lab%-support.o: $$$$(call objects,$(1), \
		$$$$(call support_alone,$$$$(call lab_of,$$$$*)))
	$$(kit_link)
$(KIT)/$(1)/lab%-reference.o: $$$$(call objects,$(1), \
		$$$$(call reference_of,$$$$(call lab_of,$$$$*)))
	$$(kit_link)
endef
define kit_link
$(call say,LD,$@)
$(Q)mkdir -p $(@D)
$(Q)ld -r -o $@ $^
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
		-Igrader -MMD -MP -c $< -o $@

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
	$$(foreach n,$$(NUMBERS),$$(call kit_of,$$(n)))

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
