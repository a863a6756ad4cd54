# make run      install dependencies, make a debug build, start Snowdeck (only Snowdeck reads standard input)
# make test     install dependencies, build the tests with the same build, run every test and the examples
# make check    formatting, lint, a build with warnings as errors, the hardening of the release, and `make docs`
# make recipes  record the tapes of recipes/ again
# make bench    the speed budget, as ratios to the installed peers (ARGS="--only prompt --only keys" for fewer)
# make fuzz     a million inputs for every reader of outside text, guided by coverage (ARGS="--runs 10000 json har" for
#               fewer; ARGS=--minimize keeps what the last runs found)
# make torture  kills, failing system calls, a misbehaving network, crowds of clients, a jumping clock, limits, full disks
#               (ARGS="--seconds 3600" for an hour, again and again with other seeds; ARGS="--case network --seed 2")
# make docs     the documentation of the libraries in .build/docs, without warnings
# make install  a release build: the program, manual pages, completions and recipes (PREFIX=/usr/local, DESTDIR)
# make deb      a Debian package in .build/deb, checked with lintian
# make wheel    a Python wheel in .build/wheel, for pipx and uvx
# make image    an OCI image in .build/image, which replays tapes
# make pictures the pictures of README.md
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local

debug := .build/debug/snowdeck
release := .build/release/snowdeck
# The program to install and package. One given on the command line is not built.
PROGRAM ?= $(release)
# Finding, relocating and loading shared libraries takes half of the time to the prompt (ARCHITECTURE.md has figures), so
# Swift's library, libstdc++, SQLite, libedit, gumbo and utf8proc are linked statically. The linker uses the first library
# with a name on its path, so a folder with only static ones comes first. The toolchain's linker packs relocations, which
# saves 1.4 MB of memory at the prompt.
static := .build/static
linking = --static-swift-stdlib --disable-local-rpath -Xswiftc -L$(static) \
	-Xswiftc -num-threads -Xswiftc 2 -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --no-export-dynamic $(hardening)
# The HTML parser is C and reads pages from the network: the program is position-independent, with full RELRO, no executable
# stack and a stack protector. scripts/check-hardening verifies it.
hardening = -Xswiftc -Xclang-linker -Xswiftc -pie -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
	-Xlinker -z -Xlinker noexecstack -Xcc -fstack-protector-strong
# Includes folders, whose modification times change when a file is deleted or moved.
sources := $(shell find Sources) Package.swift

.PHONY: run test check docs bench fuzz torture first-look recipes pictures install deb wheel image clean

run: $(debug)
	@exec $(debug) $(ARGS)

# The build must not use standard input and output, which are the program's.
$(debug): $(sources)
	@scripts/set-up
	@echo "Building Snowdeck; the first time takes about two minutes." >&2
	@swift build --product snowdeck $(BUILDING) </dev/null >&2
	@touch $(debug)

$(release): $(sources)
	@scripts/set-up
	@echo "Building the release; the first time takes some minutes." >&2
	@scripts/static-libraries $(static)
	@swift build -c release --product snowdeck $(linking) </dev/null >&2
	@touch $(release)

# BUILDING: additional flags for the build.
test:
	@scripts/set-up
	@{ scripts/set-up test && scripts/install-clients; } & swift build --build-tests $(BUILDING) </dev/null && wait $$!
	@scripts/run-tests
	@scripts/test-examples

check: $(release)
	@scripts/set-up test
	swift format lint --strict --recursive --parallel Sources Tests Examples scripts Package.swift
	swift build --build-tests </dev/null
	scripts/check-hardening $(release)
	scripts/make-docs .build/debug .build/docs

# The modules of a debug build, shared with the tests.
docs:
	@scripts/set-up
	@for library in NowLive MyWork NowWeb CassetteTesting; do \
		swift build --target $$library $(BUILDING) </dev/null >&2 || exit 1; done
	@scripts/make-docs .build/debug .build/docs

bench: $(release)
	@scripts/set-up bench
	@scripts/bench --program $(release) $(ARGS)

# A build of its own: every module is instrumented, and libFuzzer brings `main`.
fuzz: export SNOWDECK_FUZZES = 1
fuzz:
	@scripts/set-up
	@swift build -c release --product snowdeck-fuzz --scratch-path .build/fuzz --sanitize fuzzer -Xswiftc -enable-testing \
		</dev/null >&2
	@scripts/fuzz .build/fuzz/release/snowdeck-fuzz $(ARGS)

# Exits with 1 if output is not on the tape, or a change was not shown.
torture: $(release)
	@scripts/set-up test
	@python3 -B scripts/torture $(ARGS)

# Records the tutorial again and puts its output into README.md.
first-look: $(debug)
	@scripts/first-look $(abspath $(debug))

# Records the tapes of recipes/ again; unchanged tapes are kept.
recipes: $(debug)
	@scripts/record-recipes $(abspath $(debug))

pictures: $(debug)
	@scripts/set-up test && scripts/set-up package
	@scripts/make-pictures $(abspath $(debug)) pictures

share = $(DESTDIR)$(PREFIX)/share
# Debian's zsh searches vendor-completions below /usr and site-functions below /usr/local.
zsh = $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
install: $(PROGRAM)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(share)/snowdeck/recipes/files" "$(share)/snowdeck/sessions"
	install -s -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/snowdeck"
	install -m 644 recipes/*.recipe.md "$(share)/snowdeck/recipes"
	install -m 644 recipes/files/* "$(share)/snowdeck/recipes/files"
	install -m 644 sessions/first-look.cassette "$(share)/snowdeck/sessions"
	install -m 644 AGENTS.md "$(share)/snowdeck"
	install -D -m 644 completions/snowdeck.bash "$(share)/bash-completion/completions/snowdeck"
	install -D -m 644 completions/snowdeck.zsh "$(share)/zsh/$(zsh)/_snowdeck"
	install -D -m 644 completions/snowdeck.fish "$(share)/fish/vendor_completions.d/snowdeck.fish"
	"$(DESTDIR)$(PREFIX)/bin/snowdeck" man "$(share)/man"

deb: $(PROGRAM)
	@scripts/set-up package
	@package=$$(scripts/make-deb $(abspath $(PROGRAM)) .build/deb) && echo "$$package" && \
	lintian --fail-on error,warning "$$package"

wheel: $(PROGRAM)
	@scripts/set-up package
	@scripts/make-wheel $(abspath $(PROGRAM)) .build/wheel

image: $(PROGRAM)
	@scripts/set-up package
	@package=$$(scripts/make-deb $(abspath $(PROGRAM)) .build/deb) && scripts/make-image "$$package" .build/image

clean:
	rm -rf .build
