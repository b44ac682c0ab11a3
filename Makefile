# Commands for developers. The work is done in scripts/.
.PHONY: help run dev stop reset test bench-ingest bench-alerts bench-sign-in bench-admin bench-build bench-budget bench-budget-attack bench-web bench-search bench-load bench-pictures bench-match bench-classify bench-relevance bench-restore

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: ## Start everything on this machine and serve it (PORT=8080)
	@exec scripts/run

dev: ## Serve the pages with hot reload, and an api that restarts when Rust changes (WEB_PORT=5173)
	@exec scripts/dev

stop: ## End a running `make run`
	@exec scripts/stop

reset: ## End it and delete all its data, after asking
	@exec scripts/stop --reset

test: ## Run every check and test there is (FAST=1: no browser, and only the crates that you changed)
	@exec scripts/test

bench-ingest: ## Measure how fast retailers are read (on a quiet machine)
	@exec scripts/bench-ingest

bench-classify: ## Measure how well parts are told from everything else that shops sell (on a quiet machine)
	@exec scripts/bench-classify

bench-match: ## Measure the matcher on titles of real retailers, with ../shared/data beside the checkout (on a quiet machine)
	@exec scripts/bench-match

bench-pictures: ## Measure how fast pictures are fetched and made, and what those of a listing weigh (on a quiet machine)
	@exec scripts/bench-pictures

bench-alerts: ## Measure what evaluating 10,000 price alerts adds to a crawl (on a quiet machine)
	@exec scripts/bench-alerts

bench-sign-in: ## Measure what a sign-in costs, and searches while 20 run (on a quiet machine)
	@exec scripts/bench-sign-in

bench-admin: ## Measure the admin's figures with 100,000 products and 1,000,000 offers (on a quiet machine)
	@exec scripts/bench-admin

bench-build: ## Measure how long checking a full build takes (URL=http://127.0.0.1:8080)
	@exec scripts/bench-build $(URL)

bench-budget: ## Measure builds for a budget, over HTTP and the solver alone (URL=http://127.0.0.1:8080)
	@exec scripts/bench-budget $(URL)

bench-budget-attack: ## Measure builds for a budget while somebody attacks them (SECONDS=80)
	@exec scripts/bench-budget-attack $(SECONDS)

bench-web: ## Measure the pages of a running Tajmeea (URL=http://127.0.0.1:8080)
	@exec scripts/bench-web $(URL)

bench-search: ## Measure search over HTTP beside Postgres' own (N=100000 or 1000000, on a quiet machine)
	@N=$(or $(N),100000) exec scripts/bench-search

bench-load: ## Measure the api under load, to saturation and beyond (SECONDS=600, on a quiet machine)
	@exec scripts/bench-load $(SECONDS)

bench-restore: ## Measure backup, restore and first start (N=1000000, on a quiet machine)
	@N=$(or $(N),1000000) exec scripts/bench-restore

bench-relevance: ## Report by family how well fresh queries are answered (SEED=N, JUDGED=1 the judged ones, VERBOSE=1 lists what is not good)
	@exec scripts/bench-relevance $(if $(SEED),--seed $(SEED)) $(if $(JUDGED),--judged) $(if $(VERBOSE),--verbose)
