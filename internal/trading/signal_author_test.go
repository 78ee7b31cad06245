package trading_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// endSignals ends an author's signals after a change to a role.
func endSignals(d *tradingtest.CopyDesk, author uuid.UUID, left identity.Role) error {
	return d.DB.InTx(d.T.Context(), func(tx *database.Tx) error { return d.Service.EndSignalsOf(d.T.Context(), tx, author, left) })
}

func TestASignalEndsWithItsAuthorsRight(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		author, other := tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin), tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
		d.Caller.TenantID = author.TenantID
		publish := func(by identity.Caller, scope identity.Scope) uuid.UUID {
			t.Helper()
			d.Clock.Advance(time.Millisecond) // ids are in the order of their times
			made, err := d.Service.CreateSignal(t.Context(), by, trading.NewSignal{
				Scope: scope, Symbol: "BTCUSD", Type: trading.EntryLong, ExpiresIn: 7 * 24 * time.Hour,
			})
			tradingtest.Must(t, err)
			return made.ID
		}
		shared, own, others := publish(author, identity.ScopePlatform), publish(author, identity.ScopeTenant), publish(other, identity.ScopePlatform)
		d.Clock.Advance(time.Hour)
		ended := d.Clock.Now()
		for _, step := range []struct {
			left   identity.Role
			active []uuid.UUID // newest first
		}{
			{identity.RoleSuperAdmin, []uuid.UUID{others, own, shared}},
			{identity.RoleAnalyst, []uuid.UUID{others, own}},
			{identity.RoleTrader, []uuid.UUID{others}},
			{"", []uuid.UUID{others}},
		} {
			tradingtest.Must(t, endSignals(d, author.UserID, step.left))
			active, err := d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{Status: trading.SignalActive}, database.Cursor{Limit: 9})
			if got := SignalIDs(active); err != nil || !slices.Equal(got, step.active) {
				t.Errorf("left with %q they have %v active, %v; want %v", step.left, got, err, step.active)
			}
		}
		for _, id := range []uuid.UUID{shared, own} {
			_, err := d.Service.Execute(t.Context(), d.Caller, id, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
			testkit.WantFault(t, err, fault.SignalExpired)
		}
		// An ended signal keeps the time of its end.
		d.Clock.Advance(time.Hour)
		tradingtest.Must(t, endSignals(d, author.UserID, ""))
		if seen, err := d.Service.Signal(t.Context(), d.Caller, shared); err != nil || !seen.ExpiresAt.Equal(ended) {
			t.Errorf("it ended at %v, %v; want %v", seen.ExpiresAt, err, ended)
		}
	})
}

// An author who is no longer an analyst when the signal is written leaves nothing behind that nobody ends.
func TestASignalIsPublishedByWhomItsAuthorIsThen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		author := tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
		then, refusal := author, error(nil)
		d.Service.HoldPeopleWith(func(_ context.Context, _ *database.Tx, user uuid.UUID) (identity.Caller, error) {
			if user != author.UserID {
				t.Errorf("%s was held, and %s publishes", user, author.UserID)
			}
			return then, refusal
		})
		publish := func(scope identity.Scope) error {
			_, err := d.Service.CreateSignal(t.Context(), author, trading.NewSignal{Scope: scope, Symbol: "SOLUSD", Type: trading.Hold, ExpiresIn: time.Hour})
			return err
		}
		then.Role = identity.RoleAnalyst
		testkit.WantFault(t, publish(identity.ScopePlatform), fault.Forbidden)
		tradingtest.Must(t, publish(identity.ScopeTenant))
		then.Role = identity.RoleTrader
		testkit.WantFault(t, publish(identity.ScopeTenant), fault.Forbidden)
		then, refusal = author, fault.New(fault.AccountSuspended, "the account is suspended")
		testkit.WantFault(t, publish(identity.ScopePlatform), fault.AccountSuspended)
		if got := d.Count(`SELECT COUNT(*) FROM signals`); got != 1 {
			t.Errorf("%d signals were published, want 1", got)
		}
	})
}

// An author may have published for years, but only active signals are read.
func TestActiveSignalsOfAnAuthorAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var plan string
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			for _, statement := range []string{
				`INSERT INTO instruments (symbol, name, kind, base_asset, quote_asset, venue_symbol, session, tick_size, lot_step, spread_bp, reference_price, annual_volatility, is_active, created_at, updated_at)
					VALUES ('TEST', '', 'crypto', '', '', '', 'always', 1, 1, 1, 1, 1, TRUE, 1, 1)`,
				`INSERT INTO signals (id, author_id, symbol, signal_type, confidence, risk_level, price, reason, created_at, expires_at)
					WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
					SELECT CAST(i AS TEXT), 'a', 'TEST', 'hold', 'low', 'low', 1, '', i, i FROM n`,
				`ANALYZE signals`,
			} {
				if _, err := tx.Exec(t.Context(), statement); err != nil {
					return err
				}
			}
			explain := "EXPLAIN QUERY PLAN "
			if db.Engine() == database.Postgres {
				explain = "EXPLAIN "
			}
			rows, err := tx.Query(t.Context(), explain+`UPDATE signals SET expires_at = 1 WHERE author_id = 'a' AND expires_at > 1990`)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var line string
				target := []any{&line}
				if db.Engine() == database.SQLite {
					var id, parent, unused int
					target = []any{&id, &parent, &unused, &line}
				}
				if err := rows.Scan(target...); err != nil {
					return err
				}
				plan += line + "\n"
			}
			return rows.Err()
		})
		if err != nil || !strings.Contains(plan, "signals_by_author_and_expiry") {
			t.Errorf("they are found by %v\n%s", err, plan)
		}
	})
}
