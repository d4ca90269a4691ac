# `make run` and `make test` are all that a fresh machine needs: each sets up what it uses.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/installed-from
PIP     := $(BIN)/python -m pip --disable-pip-version-check

# Passed on to the program or to pytest: make run ARGS="--theme dark", make test ARGS="-k masks"
ARGS    ?=
# How tests share the cores: a file at a time, so that what its tests share is made once, and those
# that train come early.  `make test WORKERS=` runs them one after another.
WORKERS ?= -n 2 --dist loadfile --no-loadscope-reorder

# What `make lock` holds on to, see the reasons in pyproject.toml.
PINNED  := torch==2.13.0 PySide6-Essentials==6.11.3 "python-dateutil<3" "soupsieve<3"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: system $(STAMP)  ## start the application
	@$(BIN)/headlight $(ARGS)

.PHONY: test
test: system $(STAMP)  ## run the tests
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest $(WORKERS) $(ARGS)

.PHONY: lint
lint: $(STAMP)  ## check format, style, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python .ci/update-formulas --check

.PHONY: bench
bench: system $(STAMP)  ## measure speed against the baselines
	$(PIP) install --quiet -c requirements.lock -e '.[bench]'
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest tests/bench -m bench -s $(ARGS)

.PHONY: wheel
wheel: $(STAMP)  ## build dist/headlight-*.whl
	@rm -rf build dist
	$(BIN)/python -m build --wheel
	@rm -rf build

.PHONY: bundle
bundle: system $(STAMP)  ## build dist/headlight/, which needs no Python
	$(PIP) install --quiet -c requirements.lock -e '.[bundle]'
	$(BIN)/pyinstaller --log-level WARN --noconfirm --workpath build/bundle .ci/bundle/headlight.spec

.PHONY: lock
lock:  ## renew requirements.lock
	@rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet '.[dev]' $(PINNED)
	@build/lock/bin/python -m pip freeze --exclude headlight --exclude pip \
	    --exclude setuptools --exclude wheel >build/frozen
	@{ echo '# Written by `make lock`: what the application and its tests run with.'; \
	   sed 's/+cpu$$//' build/frozen; } >requirements.lock
	@rm -rf build

.PHONY: clean
clean:  ## remove everything that was built, .venv too
	rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache \
	    .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: system
system:
	@.ci/system-packages

# The stamp remembers where the checkout was: a copied or moved .venv would run the old one's code.
MOVED := $(shell test ! -e $(STAMP) || test "$$(cat $(STAMP))" = '$(CURDIR)' || echo moved)

$(STAMP): requirements.lock pyproject.toml $(MOVED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Headlight needs Python 3.11 or newer: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo 'This Python cannot make a virtual environment; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@$(if $(MOVED),false,$(BIN)/python -c 'import pip' 2>/dev/null) || \
	    $(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --quiet -r requirements.lock
	$(PIP) install --quiet --no-deps -e .
	@echo '$(CURDIR)' >$@

.PHONY: moved
moved:
