# make run      builds and opens the demo        make test   runs every test; ONLY= those that match
# make bench    measures                         make lint   checks layout and walls of the code
# make fuzz     SECONDS=30 RUNS= SEED= TARGETS=  make tsan   runs every test under ThreadSanitizer
# make torture  fails or ends every system call, and prints what was tried of each promise
# make docs     draws the pictures of docs/ and writes its pages
# make install  PREFIX=/usr/local DESTDIR=       make clean  removes what was built
# make dist     an archive and a package in dist/, for machines without Swift
#
# `bench` measures the parts, within one process; for the whole program see Benchmarks/README.md.
#
# `fuzz` feeds mutated files to every reader for so many seconds each, or so many inputs; see
# docs/safety.md.
#
# `run` and `test` first install the system libraries that are missing. What is run, tested, measured
# and shipped is one release build. With ONLY=, tests run in a debug build, in which only the targets
# that loop over pixels are optimised: it is ready sooner after a change.

PREFIX ?= /usr/local
DESTDIR ?=
DEMO ?= snapreview-demo
SWIFT ?= swift
RUNS ?=
SEED ?=
SECONDS ?= $(if $(RUNS),,30)
TARGETS ?=
ONLY ?=

# Debug information is a fourteenth of the compiler's work, and half of the program's size.
flags := -c release -debug-info-format none

ifeq ($(shell uname -s),Darwin)
  # For Package.swift, where no `brew shellenv` has set it.
  HOMEBREW_PREFIX ?= $(shell brew --prefix 2>/dev/null)
  export HOMEBREW_PREFIX
else
  # The program links the Swift runtime statically where the toolchain carries it (see
  # Package.swift). The tests cannot: Swift Testing exists as a shared library only.
  runtime := $(shell $(SWIFT) -print-target-info 2>/dev/null | \
    sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  static := $(patsubst %/,%,$(dir $(wildcard $(runtime)_static/linux/libFoundationEssentials.a)))
endif

# Where the compiler's memory lies decides the order of some of its instructions, so that place stays
# the same where the system allows it (not in every container): one commit, one archive.
placed := $(shell setarch -R true 2>/dev/null && echo setarch -R)

build := $(if $(static),SNAPREVIEW_STATIC=$(static)) $(placed) $(SWIFT) build $(flags) --product snapreview \
  $(if $(static),--disable-local-rpath)
binary = $(shell $(SWIFT) build $(flags) --show-bin-path)/snapreview

.PHONY: all build run tested test test-programs test-screens test-parts fuzz tsan torture bench docs lint format install uninstall dist clean dependencies

all: build

dependencies:
	@scripts/install-dependencies

build: dependencies
	@test -e .build/release || \
	  echo "Building. The first time takes 2 to 3 minutes on two cores, later ones less than one." >&2
ifneq ($(static),)
	@mkdir -p .build/archives
	@archive=$$("$(runtime)/../../bin/clang" -print-file-name=libstdc++.a); \
	if [ -e "$$archive" ]; then ln -sf "$$archive" .build/archives/; fi
endif
	@scripts/telling building env $(build)

run: build
	@echo "Opening sample failures in $(DEMO)." >&2
	@$(binary) demo $(DEMO) || test $$? = 1 # cases are left

# In processes of their own: a thread that waits for a program that it has started tests nothing else.
# Tests reach internals through `package` access, so nothing of the program is compiled twice.
tests := $(SWIFT) test $(flags) --disable-testable-imports
some := $(SWIFT) test
first := ^SettingsTests
programs := ^SnapreviewTests\.[A-J]
screens := ^SnapreviewTests\.[K-Z]

# Tests wait for the disk wherever something must not be lost. In memory, where there is room to write
# and run files, they take three quarters of the time.
in_memory = $(shell findmnt -nbo AVAIL,OPTIONS /dev/shm 2>/dev/null | \
  awk '!/noexec/ && $$1 > 4e9 { print "TMPDIR=/dev/shm" }')

# The program itself, not the one that is linked for the tests: it is what they are about, and they
# start it two thousand times, which takes two thirds of the time.
program := SNAPREVIEW_PROGRAM="$(CURDIR)/.build/tested"

tested: build
	@cp "$(binary)" .build/tested

test: $(if $(ONLY),dependencies,tested)
ifeq ($(ONLY),)
	$(program) $(tests) --filter '$(first)' # compiles all
	@$(MAKE) --no-print-directory -j3 test-programs test-screens test-parts
else
	$(some) --filter '$(ONLY)'
endif

at_once = $(in_memory) $(program) $(tests) --skip-build --ignore-lock

test-programs:; $(at_once) --filter '$(programs)'
test-screens:; $(at_once) --filter '$(screens)'
test-parts:; $(at_once) --skip '$(first)|$(programs)|$(screens)'

torture: tested
	$(tortured) --filter '^CatalogTests\.(Fault|FaultyRecovery|PowerLoss|HostileFolder|GitDeciding|TwoStores|RuleSaving|StoreProperty)Tests'
	$(tortured) --filter '^SnapreviewTests\.TortureTests'

tortured := SNAPREVIEW_TORTURE=1 $(program) $(tests)

fuzz: dependencies
	Fuzzing/run "$(RUNS)" "$(SECONDS)" "$(SEED)" $(TARGETS)

tsan: tests += --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --scratch-path .build-tsan
# Crashes are for the program itself to answer.
tsan: export TSAN_OPTIONS := handle_segv=0:handle_sigbus=0:handle_sigfpe=0
tsan: dependencies
	$(tests) --filter '$(or $(ONLY),.)'

bench: dependencies
	$(SWIFT) run --package-path Benchmarks $(flags)

docs: dependencies
	SNAPREVIEW_DOCS="$(CURDIR)/docs" $(some) --filter '^SnapreviewTests\.DocsTests'

sources := Package.swift Sources Tests $(wildcard Benchmarks Fuzzing)

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(sources)
	@scripts/check-walls

format:
	$(SWIFT) format --in-place --parallel --recursive $(sources)

share = $(DESTDIR)$(PREFIX)/share
completions = "$(share)/bash-completion/completions/snapreview" \
  "$(share)/zsh/site-functions/_snapreview" "$(share)/fish/vendor_completions.d/snapreview.fish"

# What is installed and handed out has the optimiser wherever it helps; see Package.swift.
install dist: export SNAPREVIEW_DIST := 1
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(share)/snapreview" "$(share)/man/man1"
	install -s -m 755 "$(binary)" "$(DESTDIR)$(PREFIX)/bin/snapreview"
	cp -R themes "$(share)/snapreview/"
	for page in docs/man/*.1; do \
	  gzip -9nc "$$page" > "$(share)/man/man1/$$(basename "$$page").gz" || exit 1; \
	done
	set -e; set -- bash zsh fish; for file in $(completions); do \
	  install -d "$${file%/*}"; \
	  "$(binary)" --generate-completion-script "$$1" > "$$file"; shift; \
	done

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/snapreview" "$(share)"/man/man1/snapreview*.1.gz $(completions)
	rm -rf "$(share)/snapreview"

dist: build
	scripts/dist dist

clean:
	rm -rf dist .build .build-fuzz .build-tsan Benchmarks/.build
