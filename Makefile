# The targets of this repository. `make` alone lists them.
.DEFAULT_GOAL := help

# Paths are left out of what is compiled, so that every checkout, the copy in which the README is tested and all targets
# share one build cache.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath

# Hand-written code. Generated code is checked against its generator (see generated), and not linted.
written = $$(go list ./... bourse/sdk/go/... | grep -v '/internal/oas$$')

# The files that generate writes.
generated_files = internal/oas internal/httpapi/edge/routes_gen.go internal/httpapi/edge/deprecations_gen.go docs/operations-table.md docs/guides/errors.md sdk/go

.PHONY: help run test changed race journeys lint generate generated bench bench-webhooks build web web-dev web-check release notices vulncheck chaos fuzz mutants benchmarks storms failover

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "%-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## start the demo: a complete platform in one process
	go run ./cmd/bourse demo

test: ## run every test on both database engines, without a browser (ARGS="…" is passed on, as in race and journeys)
	go run ./test/run $(ARGS)

changed: ## check and test what the difference to main can affect (BASE=… for another commit)
	@go run ./test/changed

race: ## run the tests of all packages that share state with the race detector
	go run ./test/run -race $(ARGS)

journeys: web/node_modules ## run the tests that need Node or a browser: console, clients, guides
	go run ./test/run $(or $(ARGS),./test/journeys/...)

fuzz: ## send a million requests generated from the contract, then run every fuzz target (FUZZ="-requests 100000 -fuzztime 5s")
	go run ./test/fuzz $(FUZZ)

mutants: ## change the pure code in one place at a time and check that the tests notice (slow; PACKAGES="money stats" for a part)
	go run ./test/mutants $(PACKAGES)

failover: ## kill the primary of a PostgreSQL cluster ten times under load (FAILOVERS=10 WAYS="haproxy pgbouncer")
	go vet -tags failover ./test/e2e/operations
	BOURSE_FAILOVERS=$(or $(FAILOVERS),10) BOURSE_FAILOVER_WAYS="$(WAYS)" go test -tags failover -run '^TestAClusterFailsOver$$' -v -count=1 -timeout 90m ./test/e2e/operations

lint: ## check format, vet and staticcheck, and the contract with Redocly and Spectral
	@unformatted=$$(find . -name '*.go' -not -path './internal/oas/*' -not -path '*/node_modules/*' | xargs gofmt -l); if [ -n "$$unformatted" ]; then \
		echo "not formatted, run gofmt -w:"; echo "$$unformatted"; exit 1; fi
	go vet $(written)
	go tool staticcheck $(written)
	api/lint/run

generate: ## write all files that are generated from the contract and the code
	go generate ./...

generated: generate ## check that the generated files are up to date and committed
	@stale=$$(git status --porcelain -- $(generated_files)); if [ -n "$$stale" ]; then \
		echo "generated files differ from what is committed; commit what make generate wrote:"; echo "$$stale"; \
		git --no-pager diff --stat -- $(generated_files); exit 1; fi

web: web/node_modules ## build the console into web/dist, which is committed and embedded
	cd web && npm run --silent check && npm run --silent build

web-dev: web/node_modules ## serve the console from its source, against a running server (BOURSE_URL, by default the demo's)
	cd web && npm run --silent dev

web-check: web ## check that the built console is up to date and committed
	cd web && npm run --silent compressed
	@stale=$$(git status --porcelain -- web/dist ':!web/dist/**.br' ':!web/dist/**.gz'); if [ -n "$$stale" ]; then \
		echo "the built console differs from what is committed; commit what make web wrote:"; echo "$$stale"; exit 1; fi

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund && touch node_modules

bench: ## run the side-by-side benchmarks, except webhooks, growth and backtests
	go run ./bench -only me,sessions,start,memory,trading,copies,investing,search,notify,ml,streams

benchmarks: ## run all benchmarks (ONLY=growth,… for a part, SCALE=1 for the size of growth) and write docs/benchmarks.md; needs an idle machine
	go run ./bench -record -only "$(ONLY)" -scale $(or $(SCALE),1)

bench-webhooks: ## run the benchmarks of the webhook sender
	go run ./bench -only webhooks,million

chaos: ## inject faults while simulated users work, and check that nothing acknowledged is lost: docs/chaos.md
	go run ./test/chaos

storms: ## exhaust disk, descriptors, memory and connections (as root), and print what normal requests cost in the meantime: docs/storms.md
	@echo '| engine | what runs out | when | reads | writes | log-ins | back after |'; echo '|---|---|---|---|---|---|---|'
	@mkdir -p bin; BOURSE_STORMS=1 go test -count=1 -v -timeout 60m -run 'TestExhaustionIsOverWithoutARestart' ./test/e2e/operations > bin/storms.log 2>&1; \
		status=$$?; grep '^| ' bin/storms.log; [ $$status = 0 ] || { grep -A3 'FAIL\|_test.go' bin/storms.log | tail -40; exit $$status; }

build: ## build bin/bourse
	CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o bin/bourse ./cmd/bourse

release: ## write archives for Linux, macOS and Windows to dist, with checksums and lists of their contents (VERSION=1.2.3)
	go run ./internal/tools/release -version "$(VERSION)"

notices: web/node_modules ## write THIRD_PARTY_NOTICES.md: third-party code in the binary, and its licences
	go run ./internal/tools/notices >THIRD_PARTY_NOTICES.md.new && mv THIRD_PARTY_NOTICES.md.new THIRD_PARTY_NOTICES.md

vulncheck: ## look for known vulnerabilities in the linked code; needs the network, so it is not part of the tests
	go run golang.org/x/vuln/cmd/govulncheck@v1.3.0 ./cmd/bourse
