# Petteia's front door. `make run` and `make test` are all a person types; see CONTRIBUTING.md.

# The binary that `make` or `make EXE=path` builds (the way of OpenBench).
EXE ?= petteia
# The net to build in, if it shall not be nets/default.nnue.
ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif
# Builds use what this machine's processor has (PEXT, AVX2); set RUSTFLAGS= for a portable build.
export RUSTFLAGS ?= -C target-cpu=native

.PHONY: build run test test-portable check bench fuzz setup

build: setup
	cargo build --profile dist --bin petteia
	cp target/dist/petteia "$(EXE)"

run: setup
	cargo run --release --bin petteia

test: setup
	cargo test --workspace
	$(MAKE) test-portable

# Once more as any x86-64 runs them: magic bitboards instead of PEXT, plain loops instead of AVX2.
test-portable: setup
	RUSTFLAGS= cargo test --target-dir target/portable --package gamekit --package chess --package nnue

check: setup
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

bench: setup
	scripts/need stockfish /usr/games/stockfish "the reference of the speed ratios"
	scripts/need valgrind valgrind "counts instructions, which do not vary with the machine's load"
	cargo bench --package chess --bench perft
	scripts/perft-instructions

# Ten minutes for each target, or SECONDS=n. Needs the nightly toolchain.
SECONDS ?= 600
fuzz:
	scripts/fuzz $(SECONDS)

setup:
	@scripts/need cargo cargo "builds everything; https://rustup.rs installs it"
