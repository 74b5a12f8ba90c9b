# SPDX-License-Identifier: MIT
# The public tests that run on the explorer: labN-X/tests/explore/P.c.
#
#   $(O)/bin/explore/ORIGIN-on-STACK/labN-explore-P       as explore.h says
#
# `make labN` runs them behind the others, and so does `make test`.

lab_named = $(word $(1),$(LABS))
public_explorers = $(patsubst $(call lab_named,$(1))/tests/explore/%.c,%, \
	$(sort $(wildcard $(call lab_named,$(1))/tests/explore/*.c)))

define public_explore_rules
$(O)/bin/explore/$(2)-on-$(3)/lab$(1)-explore-%: \
		$(O)/obj/explored/$(call lab_named,$(1))/tests/explore/%.o \
		$$$$(call objects,explored,$$$$(call explored_srcs,$(1),$(2),$(3))) \
		$$$$(call explored_ring,$(1)) $$$$(EXPLORE_LIB)
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(EXPLORE_LDFLAGS) $$^ -o $$@ $$(LDLIBS)
endef
$(foreach n,1 2 3 4 5 6,$(foreach s,own reference,$(foreach k,own reference, \
	$(eval $(call public_explore_rules,$(n),$(s),$(k))))))

define public_explore_suite
TESTS += lab$(1)-public-$(2)
TEST_lab$(1)-public-$(2) = \
	$(O)/bin/explore/reference-on-reference/lab$(1)-explore-$(2)
TEST_DEPS += $(O)/bin/explore/reference-on-reference/lab$(1)-explore-$(2)
endef
$(foreach n,1 2 3 4 5 6,$(foreach p,$(call public_explorers,$(n)), \
	$(eval $(call public_explore_suite,$(n),$(p)))))
