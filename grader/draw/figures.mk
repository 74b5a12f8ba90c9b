# SPDX-License-Identifier: MIT
# The figures of the handouts. labN-X/img/EXAMPLE-KIND.svg is drawn from a trace
# of labN-X/examples/EXAMPLE.c on the reference; KIND is a kind of
# `grade graph`: await, timeline, waits. To add a figure, create an empty file
# of that name and run `make figures`.

#
# A timeline that is too wide for a page shows so many slices of its beginning.
FIGURE_FIRST_lab4-echo-timeline := 11

FIGURES := $(sort $(wildcard lab[1-9]-*/img/*.svg))

# $(1) the figure: its lab, its example, its kind.
figure_lab = $(firstword $(subst -, ,$(1)))
figure_words = $(subst -, ,$(basename $(notdir $(1))))
figure_kind = $(lastword $(call figure_words,$(1)))
figure_example = $(patsubst %-$(call figure_kind,$(1)),%,$(basename $(notdir $(1))))
figure_program = $(O)/bin/plain/reference-on-reference/$(call \
	figure_lab,$(1))-$(call figure_example,$(1))
figure_name = $(call figure_lab,$(1))-$(basename $(notdir $(1)))
figure_first = $(FIGURE_FIRST_$(call figure_name,$(1)))
figure_trace = $(O)/figures/$(call figure_name,$(1)).trace

define figure_rule
.PHONY: figure-$(1)
figure-$(1): $(call figure_program,$(1)) $(O)/bin/grade
	$$(call say,DRAW,$(1))
	$$(Q)mkdir -p $(O)/figures
	$$(Q)CO_TRACE=$(call figure_trace,$(1)) $$< >/dev/null
	$$(Q)$(O)/bin/grade graph $(call figure_trace,$(1)) \
		--kind $(call figure_kind,$(1)) -o $(1) \
		$(if $(call figure_first,$(1)),--first $(call figure_first,$(1)))
endef
$(foreach f,$(FIGURES),$(eval $(call figure_rule,$(f))))

.PHONY: figures
figures: $(FIGURES:%=figure-%) ## Draw the handouts' figures again, from traces
