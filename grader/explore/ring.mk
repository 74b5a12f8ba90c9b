# SPDX-License-Identifier: MIT
#
# The simulated io_uring: two objects that a program is linked with in place
# of -luring.
#
#   $(RING_EXPLORE)   for a program under the explorer
#   $(RING_NATIVE)    for RING=sim, where the kernel refuses io_uring

ring_src := grader/explore/ring
ring_out := $(O)/explore/ring
RING_EXPLORE := $(ring_out)/ring-explore.o
RING_NATIVE := $(ring_out)/ring-native.o
ring_cflags := -std=gnu11 -D_GNU_SOURCE -O2 -g -fno-pie -Wall -Wextra -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -Werror -Igrader/explore \
	-Ilab1-task/include -MMD -MP

$(ring_out)/%.o: $(ring_src)/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(ring_cflags) -c $< -o $@

$(RING_EXPLORE): $(patsubst %,$(ring_out)/%.o,ring ops vfs device world_explore)
	$(call say,LD,$@)
	$(Q)ld -r -o $@ $^

$(RING_NATIVE): $(patsubst %,$(ring_out)/%.o,ring ops world_native)
	$(call say,LD,$@)
	$(Q)ld -r -o $@ $^

$(ring_out)/tests/right.o $(ring_out)/tests/wrong.o: $(ring_out)/tests/%.o: \
		$(ring_src)/tests/%.c $(EXPLORE_SRC)/wrapped.syms
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(EXPLORE_CFLAGS) -MMD -MP -c $< -o $@.raw
	$(Q)$(call explore_wrap,$@.raw,$@)
	$(Q)rm -f $@.raw

$(ring_out)/tests/right $(ring_out)/tests/wrong: %: %.o $(RING_EXPLORE) \
		$(EXPLORE_LIB)
	$(call say,LINK,$@)
	$(Q)$(CC) $(EXPLORE_LDFLAGS) $^ -o $@ -pthread

$(ring_out)/tests/native: $(ring_out)/tests/native.o $(RING_NATIVE)
	$(call say,LINK,$@)
	$(Q)$(CC) -no-pie $^ -o $@

ring_tests := $(addprefix $(ring_out)/tests/,right wrong native)
TESTS += ring
TEST_ring = $(ring_src)/tests/run.sh $(ring_out)/tests
TEST_DEPS += $(ring_tests)

-include $(wildcard $(ring_out)/*.d $(ring_out)/tests/*.d)
