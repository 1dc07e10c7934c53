PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: help install lab report test lint clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | column -t -s '|'

$(STAMP): pyproject.toml setup.py
	$(PYTHON) -m lab setup --venv $(VENV)

install: $(STAMP)  ## .venv with everything, the encoder compiled, the real payloads

lab: $(STAMP)  ## JupyterLab on notebooks/00_welcome.ipynb
	$(BIN)/python -m lab open

report: $(STAMP)  ## the same experiments without a browser: tables here, report.html beside them
	$(BIN)/python -m lab run

test: $(STAMP)  ## everything: units, recipes, notebooks, browser
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: $(STAMP)  ## ruff over the whole tree
	$(BIN)/ruff check .

clean:  ## what install and the builds left (the downloaded payloads stay)
	rm -rf $(VENV) build dist *.egg-info encoder/_compiled .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
