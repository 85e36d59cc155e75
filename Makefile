# Needs make, Rust (cargo), and a Python with pip. Everything else goes into .venv and target, inside the checkout.
# `make` alone lists the commands. Another interpreter: `make test PYTHON=python3.12 VENV=.venv-3.12`.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=

PY     := $(VENV)/bin/python
DEPS   := $(VENV)/.deps
RELEASE := .venv-release
BUILT  := $(VENV)/.built
CRATE  := Cargo.toml Cargo.lock .cargo/config.toml build.rs $(shell find src proto -type f 2>/dev/null)
MODULE := opentelemetry.proto_native

# One interpreter for these, so that cargo finds nothing changed from one command to the next.
test test-rust lint: export PYO3_PYTHON := $(abspath $(PY))
# maturin calls pip too.
export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo collector test test-rust lint format api soak fuzz soak-exporters bench bench-instructions check-instructions wheel dist dist-future clean

help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-18s %s\n", $$1, $$2 }'

demo: $(BUILT) ## Serialize real SDK data, compare bytes and speed with the reference encoder
	@$(PY) -m $(MODULE) $(ARGS)

test: $(BUILT) ## Run the Python test suite (ARGS="-k name -x" is handed to pytest)
	$(PY) -m pytest $(ARGS)

test-rust: $(DEPS) ## Run the Rust tests
	cargo test --locked $(ARGS)

collector: build/collector ## Build the OpenTelemetry Collector of the end-to-end tests (needs Go)

api: $(BUILT) ## Write docs/api.md from the docstrings
	$(PY) -m tools.api_reference write

soak: $(BUILT) ## Ten million records in flat memory, changing spans, requests of gigabytes (ARGS=RECORDS for fewer)
	OTEL_PROTO_NATIVE_SLOW=1 $(PY) -m pytest -q tests/robustness/test_sizes.py
	PYTHONMALLOC=debug $(PY) -X dev -W ignore -m tests.robustness.soak $(ARGS)

fuzz: $(BUILT) ## Fuzz the wire room and the Python surface, each for 60 seconds (ARGS=SECONDS; needs cargo-fuzz; pip install atheris to guide it)
	fuzz/run $(PY) $(or $(ARGS),60)

soak-exporters: $(BUILT) build/collector ## Ten minutes of load on a Collector that comes and goes, for each transport
	$(PY) -m tests.exporters.soak $(ARGS)

lint: $(BUILT) ## Check format, lints and types, change nothing
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy --python-version 3.11 tools bench
	$(PY) -m mypy.stubtest $(MODULE)._native

format: $(DEPS) ## Format the Rust and Python sources
	cargo fmt
	$(VENV)/bin/ruff check --fix --select I
	$(VENV)/bin/ruff format

bench: $(BUILT) ## Time all shapes against the reference, write docs/performance.md and .svg, and the README's table
	$(PY) -m bench --write-docs $(ARGS)
	$(PY) -m bench.end_to_end --write-docs
	$(PY) -m bench.limits --write-docs

bench-instructions: $(BUILT) ## Count instructions by callgrind, record them in docs (needs valgrind, cc)
	$(PY) -m bench.instructions --record $(ARGS)

check-instructions: $(BUILT) ## Fail where a shape needs over 10 % more instructions than recorded
	$(PY) -m bench.instructions --check $(ARGS)

wheel: $(DEPS) ## Build an optimized wheel for this machine into dist/
	rm -rf dist
	$(VENV)/bin/maturin build --release --locked --interpreter $(PY) --out dist

dist: $(RELEASE)/.deps $(DEPS) ## Build what is released from here, and prove it: nine checks, every Python, twice the same bytes
	$(RELEASE)/bin/python -m tools.dist $(ARGS)

dist-future: $(RELEASE)/.deps ## Try that on CPython 3.14 and 3.15, the oldest Rust, big-endian s390x (root on Debian)
	$(RELEASE)/bin/python -m tools.future $(ARGS)

build/collector: $(wildcard tests/collector/*)
	cd tests/collector && GOFLAGS=-trimpath go build -ldflags='-s -w' -o $(abspath $@) .

clean: ## Remove all that these commands have made
	rm -rf .venv* $(VENV) $(RELEASE) target fuzz/target fuzz/corpus fuzz/artifacts dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find python tests -name __pycache__ -prune -exec rm -rf {} +
	find python -name '_native*.so' -delete

# A Python without the ensurepip module (Debian splits it off) gets its pip from the one outside.
$(DEPS): pyproject.toml
	$(PYTHON) -m venv $(VENV) || { $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(PY) install pip; }
	$(PY) -m pip install --upgrade 'pip>=25.1'
	$(PY) -m pip install --group dev opentelemetry-sdk
	@touch $@

# Needs Python 3.11 or later.
$(RELEASE)/.deps: pyproject.toml
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python -m pip install --upgrade 'pip>=25.1'
	$(RELEASE)/bin/python -m pip install --group release opentelemetry-sdk
	@touch $@

# --release, since a debug build is many times slower and the demo times it.
$(BUILT): $(DEPS) $(CRATE)
	VIRTUAL_ENV=$(abspath $(VENV)) $(VENV)/bin/maturin develop --release --locked --quiet
	@touch $@
