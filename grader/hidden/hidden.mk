# SPDX-License-Identifier: MIT
# The hidden tests of the labs, for `make test`: the grader builds its own.
#
#   $(O)/bin/VARIANT/ORIGIN-on-STACK/labN-hidden          as co/harness.h says
#   $(O)/bin/explore/ORIGIN-on-STACK/labN-hidden-P        as explore.h says
#
# This file is read before the rules of the labs, so what it defines is
# expanded late: each lab that has hidden tests calls hidden_rules.

define hidden_rules
$(O)/bin/$(2)/$(3)-on-$(4)/lab$(1)-hidden: $$$$(call objects,$(2), \
		$$$$(call sources,grader/hidden/lab$(1)) \
		$$$$(harness_of) $$$$(call program_srcs,$(1),$(2),$(3),$(4)))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_$(2)) $$^ -o $$@ $$(call link_libs,$(1))
endef

# The explorer brings its own way to stop: base.c stays out.
explored_srcs = $(filter-out lab1-task/support/base.c, \
	$(call program_srcs,$(1),plain,$(2),$(3)))

# Labs 4 and later run on the simulated ring there.
explored_ring = $(if $(filter 4 5 6,$(1)),$(RING_EXPLORE))

define hidden_explore_rules
$(O)/bin/explore/$(2)-on-$(3)/lab$(1)-hidden-%: \
		$(O)/obj/explored/grader/hidden/lab$(1)/explore/%.o \
		$$$$(call objects,explored,$$$$(call explored_srcs,$(1),$(2),$(3))) \
		$$$$(call explored_ring,$(1)) $$$$(EXPLORE_LIB)
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(EXPLORE_LDFLAGS) $$^ -o $$@ $$(LDLIBS)
endef

# Redirected one by one; the grader keeps its own, not redirected, elsewhere.
$(O)/obj/explored/%.o: %.c $(EXPLORE_SRC)/wrapped.syms
	$(call say,CC,$< (explore))
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(EXPLORE_CFLAGS) $(INCLUDES) -MMD -MP -MT $@ \
		-MF $(@:.o=.d) -c $< -o $@.raw
	$(Q)$(call explore_wrap,$@.raw,$@) && rm -f $@.raw

# Kept, so that the next build need not make them again.
.PRECIOUS: $(foreach v,plain asan tsan explored,$(O)/obj/$(v)/%.o)

.SECONDEXPANSION:
HIDDEN_LABS := $(patsubst grader/hidden/lab%,%,$(wildcard grader/hidden/lab?))
$(foreach n,$(HIDDEN_LABS),$(foreach v,plain asan tsan, \
	$(foreach s,own reference,$(foreach k,own reference, \
	$(eval $(call hidden_rules,$(n),$(v),$(s),$(k)))))))
$(foreach n,$(HIDDEN_LABS),$(foreach s,own reference, \
	$(foreach k,own reference, \
	$(eval $(call hidden_explore_rules,$(n),$(s),$(k))))))

# Suites of `make test`. Whoever has begun a lab in this tree has no skeleton
# to check any more: what is left of the project is tested all the same.
BEGUN := $(shell git status --porcelain -- 'lab*/src' 2>/dev/null)
ifeq ($(BEGUN),)
TESTS += skeleton untouched
else ifneq ($(filter test,$(MAKECMDGOALS)),)
$(info The tests of the skeletons are left out: lab*/src was edited here.)
endif
TEST_skeleton = grader/tests/skeleton/check.sh
hidden_untouched = $(foreach n,$(HIDDEN_LABS),$(foreach k,tests hidden, \
	$(O)/bin/plain/own-on-reference/lab$(n)-$(k)))
TEST_untouched = grader/tests/skeleton/untouched.sh $(hidden_untouched)
TEST_DEPS += $(hidden_untouched)

define hidden_suites
TESTS += lab$(1)-hidden-$(2)
TEST_lab$(1)-hidden-$(2) = $(O)/bin/$(2)/reference-on-reference/lab$(1)-hidden
TEST_DEPS += $(O)/bin/$(2)/reference-on-reference/lab$(1)-hidden
endef
$(foreach n,$(HIDDEN_LABS),$(foreach v,plain asan tsan, \
	$(eval $(call hidden_suites,$(n),$(v)))))

define hidden_explore_suites
TESTS += lab$(1)-explore-$(2)
TEST_lab$(1)-explore-$(2) = \
	$(O)/bin/explore/reference-on-reference/lab$(1)-hidden-$(2)
TEST_DEPS += $(O)/bin/explore/reference-on-reference/lab$(1)-hidden-$(2)
endef
$(foreach n,$(HIDDEN_LABS),$(foreach p, \
	$(patsubst grader/hidden/lab$(n)/explore/%.c,%, \
		$(wildcard grader/hidden/lab$(n)/explore/*.c)), \
	$(eval $(call hidden_explore_suites,$(n),$(p)))))
