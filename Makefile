PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
BUILT  := $(VENV)/.compiled
SOURCE := $(shell find encoder -name _compiled -prune -o \( -name '*.py' -o -name '*.pxd' -o -name '*.h' \) -print)

.PHONY: help install lab report test lint clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1 \2/p' $(MAKEFILE_LIST) | while read -r name what; do printf '  make %-8s %s\n' "$$name" "$$what"; done

$(STAMP): pyproject.toml setup.py
	$(PYTHON) -m lab setup --venv $(VENV)
	@touch $(BUILT)

# A changed source makes the whole compiled set stale, so it is compiled again before anything runs.
$(BUILT): $(SOURCE) | $(STAMP)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

install: $(STAMP) $(BUILT)  ## .venv with everything, the encoder compiled, the real payloads

lab: install  ## JupyterLab on notebooks/00_welcome.ipynb
	$(BIN)/python -m lab open

report: install  ## the same experiments without a browser: tables here, report.html beside them
	$(BIN)/python -m lab run

test: install  ## everything: units, recipes, notebooks, browser
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: install  ## ruff over the whole tree
	$(BIN)/python -m ruff check .

clean:  ## what install and the builds left (the downloaded payloads stay)
	rm -rf $(VENV) build dist *.egg-info encoder/_compiled .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
