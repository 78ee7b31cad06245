package privacy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/privacy"
)

// An author may have published for years, and their name is removed from the signals in batches.
func TestSignalsThatBearTheNameOfWhoHasLeftAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.instrument()
		h.publishSignals(10_000)
		must(t, h.exec(`UPDATE signals SET author_name = '' WHERE id <> (SELECT MIN(id) FROM signals)`)) // almost done
		must(t, h.exec(`ANALYZE signals`))
		statements := privacy.ErasingLater("signals")
		if len(statements) != 1 {
			t.Fatalf("names are erased by %q", statements)
		}
		wantIndex(t, db, statements[0], "signals_named_by_author")
		wantIndex(t, db, privacy.AskPlatformAuthor, "signals_by_author_and_tenant")
	})
}

// wantIndex fails unless a statement finds its signals by an index.
func wantIndex(t *testing.T, db *database.DB, statement, index string) {
	t.Helper()
	plan := databasetest.Explain(t, db, statement)
	isScan := func(line string) bool {
		return strings.Contains(line, "Seq Scan on signals") || strings.Contains(line, "SCAN signals")
	}
	if !strings.Contains(plan, index) || slices.ContainsFunc(strings.Split(plan, "\n"), isScan) {
		t.Errorf("%s is run so, and not by %s:\n%s", statement, index, plan)
	}
}

// publishSignals inserts signals of many tenants: most without an author, and one in ten of each of two authors.
func (h *house) publishSignals(number int) {
	h.t.Helper()
	must(h.t, h.exec(`INSERT INTO signals (id, tenant_id, author_id, author_name, symbol, signal_type, confidence, risk_level, price, reason, created_at, expires_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
		SELECT CAST(n AS TEXT), 'tenant ' || n / 10 % 50, CASE n % 10 WHEN 0 THEN 'ann' WHEN 1 THEN 'bob' END, CASE WHEN n % 10 < 2 THEN 'A name' ELSE '' END,
			'TEST', 'hold', 'low', 'low', 1, '', n, n FROM numbers WHERE n <= $1`, number))
}

// An export that continues neither reads nor sorts again what it has already read, however much there is.
func TestAnExportGoesOnByAnIndex(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for _, table := range []string{
			"audit_log", "backtests", "equity_snapshots", "idempotency_keys", "ledger_postings", "order_fills", "orders", "payments", "positions", "price_alerts", "quiz_attempts", "signal_executions", "signals",
			"trades", "trading_changes", "trading_notices", "withdrawals",
		} {
			queries := privacy.PagesOf(table)
			if len(queries) == 0 {
				t.Errorf("%s is not read", table)
			}
			for _, query := range queries {
				plan := databasetest.Explain(t, db, query, "SET LOCAL enable_sort = off", "SET LOCAL enable_incremental_sort = off",
					"SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off")
				if strings.Contains(query, "OFFSET") || strings.Contains(plan, "Sort") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN "+table) {
					t.Errorf("%s is run so:\n%s", query, plan)
				}
			}
		}
	})
}

// A page begins after the previous row, so no two rows may have the same position, and each must have one.
func TestEveryHoldingIsReadInAnOrderThatTellsItsRowsApart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for _, walk := range privacy.Walks() {
			key, optional := keyOf(t, db, walk.Table)
			if got := strings.Split(walk.Key, ", "); !slices.Equal(got, key) {
				t.Errorf("the key of %s is %q and not %q", walk.Table, key, got)
			}
			for _, column := range key {
				if !slices.Contains(walk.Walked, column) {
					t.Errorf("%s is walked by %q, without %s", walk.Table, walk.Walked, column)
				}
			}
			for _, column := range walk.Walked {
				if slices.Contains(optional, column) && !slices.Contains(key, column) {
					t.Errorf("%s is walked by %s, which may be null", walk.Table, column)
				}
			}
		}
	})
}

// keyOf returns the columns of a table's primary key, and its nullable columns.
func keyOf(t *testing.T, db *database.DB, table string) (key, optional []string) {
	t.Helper()
	of, may := `SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk`, `SELECT name FROM pragma_table_info($1) WHERE "notnull" = 0`
	if db.Engine() == database.Postgres {
		of = `SELECT u.column_name FROM information_schema.table_constraints c JOIN information_schema.key_column_usage u USING (constraint_schema, constraint_name)
			WHERE c.table_schema = current_schema() AND c.table_name = $1 AND c.constraint_type = 'PRIMARY KEY' ORDER BY u.ordinal_position`
		may = `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND is_nullable = 'YES'`
	}
	columns := func(query string) []string {
		rows, err := db.Query(t.Context(), query, table)
		found, err := database.Collect(rows, err, database.ScanOne[string])
		must(t, err)
		return found
	}
	return columns(of), columns(may)
}

func TestAnExportOfManyPagesTellsEveryRowOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		h.fill(ann, 1300)
		must(t, h.exec(`UPDATE audit_log SET created_at = 7, user_id = $1`, ann.UserID)) // all at the same time
		file := h.export(ann)
		for table, columns := range map[string][]string{
			"idempotency_keys": {"scope", "key"}, "trading_changes": {"number"}, "backtest_trades": {"number"}, "audit_log": {"id"},
		} {
			told := map[string]bool{}
			for _, row := range rowsOf(t, file, table) {
				var which []string
				for _, column := range columns {
					which = append(which, fmt.Sprint(row[column]))
				}
				told[strings.Join(which, "/")] = true
			}
			held := h.number(`SELECT COUNT(*) FROM ` + table)
			if rows := rowsOf(t, file, table); len(rows) != held || len(told) != held {
				t.Errorf("%d rows of %s are told, of which %d differ; want %d", len(rows), table, len(told), held)
			}
		}
	})
}
