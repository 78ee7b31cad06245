package app

import (
	"context"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// retained is a line of the table "Retention" in docs/operations.md.
type retained struct {
	tables                      []string
	growth, kept, worker, index string
}

// growths are what tables grow with.
var growths = []string{"time", "books", "work", "users", "setup"}

func readRetention(t *testing.T) (lines []retained) {
	t.Helper()
	content, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(content), "\n## Retention\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[0], "---") || strings.TrimSpace(cells[0]) == "Tables" {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		lines = append(lines, retained{strings.Split(cells[0], ", "), cells[1], cells[2], cells[3], cells[4]})
	}
	return lines
}

// Every table must say how it grows, how long its rows stay and who removes them.
func TestEveryTableHasItsRetention(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		listed := map[string]bool{}
		for _, line := range readRetention(t) {
			if !slices.Contains(growths, line.growth) || line.kept == "" {
				t.Errorf("%v grow with %q and are kept %q", line.tables, line.growth, line.kept)
			}
			if line.growth == "time" && (line.worker == "" || line.index == "") {
				t.Errorf("%v grow with time: who removes what is old, and by which index?", line.tables)
			}
			for _, table := range line.tables {
				if listed[table] {
					t.Errorf("%s is listed twice", table)
				}
				listed[table] = true
			}
		}
		for _, table := range databasetest.Tables(t, db) {
			if !listed[table] {
				t.Errorf("%s is not in the table of docs/operations.md: how does it grow, and how long do its rows stay?", table)
			}
			delete(listed, table)
		}
		for table := range listed {
			t.Errorf("there is no table %s", table)
		}
	})
}

// removals are the statements that remove rows, by table.
type removals struct {
	mutex sync.Mutex
	seen  map[string][]string
}

var removal = regexp.MustCompile(`\bDELETE FROM ([a-z_]+)`)

func (r *removals) observe(statement string) {
	found := removal.FindStringSubmatch(statement)
	if found == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.seen[found[1]] = append(r.seen[found[1]], strings.Join(strings.Fields(statement), " "))
}

func (r *removals) of(table string) []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Compact(slices.Clone(r.seen[table]))
}

// Runs the workers of a whole platform and compares the statements they send with the list: what grows with time is
// removed by the worker that is named, and found by the index that is named and not by a scan of the table.
func TestWhatGrowsIsRemovedByItsWorkerAndFoundByItsIndex(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, engine database.Engine, url string) {
		sent := &removals{seen: map[string][]string{}}
		p := newSilentPlatform(t, url, sent.observe)
		p.leaveTraces(t)
		workers := map[string]worker.Worker{}
		for _, job := range p.workers {
			workers[job.Name()] = job
		}
		byWorker := map[string][]retained{}
		for _, line := range readRetention(t) {
			if line.worker != "" && workers[line.worker] == nil {
				t.Errorf("%v: there is no worker %s", line.tables, line.worker)
			} else if line.growth == "time" {
				byWorker[line.worker] = append(byWorker[line.worker], line)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(byWorker)) {
			stop := inBackground(t, workers[name])
			for _, line := range byWorker[name] {
				for _, table := range line.tables {
					testkit.Until(t, name+" removes from "+table, func() bool { return len(sent.of(table)) > 0 })
				}
			}
			stop()
			for _, line := range byWorker[name] {
				p.wantFound(t, line, sent)
			}
		}
	})
}

// newSilentPlatform wires everything without past prices, which are not needed here.
func newSilentPlatform(t *testing.T, url string, observe func(string)) *platform {
	t.Helper()
	arguments := []string{
		"serve", "--data-dir", t.TempDir(), "--database-url", url, "--market-minute-history", "0s", "--market-daily-history", "0s",
		"--payments-provider", "sandbox", "--log-level", "error",
	}
	var all commands
	parser, err := kong.New(&all, defaultsFor(arguments))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(arguments); err != nil {
		t.Fatal(err)
	}
	settings := all.Serve.serverSettings
	settings.Observe = observe
	p, err := newPlatform(t.Context(), settings, roleAll, io.Discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// leaveTraces creates what some workers look for before they remove anything: an old event of a provider, and a
// minute.
func (p *platform) leaveTraces(t *testing.T) {
	t.Helper()
	err := p.db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO payment_events (provider, event_id, type, outcome, created_at) VALUES ('sandbox', 'old', 'paid', 'applied', 0)`)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `
			INSERT INTO candles (symbol, seconds, opened_at, open, high, low, close, volume) VALUES ('BTCUSD', 60, $1, 1, 1, 1, 1, 1)`,
			database.Micros(time.Now().Add(-time.Hour).Truncate(time.Minute)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// inBackground runs a worker until it is stopped.
func inBackground(t *testing.T, job worker.Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- job.Run(ctx) }()
	return func() {
		t.Helper()
		cancel()
		if err := testkit.Receive(t, job.Name()+" ends", ended); err != nil {
			t.Errorf("%s: %v", job.Name(), err)
		}
	}
}

// wantFound fails when a whole table is read to find what to remove, or when another index than that of its line is
// used.
func (p *platform) wantFound(t *testing.T, line retained, sent *removals) {
	t.Helper()
	if strings.HasPrefix(line.index, "read whole: ") {
		return
	}
	for _, table := range line.tables {
		index := line.index
		if index == "primary key" {
			index = `autoindex_` + table + `_1|` + table + `[a-z_]*_pkey`
		}
		byIndex := false
		for _, statement := range sent.of(table) {
			// Empty tables are preferably scanned.
			plan := databasetest.Explain(t, p.db, statement, "SET LOCAL enable_seqscan = off")
			byIndex = byIndex || regexp.MustCompile(index).MatchString(plan)
			if regexp.MustCompile(`(?m)Seq Scan on ` + table + `\b|SCAN (` + table + `|d)$`).MatchString(plan) {
				t.Errorf("%s reads all of %s:\n%s\n%s", line.worker, table, statement, plan)
			}
			if !strings.Contains(statement, "LIMIT") {
				t.Errorf("%s removes from %s without a limit: %s", line.worker, table, statement)
			}
		}
		if !byIndex {
			t.Errorf("%s does not find what it removes from %s by %s:\n%s", line.worker, table, line.index, strings.Join(sent.of(table), "\n"))
		}
	}
}
