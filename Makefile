# Petteia's front door. `make run` and `make test` are all a person types; see CONTRIBUTING.md.

# The binary that `make` or `make EXE=path` builds (the way of OpenBench): in two passes where llvm-profdata is
# there, `make PROFILE=no` in one.
EXE ?= petteia
export PROFILE
# The net to build in, if it shall not be nets/default.nnue.
ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif
# Builds use what this machine's processor has (PEXT, AVX2); set RUSTFLAGS= for a portable build.
export RUSTFLAGS ?= -C target-cpu=native

# `make PAGES=no` leaves out the pages of the browser, and needs no Node.js.
PAGES ?= yes

# Where `make install` puts the program, its man pages and its completions.
PREFIX ?= /usr/local

.PHONY: build run test test-portable test-shared test-stockfish test-slurm test-web check check-web bench fuzz soak \
	tsan setup web install deb docs

# What the pages are built from.
WEB := web/package-lock.json $(wildcard web/*.html web/*.ts web/*.js web/*.json) $(shell find web/src web/public -type f)

build: setup web
	scripts/build "$(EXE)"

# For all users of this machine, or below PREFIX.
install: setup web
	cargo build --profile dist --bin petteia
	install -D -m 755 target/dist/petteia "$(DESTDIR)$(PREFIX)/bin/petteia"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	target/dist/petteia man --out "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions"
	target/dist/petteia completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/petteia"

# A package for Debian and its kin in target/debian, for any x86-64; newer processors use builds of their own.
deb: setup web
	@cargo deb --version >/dev/null 2>&1 || { \
		echo "Petteia needs cargo-deb: it makes the package. Installing it."; \
		cargo install --quiet --locked cargo-deb; }
	scripts/builds target/packaged
	mkdir -p target/man
	target/packaged/petteia man --out target/man
	target/packaged/petteia completions bash > target/man/petteia.bash
	cargo deb --package petteia --no-build --no-strip --output target/debian/

# The documentation as a book in target/book.
docs:
	@command -v mdbook >/dev/null 2>&1 || { \
		echo "Petteia needs mdbook: it makes the book. Installing it."; \
		cargo install --quiet --locked mdbook; }
	mdbook build docs

# Opens Petteia in the browser.
run: setup web
	cargo run --release --bin petteia -- serve

test: setup web
	@scripts/need python3 python3 "plays the example of a Neighbours agent"
	cargo test --workspace
	$(MAKE) test-portable
	$(MAKE) test-web

# Once more as any x86-64 runs them: magic bitboards instead of PEXT, plain loops instead of AVX2.
test-portable: setup
	RUSTFLAGS= cargo test --target-dir target/portable --package gamekit --package chess --package nnue
	scripts/same-bench

# What needs files that are not in the repository: the tables, nets, books and suites of ../shared or of the
# folder that PETTEIA_SHARED names. With the whole workspace, since its tests are built already.
test-shared: setup
	cargo test --workspace --lib --tests -- --ignored shared

# The pages: their parts one by one, then all of it in a browser.
test-web: setup web
	cd web && npm test
	scripts/need chromium chromium "shows the pages to their tests"
	scripts/need firefox-esr firefox-esr "shows the main flows of the pages to their tests"
	cargo test --workspace --no-run
	cd web && PETTEIA_BIN="$(CURDIR)/target/debug/petteia" npm run e2e
	cd web && PETTEIA_BIN="$(CURDIR)/target/debug/petteia" npm run firefox

check: setup check-web
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

check-web: web/node_modules/.package-lock.json
	cd web && npm run check

# The pages, which the program embeds.
web: $(if $(filter no,$(PAGES)),,web/dist/index.html)

web/dist/index.html: $(WEB) web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	@scripts/need-node
	cd web && npm ci
	@touch $@

# What needs another engine: the reader of Stockfish's nets against Stockfish itself.
test-stockfish: setup
	scripts/need stockfish /usr/games/stockfish "says what its own net says"
	cargo test --workspace --test stockfish -- --ignored

# What needs a cluster: self-play and a match as arrays of tasks, on this machine alone.
test-slurm: setup
	cargo build --bin petteia
	scripts/test-slurm

bench: setup
	scripts/need stockfish /usr/games/stockfish "the reference of the speed ratios"
	scripts/need valgrind valgrind "counts instructions, which do not vary with the machine's load"
	cargo bench --package chess --bench perft
	scripts/perft-instructions

# Ten minutes for each target, or SECONDS=n. Needs the nightly toolchain.
SECONDS ?= 600
fuzz:
	scripts/fuzz $(SECONDS)

# Trouble at random, for an hour or SOAK=n seconds: conversations, traffic, kills, fast games, fuzzing.
SOAK ?= 3600
soak: setup web
	scripts/soak $(SOAK)

# The search on four threads under ThreadSanitizer. Needs the nightly toolchain.
tsan:
	scripts/tsan

setup:
	@scripts/need cargo cargo "builds everything; https://rustup.rs installs it"
