# SPDX-License-Identifier: MIT
# The suite that drives lab 4's servers, on the kernel's ring.

SERVER_CLIENT = $(O)/bin/plain/reference-on-reference/servers-client
$(SERVER_CLIENT): $$(call objects,plain,$$(call sources,grader/tests/servers) \
		$$(call program_srcs,4,plain,reference,reference))
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_plain) $^ -o $@ $(call link_libs,4)

TESTS += servers
TEST_servers = grader/tests/servers/run.sh $(SERVER_CLIENT) $(EXAMPLE_DIRS)
TEST_DEPS += $(SERVER_CLIENT)
