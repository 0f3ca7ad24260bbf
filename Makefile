# Every target works alone in a fresh clone: it makes .venv when that is missing or out of date.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TRUTH_READY := $(VENV)/truth-ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV ?= uv
PROJECT ?= examples/demo
LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate $(UPGRADE) pyproject.toml requirements/build.in

.DEFAULT_GOAL := help
.PHONY: help setup demo test check format bench truth live release lock clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  \1\t\2/' | expand -t 12

setup: $(READY) ## Make .venv with the locked dependencies, and paredown in it
	@echo "ready: $(BIN)/paredown --help"

demo: $(READY) ## Index examples/demo, print its ledger and ask it two questions
	@$(BIN)/paredown index examples/demo
	@echo
	$(BIN)/paredown find -p examples/demo "read a mime type"
	@echo
	$(BIN)/paredown find -p examples/demo "send an async http request"

test: $(READY) ## Run every test that needs no network and no client program
	$(BIN)/python -m pytest

check: $(READY) ## Check format, lint, types, imports and the architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest tests/architecture

format: $(READY) ## Format the code and fix what lint can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY) ## Measure against the budgets; PROJECT=… measures another project than the demo
	$(BIN)/python benchmarks/harvest.py $(PROJECT)
	$(BIN)/python benchmarks/index.py $(PROJECT)
	$(BIN)/paredown index $(PROJECT)
	$(BIN)/python benchmarks/find.py $(PROJECT)
	$(BIN)/python benchmarks/gate.py

truth: $(TRUTH_READY) ## Compare harvests with listings written by others (the folder ../shared)
	$(BIN)/python -m pytest --truth -m truth

live: $(READY) ## Run what brings packages or starts a real client program
	$(BIN)/python -m pytest --network --live -m "network or live"

release: $(READY) ## Write server.json and the plugin folders
	$(BIN)/python scripts/release.py

lock: ## Write requirements/*.txt anew (needs uv; UPGRADE=--upgrade for newer versions)
	$(LOCK) --extra serve --extra lab --extra cluster --group dev --group truth -o requirements/truth.txt
	$(LOCK) --extra serve --extra lab --group dev -c requirements/truth.txt -o requirements/dev.txt
	$(LOCK) --extra serve -c requirements/truth.txt -o requirements/serve.txt
	$(LOCK) -c requirements/truth.txt -o requirements/core.txt

clean: ## Remove what the other targets made
	rm -rf $(VENV) build dist examples/demo/.paredown .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "paredown needs Python 3.11 or later; $(PYTHON) is older or missing (make PYTHON=python3.12 …)" >&2; exit 2; }
	@echo "making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes --no-deps -r requirements/dev.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@$(PIP) check
	@touch $@

$(TRUTH_READY): $(READY) requirements/truth.txt
	@$(PIP) install --require-hashes --no-deps -r requirements/truth.txt
	@touch $@
