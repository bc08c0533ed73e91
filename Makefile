# `make play` and `make test` do all of their own set-up: Python 3.11, pip and make are enough.
.DEFAULT_GOAL := help
.PHONY: help play test lint format docs pictures release-check cluster-test image bench bench-compare compiled compiled-test compiler dist mutants soak chaos clean browser

# uv from the system, or our own copy in .tools where the system's pip may not install anything.
UV := $(or $(shell command -v uv),.tools/bin/uv)
RUN := $(UV) run --frozen
ENGINE ?= podman
LOCKED := --frozen --quiet --no-hashes --no-emit-project --no-default-groups --extra server
check = @echo "== $(1)"; $(RUN) $(1) || { echo "FAILED: $(1)"; exit 1; }

help:    ## list the commands
	@sed -n 's/^\([a-z-]*\): .*## /make \1\t/p' $(MAKEFILE_LIST)

play: $(UV)    ## start the table on this machine (ARGS="titles" and the like reach the command)
	@$(RUN) --no-dev kursbuch $(ARGS)

test: $(UV)    ## every check, then every test
	@$(UV) sync --frozen --quiet
	@$(MAKE) --no-print-directory --output-sync=target --jobs=2 lint docs browser
	@echo "== pytest"; $(RUN) pytest -q -n 2 $(ARGS)
	@$(MAKE) --no-print-directory compiled-test

lint: $(UV)    ## the checks that run nothing: style, types, layers
	$(call check,ruff check)
	$(call check,ruff format --check)
	$(call check,mypy)
	$(call check,lint-imports --no-logo)

# The tests in a real browser ask Chromium's headless shell, or the system's Chromium, which does the same with half as much
# work again; where none of them can be had they are skipped and say so.
browser:
	@command -v chromium-headless-shell > /dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null \
	  && echo "== installing chromium" && apt-get update -qq \
	  && { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; } > /dev/null; } \
	  || command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	  || echo "no Chromium: the browser tests will be skipped"

format: $(UV)    ## put the code into shape
	$(RUN) ruff check --fix-only --quiet
	$(RUN) ruff format

docs: $(UV)    ## the documentation as a site, in site/; a broken link is an error
	@echo "== sphinx"; $(RUN) python -m sphinx -b html -q -W --keep-going -d site/.kept docs site/html

release-check: $(UV)    ## the wheel in clean environments: every Python of this machine, uvx, pipx, pip
	@KURSBUCH_RELEASE_CHECK=1 KURSBUCH_TAG=$(TAG) $(RUN) pytest -q -n 0 tests/release $(ARGS)

# Ray is a hundred megabytes for one command, so it gets an environment of its own that is thrown away.
cluster-test: $(UV)    ## the arena on a Ray cluster of this machine
	@$(UV) run --isolated --frozen --extra ray python -c "import ray"
	@RAY_ENABLE_UV_RUN_RUNTIME_ENV=0 $(UV) run --isolated --frozen --extra ray pytest -q -n 0 tests/arena/test_cluster.py $(ARGS)

image: $(UV)    ## a container image from the wheel, with podman or docker (ENGINE=docker)
	@rm -rf dist/image && $(UV) build --quiet --wheel --out-dir dist/image
	@$(UV) export $(LOCKED) --output-file dist/image/locked.txt
	@$(ENGINE) build --file deploy/Containerfile --tag kursbuch dist/image

pictures: $(UV) browser    ## the screenshot and the film of the README, taken anew
	@$(RUN) python -m tools.pictures $(ARGS)

bench: $(UV)    ## how fast the engine is here
	@$(RUN) --no-dev kursbuch bench $(ARGS)

bench-compare: $(UV)    ## this working tree beside another commit, in turns (REF=main ARGS="1889 --turns 15")
	@$(RUN) python -m tools.compare $(REF) $(ARGS)

compiled: $(UV)    ## the engine compiled, and the golden games on it (ARGS="te18 shikoku": these families alone)
	@$(RUN) python -m tools.compiling $(ARGS)

compiled-test: $(UV) compiler    ## compiled as fast as can be, and the tests that would notice a difference
	@echo "== the compiled engine"; $(RUN) python -m tools.compiling --level 0 --tests $(ON_COMPILED)

ON_COMPILED := tests/test_golden.py tests/stored/test_stored.py tests/recorded/test_importing.py \
  tests/test_examples.py tests/core/test_built.py tests/bots/test_compiled.py -n 2 -k "not as_many_positions"

# Where no C compiler can be had the engine is not compiled, and says so.
compiler:
	@command -v $${CC:-cc} > /dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null \
	  && echo "== installing gcc" && apt-get update -qq && apt-get install -y -qq gcc libc6-dev python3-dev > /dev/null; } \
	  || echo "no C compiler: the engine will not be compiled"

dist: $(UV)    ## both wheels: the pure one, and that of this Python and platform with the engine compiled
	@rm -rf dist; $(RUN) python -m hatchling build -d dist
	@$(RUN) python -m tools.compiling --wheel "$$(ls dist/*-py3-none-any.whl)" $(ARGS)

mutants: $(UV)    ## break rules one at a time: do the tests notice? (ARGS="te18 --sample 200 --seed 7 --jobs 2")
	@$(RUN) python -m tools.mutants $(ARGS)

soak: $(UV) compiler    ## many games on the compiled engine, all checked (ARGS="18te 1889:3 --games 1000 --jobs 2 --json found.json")
	@$(RUN) python -m tools.compiling --tests
	@PYTHONPATH=.compiled/src $(RUN) python -m kursbuch.soak $(ARGS)

chaos: $(UV)    ## break everything while people and bots play (ARGS="--minutes 30 --database sqlite --seed 2")
	@$(RUN) python -m tests.chaos $(ARGS)

clean:    ## remove all that the other commands made
	rm -rf .venv .tools dist site docs/made .mutants .compiled .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --without-pip: Debian's Python makes a full venv only with another package installed.
.tools/bin/uv:
	python3 -m venv --without-pip .tools
	python3 -m pip --python .tools/bin/python install --quiet uv
