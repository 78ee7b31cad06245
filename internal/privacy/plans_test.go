package privacy_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/privacy"
)

// An author may have published for years, and their name is taken off some signals at a time.
func TestSignalsThatBearTheNameOfWhoHasLeftAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.instrument()
		h.publishSignals(10_000)
		must(t, h.exec(`UPDATE signals SET author_name = '' WHERE id <> (SELECT MIN(id) FROM signals)`)) // all but done with
		must(t, h.exec(`ANALYZE signals`))
		statements := privacy.ErasingLater("signals")
		if len(statements) != 1 {
			t.Fatalf("names are erased by %q", statements)
		}
		wantIndex(t, db, statements[0], "signals_named_by_author")
		wantIndex(t, db, privacy.AskPlatformAuthor, "signals_by_author_and_tenant")
	})
}

// wantIndex fails unless a statement finds the signals it is about by an index.
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

// publishSignals writes signals of many tenants: of nobody's, and one in ten of each of two authors'.
func (h *house) publishSignals(number int) {
	h.t.Helper()
	must(h.t, h.exec(`INSERT INTO signals (id, tenant_id, author_id, author_name, symbol, signal_type, confidence, risk_level, price, reason, created_at, expires_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
		SELECT CAST(n AS TEXT), 'tenant ' || n / 10 % 50, CASE n % 10 WHEN 0 THEN 'ann' WHEN 1 THEN 'bob' END, CASE WHEN n % 10 < 2 THEN 'A name' ELSE '' END,
			'TEST', 'hold', 'low', 'low', 1, '', n, n FROM numbers WHERE n <= $1`, number))
}
