# `make run` and `make test` are all that a fresh machine needs: each sets up what it uses.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/installed-from
TOOLS   := $(VENV)/tools-installed
PIP     := $(BIN)/python -m pip --disable-pip-version-check
LOCKED  := -c requirements.lock -c requirements-dev.lock

# `make run SYSTEM=no` installs no system packages.
SYSTEM  ?= yes
# The index that PyTorch is installed from, and nothing else; without it PyTorch is a package like any
# other, on Linux with gigabytes of GPU libraries.
TORCH_INDEX ?=

# Passed on to the program or to pytest: make run ARGS="--theme dark", make test ARGS="-k masks"
ARGS    ?=
# The layer of the tests, see tests/layers.toml: quick, check, nightly, or none for all.
LAYER   ?= quick
# How tests share the cores: a file at a time, so that shared fixtures are made once.
# `make test WORKERS=` runs them one after another.
WORKERS ?= -n 2 --dist loadfile --no-loadscope-reorder
ORDER   ?= --randomly-dont-reorganize

# What `make lock` holds on to, see the reasons in pyproject.toml.
PINNED  := torch==2.13.0 PySide6-Essentials==6.11.3 \
    $(shell sed -n 's/^requires = \["\(setuptools==.*\)"\]/\1/p' pyproject.toml)
HELD    := "python-dateutil<3" "soupsieve<3"
FREEZE  := build/lock/bin/python -m pip freeze --all --exclude headlight --exclude pip \
    --exclude wheel | sed 's/+cpu$$//'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: system $(STAMP)  ## start the application
	@$(BIN)/headlight $(ARGS)

.PHONY: test
test: system $(TOOLS)  ## run the quick tests (five minutes on two cores)
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest $(addprefix --layer=,$(LAYER)) $(WORKERS) $(ORDER) $(ARGS)

.PHONY: check
check:  ## run all that must pass before a change lands (20 minutes)
	@.ci/run

.PHONY: nightly
nightly:  ## run all tests, with larger counts and coverage (hours)
	@.ci/run --nightly

.PHONY: lint
lint: $(TOOLS)  ## check format, style, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python .ci/update-formulas --check

.PHONY: bench
bench: system $(TOOLS)  ## measure speed against the baselines
	$(PIP) install --quiet $(LOCKED) -e '.[bench]'
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest tests/bench -m bench -s $(ARGS)

.PHONY: wheel
wheel: $(TOOLS)  ## build dist/headlight-*.whl
	@rm -rf build dist
	$(BIN)/python -m build --wheel --no-isolation
	@rm -rf build

.PHONY: bundle
bundle: system $(STAMP)  ## build dist/headlight/, which needs no Python
	$(PIP) install --quiet $(LOCKED) -e '.[bundle]'
	$(BIN)/pyinstaller --log-level WARN --noconfirm --workpath build/bundle .ci/bundle/headlight.spec

.PHONY: lock
lock:  ## renew requirements.lock and requirements-dev.lock
	@rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet . $(PINNED)
	@$(FREEZE) >build/run
	build/lock/bin/python -m pip install --quiet -c build/run '.[dev]' $(HELD)
	@$(FREEZE) | grep -vxFf build/run >build/dev
	@{ echo '# Written by `make lock`: what the application runs with.'; \
	   cat build/run; } >requirements.lock
	@{ echo '# Written by `make lock`: what tests and tools need beside requirements.lock.'; \
	   cat build/dev; } >requirements-dev.lock
	@rm -rf build

.PHONY: clean
clean:  ## remove everything that was built, .venv too
	rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache \
	    .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: system
system:
	@test '$(SYSTEM)' = no || .ci/system-packages

# The stamp remembers where the checkout was: a copied or moved .venv would run the old one's code.
MOVED := $(shell test ! -e $(STAMP) || test "$$(cat $(STAMP))" = '$(CURDIR)' || echo moved)

$(STAMP): requirements.lock pyproject.toml $(MOVED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Headlight needs Python 3.11 or newer: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo 'This Python cannot make a virtual environment; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@$(if $(MOVED),false,$(BIN)/python -c 'import pip' 2>/dev/null) || \
	    $(PYTHON) -m venv --clear $(VENV)
	$(if $(TORCH_INDEX),$(PIP) install --no-deps -c requirements.lock --index-url $(TORCH_INDEX) torch)
	$(PIP) install -r requirements.lock
	$(PIP) install --quiet --no-build-isolation --no-deps -e .
	@echo '$(CURDIR)' >$@

$(TOOLS): $(STAMP) requirements-dev.lock
	$(PIP) install -r requirements.lock -r requirements-dev.lock
	@touch $@

.PHONY: moved
moved:
