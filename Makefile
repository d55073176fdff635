# The course in one command: make lab. Everything is installed into .venv and nowhere else.

PYTHON ?= python3 python3.13 python3.12 python3.11 python3.10
VENV ?= .venv
RUN = $(VENV)/bin/python
# File by file on all cores; ARGS="-n 0" uses one, and lets a debugger in.
TEST = $(RUN) -m pytest -n auto --dist loadfile

.PHONY: help lab slides book test quick browser-test exercises notebooks ledger bench bench-here mutation
.DELETE_ON_ERROR:

help:
	@echo "make lab           open the course in JupyterLab (ARGS=--no-browser prints the address only)"
	@echo "make test          run all tests, the notebooks too (ARGS=tests/course runs some)"
	@echo "make quick         run the unit tests of the package, without the course: under a minute"
	@echo "make browser-test  run the lessons in a real browser (needs Chromium)"
	@echo "make slides        make the lessons into slides, in slides/ (ARGS=05: one)"
	@echo "make book          make a static book of the course, in site/"
	@echo "make exercises     make the exercises from the solutions"
	@echo "make notebooks     run lessons and solutions again and store them (ARGS=notebooks/03_planar_joints_and_drivers.ipynb: one)"
	@echo "make ledger        write the table of equations (docs/ledger.md) again"
	@echo "make bench         measure speed, beside other packages where they can be installed"
	@echo "make mutation      change the formulas one by one and count what the tests notice (an hour)"
	@echo "Add PYTHON=/path/to/python to choose the Python (3.10 to 3.13) that .venv is made with."

lab: $(VENV)/installed-lab
	@$(RUN) -m fcclearn lab $(ARGS)

test: $(VENV)/installed-test
	$(TEST) $(ARGS)

quick: $(VENV)/installed-test
	$(TEST) tests --ignore=tests/course --ignore=tests/parallel --ignore=tests/benchmarks $(ARGS)

slides: $(VENV)/installed-slides
	$(RUN) -m fcclearn slides $(ARGS)

book: $(VENV)/installed-book
	$(RUN) -m fcclearn book $(ARGS)

browser-test: $(VENV)/installed-browser
	$(RUN) -m pytest -rs tests_browser $(ARGS)

# The peers of the bench are installed apart, so that the course's own environment stays small.
bench:
	@$(MAKE) --no-print-directory VENV=.venv-bench bench-here

bench-here: $(VENV)/installed
	-@$(RUN) -m pip install --quiet --disable-pip-version-check exudyn mujoco pin
	$(RUN) bench/bench_dynamics.py $(ARGS)
	$(RUN) bench/bench_parallel.py
	$(RUN) bench/bench_explorers.py

mutation: $(VENV)/installed-test
	$(RUN) tools/mutate.py $(ARGS)

ledger: $(VENV)/installed
	$(RUN) -m fcclearn.course.ledger

exercises: $(VENV)/installed
	$(RUN) -m fcclearn.course.exercises

notebooks: $(VENV)/installed-test
	$(RUN) -m fcclearn.course.refresh $(ARGS)

# A stamp file says what is installed, and for which folder: a course that was moved is installed again.
STAMPS = $(VENV)/installed $(VENV)/installed-lab $(VENV)/installed-test $(VENV)/installed-slides \
         $(VENV)/installed-book $(VENV)/installed-browser
$(VENV)/installed-lab: EXTRAS = [lab]
$(VENV)/installed-test: EXTRAS = [test]
$(VENV)/installed-slides: EXTRAS = [slides]
$(VENV)/installed-book: EXTRAS = [book]
$(VENV)/installed-browser: EXTRAS = [lab,test,slides,book,browser]
$(foreach stamp,$(STAMPS),$(if $(filter-out $(shell cat $(stamp) 2>/dev/null),$(CURDIR)),$(eval .PHONY: $(stamp))))

$(STAMPS): pyproject.toml
	@$(RUN) -m pip --version >/dev/null 2>&1 || $(CREATE)
	@echo "Installing into $(VENV); the first time takes a minute or two ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check -e '.$(EXTRAS)' --config-settings editable_mode=compat
	@pwd -P > $@

SUITABLE = import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))
define CREATE
{ found=; for python in $(PYTHON); do \
    if "$$python" -c '$(SUITABLE)' 2>/dev/null; then found=$$python; break; fi; \
  done; \
  if [ -z "$$found" ]; then \
    echo "No Python 3.10, 3.11, 3.12 or 3.13 found (tried: $(PYTHON)). Install one, or add PYTHON=/path/to/python."; exit 1; \
  elif ! "$$found" -c 'import venv, ensurepip' 2>/dev/null; then \
    echo "$$found lacks the module venv. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; \
  fi; \
  "$$found" -m venv $(VENV) || { echo "$(VENV) could not be made: delete that folder and try again."; exit 1; }; }
endef
