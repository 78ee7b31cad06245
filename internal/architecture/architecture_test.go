package architecture_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheHouseKeepsItsImportRules(t *testing.T) {
	t.Parallel()
	graph := load(t)
	if !slices.Contains(graph[house+"database"].code, "modernc.org/sqlite") {
		t.Fatal("the import graph was not read: database imports no driver in it")
	}
	for _, violation := range violations(graph) {
		t.Error(violation)
	}
	for _, gone := range missing(graph) {
		t.Error(gone)
	}
}

func TestARuleThatNamesAMissingPackageIsReported(t *testing.T) {
	t.Parallel()
	graph := load(t)
	delete(graph, house+"ledger")
	delete(graph, house+"trading/risk")
	delete(graph, house+"database")
	want := []string{
		"a rule names bourse/internal/database, which does not exist",
		"a rule names bourse/internal/ledger, which does not exist",
		"a rule names bourse/internal/trading/risk, which does not exist",
		"a rule names the driver modernc.org/sqlite, which nobody imports",
	}
	got := missing(graph)
	for _, sentence := range want {
		if !slices.Contains(got, sentence) {
			t.Errorf("not reported: %s", sentence)
		}
	}
}

// load is the import graph of this module, of the caller's own.
func load(t *testing.T) map[string]imports {
	t.Helper()
	graph, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return maps.Clone(graph)
}

// listed asks the go command for the import graph, once for all tests.
var listed = sync.OnceValues(func() (map[string]imports, error) {
	// -e: a package that does not build still has imports, and its own tests tell why it does not build.
	command := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", module+"...")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, complaints.String())
	}
	graph := map[string]imports{}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var listed struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			return graph, nil
		} else if err != nil {
			return nil, err
		}
		graph[listed.ImportPath] = imports{
			code:  listed.Imports,
			tests: slices.Concat(listed.TestImports, listed.XTestImports),
		}
	}
})

func TestEveryBrokenRuleIsReported(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, imported, rule string }{
		{"bourse/internal/httpapi", "bourse/internal/app", "only cmd/bourse imports app"},
		{"bourse/test/e2e", "bourse/internal/app", "only cmd/bourse imports app"},
		{"bourse/cmd/bourse", "bourse/internal/database", "main calls app and nothing else"},
		{"bourse/internal/app", "bourse/internal/oas", "only httpapi imports oas"},
		{"bourse/internal/telemetry", "github.com/jackc/pgx/v5/pgxpool", "only database imports drivers"},
		{"bourse/internal/app", "modernc.org/sqlite", "only database imports drivers"},
		{"bourse/bench", "github.com/pressly/goose/v3", "only database imports drivers"},
		{"bourse/internal/app", "bourse/internal/database/databasetest", "databasetest is for tests"},
		{"bourse/internal/trading/risk", "bourse/internal/trading/tradingtest", "tradingtest is for tests"},
		{"bourse/internal/investment/broker", "bourse/internal/investment/broker/binancetest", "the simulated exchange is for tests and the demo"},
		{"bourse/internal/trading", "bourse/internal/trading/risk", "trading knows none of its rooms"},
		{"bourse/internal/trading/copying", "bourse/internal/trading/bots", "a room reaches another through an interface of its own"},
		{"bourse/internal/trading", "bourse/internal/payments", "a feature reaches another part of the house through an interface of its own"},
		{"bourse/internal/market/binance", "bourse/internal/education", "a feature reaches another part of the house through an interface of its own"},
		{"bourse/internal/identity", "bourse/internal/httpapi", "a feature reaches another part of the house through an interface of its own"},
		{"bourse/internal/education", "bourse/api", "a feature reaches another part of the house through an interface of its own"},
		{"bourse/internal/webhook", "bourse/internal/identity", "webhook imports no feature"},
		{"bourse/internal/webhook", "bourse/internal/market", "webhook imports no feature"},
		{"bourse/internal/money", "bourse/internal/fault", "money imports no package of ours"},
		{"bourse/internal/fault", "bourse/internal/money", "fault imports no package of ours"},
		{"bourse/internal/stats", "bourse/internal/money", "stats imports no package of ours"},
		{"bourse/internal/ledger", "bourse/internal/trading", "what features stand on imports nothing above it"},
		{"bourse/internal/database", "bourse/internal/httpapi", "what features stand on imports nothing above it"},
		{"bourse/internal/console", "bourse/internal/httpapi", "only app imports httpapi"},
	}
	for _, c := range cases {
		got := violations(map[string]imports{c.name: {code: []string{"context", c.imported}}})
		want := []string{c.name + " imports " + c.imported + ": " + c.rule}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	}
}

func TestTestsAreBoundByFewerRules(t *testing.T) {
	t.Parallel()
	got := violations(map[string]imports{
		"bourse/internal/trading": {tests: []string{
			"bourse/internal/database/databasetest", "bourse/internal/payments", // allowed
			"bourse/internal/app", "bourse/internal/oas", "github.com/jackc/pgx/v5",
		}},
	})
	want := []string{
		"bourse/internal/trading (test) imports bourse/internal/app: only cmd/bourse imports app",
		"bourse/internal/trading (test) imports bourse/internal/oas: only httpapi imports oas",
		"bourse/internal/trading (test) imports github.com/jackc/pgx/v5: only database imports drivers",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
}

func TestWhatTheRulesAllowIsNotReported(t *testing.T) {
	t.Parallel()
	allowed := map[string]string{
		"bourse/cmd/bourse":                     "bourse/internal/app",
		"bourse/internal/app":                   "bourse/internal/app/seed bourse/internal/httpapi bourse/internal/trading bourse/internal/database",
		"bourse/internal/httpapi":               "bourse/internal/oas bourse/internal/trading bourse/internal/fault bourse/api",
		"bourse/internal/trading":               "bourse/internal/identity bourse/internal/market bourse/internal/webhook bourse/internal/ledger",
		"bourse/internal/trading/bots":          "bourse/internal/trading bourse/internal/trading/strategy bourse/internal/market",
		"bourse/internal/trading/tradingtest":   "bourse/internal/trading bourse/internal/trading/bots bourse/internal/trading/risk bourse/internal/market/markettest",
		"bourse/internal/webhook":               "bourse/internal/database bourse/internal/secret bourse/internal/worker",
		"bourse/internal/ledger":                "bourse/internal/database bourse/internal/money bourse/internal/fault",
		"bourse/internal/money":                 "github.com/shopspring/decimal",
		"bourse/internal/database":              "modernc.org/sqlite github.com/jackc/pgx/v5 github.com/pressly/goose/v3/lock",
		"bourse/internal/database/databasetest": "bourse/internal/database github.com/jackc/pgx/v5",
		"bourse/test/e2e":                       "bourse/internal/oas bourse/internal/database/databasetest",
		"bourse/bench":                          "bourse/internal/oas bourse/internal/httpapi",
		"bourse/test/run":                       "bourse/internal/database/databasetest",
	}
	graph := map[string]imports{}
	for name, imported := range allowed {
		graph[name] = imports{code: strings.Fields(imported)}
	}
	if got := violations(graph); len(got) > 0 {
		t.Errorf("reported:\n%s", strings.Join(got, "\n"))
	}
}
