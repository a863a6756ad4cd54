# make run      install what is missing, build, start Snowdeck (a script on standard input is read by Snowdeck alone)
# make test     install what is missing, build, run every test
# make check    formatting, lint, and a build in which a warning is an error
# make bench    the speed budget, as ratios beside the peers found on this machine
# make install  PREFIX=/usr/local
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local

release := .build/release/snowdeck
# Swift's library and libstdc++ inside, and at a fixed address: what the loader has not to find, relocate and page in is
# a third of the time to the prompt. The linker takes the first libstdc++ on its path, so a folder with the static one
# alone comes first.
static := .build/static
linking := --static-swift-stdlib -Xswiftc -L$(static) -Xswiftc -Xclang-linker -Xswiftc -no-pie \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# Folders too: a file that was deleted or moved away shows in its folder alone.
sources := $(shell find Sources) Package.swift

.PHONY: run test check bench first-look install clean

run: $(release)
	@exec $(release) $(ARGS)

# Standard output belongs to the program, standard input too: the build touches neither.
$(release): $(sources)
	@scripts/set-up
	@echo "Building Snowdeck; the first time takes some minutes." >&2
	@mkdir -p $(static) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(static)/libstdc++.a
	@swift build -c release --product snowdeck $(linking) </dev/null >&2
	@touch $(release)

# All tests at once would wait for each other longer than the far ends of their sockets wait for them; eight keep two
# cores busy.
test:
	@scripts/set-up test
	@swift build --build-tests </dev/null
	@SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 swift test --skip-build </dev/null

check:
	@scripts/set-up test
	swift format lint --strict --recursive --parallel Sources Tests scripts Package.swift
	swift build --build-tests </dev/null

bench: $(release)
	@swift build -c release --product snowdeck-bench $(linking) </dev/null >&2
	@.build/release/snowdeck-bench --program $(release)

# Records the tutorial anew, and its text in README.md.
first-look: $(release)
	@scripts/first-look $(abspath $(release))

install: $(release)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(release) "$(DESTDIR)$(PREFIX)/bin/snowdeck"

clean:
	rm -rf .build
