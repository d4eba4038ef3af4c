.DEFAULT_GOAL := help
.PHONY: help demo test test-postgres chaos check fmt bench local-llm audit lock clean

PYTHON ?= python3
BIN := .venv/bin
RUN := .venv/.ready-to-run
ENV := .venv/.ready-to-test
LLM := .venv-llm/.ready

help:  ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

demo: $(RUN)  ## Start everything at http://127.0.0.1:8000 and run the reference assistants
	@$(BIN)/python manage.py demo $(ARGS)

test: $(ENV)  ## Run every test; make test ARGS="-k claim"
	@$(BIN)/python -m leaderboard.tests.browser.chromium
	$(BIN)/pytest -n auto $(ARGS)

test-postgres: $(ENV)  ## Run the tests that use a database on a PostgreSQL of their own
	$(BIN)/python -m leaderboard.tests.postgres $(BIN)/pytest --on-postgres -n auto \
		-m "(django_db and not browser and not processes) or on_postgres" leaderboard $(ARGS)

chaos: $(ENV)  ## Kill worker, Redis and web twenty times under a run of 200 conversations
	$(BIN)/pytest leaderboard/tests/test_chaos.py --large-chaos $(ARGS)

check: $(ENV)  ## Everything CI checks, without changing a file
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint templates --check --lint --quiet
	$(BIN)/mypy bankenv runner leaderboard
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/bandit -q -r bankenv runner leaderboard -c pyproject.toml
	$(BIN)/python -m bankenv check > /dev/null

fmt: $(ENV)  ## Put every file in house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djlint templates --reformat --quiet

bench: $(ENV)  ## Measure: a table on stderr, JSON lines on stdout
	@$(BIN)/python -m benchmarks $(ARGS)

audit: $(ENV)  ## Ask a vulnerability service about every pinned package
	@$(BIN)/uv tool run pip-audit --strict --disable-pip --requirement requirements-dev.txt --no-deps

local-llm: $(ENV) $(LLM)  ## Submit a small real model, served on this machine; ARGS="--strategy act_only"
	@$(BIN)/python -m benchmarks.local_llm $(ARGS)

lock: $(ENV)  ## Pin the newest versions that fit requirements*.in
	$(BIN)/uv pip compile -q --upgrade --no-header --no-annotate requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --upgrade --no-header --no-annotate requirements-dev.in -o requirements-dev.txt

clean:  ## Remove the environment and the demo's data
	rm -rf .venv .venv-llm data staticfiles

$(RUN): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Passbook needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make demo PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(call install,requirements.txt)

$(ENV): requirements-dev.txt $(RUN)
	@$(call install,requirements-dev.txt)

# An environment of its own: the server is compiled here, which takes ten minutes or so.
$(LLM): benchmarks/local_llm.txt
	@test -x .venv-llm/bin/python || $(PYTHON) -m venv .venv-llm
	$(BIN)/uv pip install --python .venv-llm/bin/python -r benchmarks/local_llm.txt
	@touch $@

# uv installs in seconds what takes pip a minute; pip alone works too.
define install
echo "Installing $(1) ..."
$(BIN)/python -m pip install --quiet --disable-pip-version-check uv || true
{ test -x $(BIN)/uv && $(BIN)/uv pip install --quiet --python $(BIN)/python -r $(1); } || $(BIN)/python -m pip install --quiet -r $(1)
touch $@
endef
