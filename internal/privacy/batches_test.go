package privacy_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

// most is how many rows one transaction may erase, as all other writers wait for it.
const most = 500

// The amount of a person's data neither prevents them from leaving nor blocks other writers meanwhile.
func TestHoweverMuchIsHeldOfAPersonIsErasedInBatches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		h.fill(ann, 1300)
		held := h.held(ann)
		must(t, h.privacy.Leave(t.Context(), ann))
		if now := h.held(ann); held-now > most {
			t.Errorf("leaving erases %d rows in one transaction", held-now)
		}
		for steps := 0; h.number(`SELECT COUNT(*) FROM erasures WHERE done_at IS NULL`) > 0; steps++ {
			before := h.held(ann)
			must(t, h.cleanOnce())
			if after := h.held(ann); before-after > most {
				t.Errorf("the cleaner erases %d rows in one transaction", before-after)
			}
			if steps > 100 {
				t.Fatal("the cleaner comes to no end")
			}
		}
		if left := h.held(ann); left != 0 {
			t.Errorf("%d rows are left", left)
		}
	})
}

func TestPeopleOfWhomMuchIsHeldTakeTurns(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		var people []identity.Caller
		for range 2 {
			ann := h.register()
			h.fill(ann, 600)
			must(t, h.privacy.Leave(t.Context(), ann))
			h.clock.Advance(time.Second)
			people = append(people, ann)
		}
		for step, person := range []int{0, 1, 0, 1} {
			before := h.held(people[person])
			must(t, h.cleanOnce())
			h.clock.Advance(time.Second)
			if h.held(people[person]) == before {
				t.Errorf("step %d is not of person %d", step, person)
			}
		}
	})
}

// The previous version would call it done and knows nothing of the rows that wait.
func TestTheVersionBeforeFindsNoErasureWhoseRowsAreNotErased(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven() // so that the cleaner waits for a message
		h.fill(ann, 600)
		must(t, h.privacy.Leave(t.Context(), ann))
		seen := func() bool { return h.number(`SELECT COUNT(*) FROM erasures WHERE next_at IS NOT NULL`) == 1 }
		for h.held(ann) > 0 {
			if seen() {
				t.Fatalf("it is seen while %d rows are left", h.held(ann))
			}
			must(t, h.cleanOnce())
		}
		h.clean()
		if !seen() {
			t.Error("it is not seen when only a message is waited for")
		}
	})
}

func TestWhomTheVersionBeforeHasErasedIsDoneWith(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		h.fill(ann, 600)
		must(t, h.privacy.Leave(t.Context(), ann))
		must(t, h.exec(`UPDATE erasures SET next_at = rows_at, rows_at = NULL`))
		h.clean()
		if left, open := h.held(ann), h.number(`SELECT COUNT(*) FROM erasures WHERE done_at IS NULL OR contacts IS NOT NULL`); left > 0 || open > 0 {
			t.Errorf("%d rows and %d erasures are left", left, open)
		}
	})
}

// Whatever is active for a person ends before its rows are erased.
func TestWhatGoesOnForAPersonEndsWhenTheyLeave(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		h.fill(ann, 10)
		must(t, h.exec(`UPDATE backtests SET status = 'running'`))
		must(t, h.exec(`UPDATE price_alerts SET status = 'working', ended_at = NULL`))
		must(t, h.privacy.Leave(t.Context(), ann))
		for _, what := range []string{"backtests WHERE status = 'running'", "price_alerts WHERE status = 'working'", "sessions WHERE revoked_at IS NULL"} {
			if left := h.number(`SELECT COUNT(*) FROM ` + what); left > 0 {
				t.Errorf("%d are left of %s", left, what)
			}
		}
	})
}

// fill inserts the given number of a person's rows into each of some tables.
func (h *house) fill(person identity.Caller, number int) {
	h.t.Helper()
	numbers := `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) `
	rows := func(number int, statement string, args ...any) {
		h.t.Helper()
		into, from, _ := strings.Cut(statement, "SELECT ")
		must(h.t, h.exec(into+" "+fmt.Sprintf(numbers, number)+" SELECT "+from+" FROM numbers", args...))
	}
	user, tenant, backtest := person.UserID, person.TenantID, database.NewID()
	rows(number, `INSERT INTO idempotency_keys (scope, key, fingerprint, claim, state, created_at, expires_at)
		SELECT 'user:' || CAST($1 AS TEXT), 'key-' || n, CAST('' AS BYTEA), '', 'answered', 1, 1`, user)
	rows(number, `INSERT INTO trading_changes (user_id, number, kind, subject_id, data, created_at) SELECT CAST($1 AS TEXT), n, 'order', '', '{}', 1`, user)
	rows(number, `INSERT INTO audit_log (id, tenant_id, actor_id, user_id, action, subject_kind, subject_id, details, ip_address, user_agent, request_id, created_at)
		SELECT SUBSTR(CAST($1 AS TEXT), 1, 24) || SUBSTR(CAST(1000000000000 + n AS TEXT), 2), CAST($2 AS TEXT), CAST($1 AS TEXT), CAST($1 AS TEXT), 'tried', '', '', '{}', '203.0.113.9', '', '', n`, user, tenant)
	must(h.t, h.exec(`INSERT INTO backtests (id, tenant_id, user_id, strategy_type, parameters, symbols, timeframe, risk_level, begins_at, ends_at, capital, slot, status,
			progress, failure_code, failure, trades, candles, minute_candles, figures, attempts, lease_until, fence, created_at)
		VALUES ($1, $2, $3, '', '', '', 1, '', 1, 1, 1, 1, 'done', 1, '', '', 1, 1, 1, '{}', 1, 1, 1, 1)`, backtest, tenant, user))
	rows(number, `INSERT INTO backtest_trades (backtest_id, number, type, symbol, side, quantity, entry_price, exit_price, fees, gross_pnl, realized_pnl, exit_reason, balance_after, opened_at, closed_at)
		SELECT CAST($1 AS TEXT), n, '', '', '', 1, 1, 1, 1, 1, 1, '', 1, 1, 1`, backtest)
	must(h.t, h.exec(`INSERT INTO price_alerts (id, tenant_id, user_id, symbol, kind, price, percent, reference_price, note, status, fired_price, created_at, ended_at)
		VALUES ($1, $2, $3, 'BTCUSD', 'above', 1, 0, 1, '', 'fired', 1, 1, 1)`, database.NewID(), tenant, user))
}

// held returns how many of those rows are still to be erased.
func (h *house) held(person identity.Caller) int {
	h.t.Helper()
	return h.number(`SELECT (SELECT COUNT(*) FROM idempotency_keys WHERE scope = 'user:' || CAST($1 AS TEXT)) +
		(SELECT COUNT(*) FROM trading_changes WHERE user_id = CAST($1 AS TEXT)) +
		(SELECT COUNT(*) FROM audit_log WHERE user_id = CAST($1 AS TEXT) AND ip_address <> '') +
		(SELECT COUNT(*) FROM backtest_trades WHERE backtest_id IN (SELECT id FROM backtests WHERE user_id = CAST($1 AS TEXT))) +
		(SELECT COUNT(*) FROM backtests WHERE user_id = CAST($1 AS TEXT)) + (SELECT COUNT(*) FROM price_alerts WHERE user_id = CAST($1 AS TEXT))`, person.UserID)
}
