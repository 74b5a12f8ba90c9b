# SPDX-License-Identifier: MIT
# The bench: `make bench`, ours against the peers, in one run.
#
#   ONLY='switch-*'    only these rows
#   QUICK=1            shorter rounds, fewer of them
#   STACK=own          measure your own labs instead of the reference
#
# A contender is a folder here and a line below. Everything is -O2. A peer is
# one file, which its compiler sees as a whole; ours is several, and -flto lets
# the compiler see those together too.

BENCH := $(O)/bench
BENCH_FLAGS := -O2 -g -Wall -Wextra $(if $(CI),-Werror)
BENCH_MAIN := $(O)/obj/plain/grader/bench/contender.o
BENCH_PROGRAMS :=

.PHONY: bench bench-setup
bench-setup:
	$(Q)O=$(O) grader/setup/setup.sh base bench

# The reference's labs, or the student's, without the test harness.
bench_src := $(if $(filter reference,$(STACK)),solutions/)
bench_labs := $(filter-out $(addprefix lab1-task/support/, \
	check.c harness.c record.c), \
	$(sort $(wildcard $(LABS:%=$(bench_src)%/src/*.c) \
	$(LABS:%=%/support/*.c))))

# The capstone's server, without its main() and its own clients.
bench_kv := $(addprefix lab5-scheduler/examples/kv/,command.c connection.c \
	reply.c resp.c server.c store.c table.c)

CFLAGS_bench := -O2 -flto=auto
$(O)/obj/bench/%.o: %.c
	$(call say,CC,$< (bench))
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_all) $(CFLAGS_bench) $(INCLUDES) -MMD -MP -c $< -o $@

# The HTTP server of lab 4's examples is a program of its own.
bench_http := $(addprefix lab4-uring/examples/,http.c) \
	$(sort $(wildcard $(addprefix lab4-uring/examples/,http/*.c shared/*.c)))
$(BENCH)/$(STACK)/ours-http: $(patsubst %.c,$(O)/obj/bench/%.o, \
		$(bench_labs) $(bench_http))
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_bench) $^ -o $@ $(LDLIBS) -luring

$(BENCH)/$(STACK)/ours: $(patsubst %.c,$(O)/obj/bench/%.o,$(bench_labs) \
		$(sort $(wildcard grader/bench/ours/*.c $(bench_kv)))) $(BENCH_MAIN) \
		| $(BENCH)/$(STACK)/ours-http
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_bench) $^ -o $@ $(LDLIBS) -luring

# $(1) name, $(2) folder, $(3) suffix, $(4) compiler and options, $(5)
# libraries, $(6) a header that must be there. What cannot be built because it
# is not installed is left out, and the bench says so.
define contender
BENCH_PROGRAMS += $(BENCH)/peers/$(1)
$(BENCH)/peers/$(1): $(sort $(wildcard grader/bench/$(2)/*.$(3))) \
		$(BENCH_MAIN) $(wildcard grader/bench/*.h grader/bench/servers/*.h \
		grader/bench/$(2)/*.h*) \
		| bench-setup
	$$(Q)mkdir -p $$(@D)
	$$(Q)if ! printf '#include <$(6)>\n' | \
			$(4) -E -x $(if $(filter cpp,$(3)),c++,c) - \
			>/dev/null 2>&1; then \
		rm -f $$@; \
		printf '  %-7s %s\n' SKIP '$(1): not installed'; \
	else \
		printf '  %-7s %s\n' BUILD $$@; \
		$(4) $(BENCH_FLAGS) $$(filter %.$(3) %.o,$$^) -o $$@ $(5); \
	fi
endef

bench_cc := $(CC) -std=gnu11 -D_GNU_SOURCE
bench_cxx := -std=c++20
$(eval $(call contender,indirect-call,indirect-call,c,$(bench_cc),,stdint.h))
$(eval $(call contender,ucontext,ucontext,c,$(bench_cc),,ucontext.h))
$(eval $(call contender,cxx20-g++-malloc,cxx20,cpp,$(CXX) $(bench_cxx),,coroutine))
$(eval $(call contender,cxx20-g++-pooled,cxx20,cpp,$(CXX) $(bench_cxx) -DPOOLED,,coroutine))
$(eval $(call contender,cxx20-clang++-malloc,cxx20,cpp,clang++ $(bench_cxx),,coroutine))
$(eval $(call contender,cxx20-clang++-pooled,cxx20,cpp,clang++ $(bench_cxx) -DPOOLED,,coroutine))
$(eval $(call contender,boost-context,boost-context,cpp,$(CXX) $(bench_cxx),-lboost_context,boost/context/fiber.hpp))
$(eval $(call contender,asio,asio,cpp,$(CXX) $(bench_cxx),-pthread,boost/asio/io_context.hpp))
$(eval $(call contender,libuv,libuv,c,$(bench_cc),-luv -pthread,uv.h))
$(eval $(call contender,libev,libev,c,$(bench_cc),-lev -pthread,ev.h))
$(eval $(call contender,mutex-queue,mutex-queue,c,$(bench_cc),-pthread,pthread.h))
$(eval $(call contender,liburing,liburing,c,$(bench_cc),-luring,liburing.h))
$(eval $(call contender,liburing-eventfd,liburing,c,$(bench_cc) -DEVENTFD,-luring,liburing.h))
$(eval $(call contender,liburing-multishot,liburing-multishot,c,$(bench_cc),-luring,liburing.h))
$(eval $(call contender,epoll,epoll,c,$(bench_cc),,sys/epoll.h))

ifneq ($(shell command -v redis-server),)
$(eval $(call contender,redis,redis,c,$(bench_cc),,stdio.h))
endif
ifneq ($(shell PATH=$$PATH:/usr/sbin command -v nginx),)
$(eval $(call contender,nginx,nginx,c,$(bench_cc),,stdio.h))
endif

# Ours with one context in place of two: how much the second core brings.
$(O)/obj/bench/one-context.o: grader/bench/ours/tree.c
	$(call say,CC,$< (one context))
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_all) $(CFLAGS_bench) $(INCLUDES) -DTREE_CONTEXTS=1 \
		-MMD -MP -c $< -o $@
$(BENCH)/$(STACK)/one-context: $(O)/obj/bench/one-context.o \
		$(patsubst %.c,$(O)/obj/bench/%.o,$(bench_labs)) $(BENCH_MAIN)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_bench) $^ -o $@ $(LDLIBS) -luring

# Ours against itself: what two equal contenders differ by is noise. Both are
# copied anew each time: what lies there may be of the other STACK.
BENCH_PROGRAMS += $(BENCH)/peers/ours-again $(BENCH)/peers/one-context
.PHONY: $(BENCH)/peers/ours-again $(BENCH)/peers/one-context
$(BENCH)/peers/ours-again: $(BENCH)/$(STACK)/ours $(BENCH)/$(STACK)/ours-http
	$(Q)mkdir -p $(@D)
	$(Q)cp $(word 2,$^) $(@D)/ours-http
	$(Q)cp $< $@
$(BENCH)/peers/one-context: $(BENCH)/$(STACK)/one-context
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

$(eval $(call contender,pthread-mutex,pthread-mutex,c,$(bench_cc),-pthread,pthread.h))

$(BENCH)/harness: $(patsubst %.c,$(O)/obj/plain/%.o,$(addprefix grader/bench/, \
		harness.c rows.c runner.c stats.c report.c chart.c))
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_plain) $^ -o $@ -ljansson -lm

bench: bench-setup $(BENCH)/harness $(BENCH)/$(STACK)/ours $(BENCH_PROGRAMS) ## Measure ours and the peers in one run (ONLY=glob QUICK=1 STACK=own)
	$(Q)$(BENCH)/harness --ours $(BENCH)/$(STACK)/ours \
		--peers $(BENCH)/peers --json $(BENCH)/bench.json \
		--chart $(BENCH)/timers.svg \
		$(if $(filter-out 0,$(QUICK)),--quick) $(if $(ONLY),--only '$(ONLY)')
