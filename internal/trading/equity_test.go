package trading_test

import (
	"log/slog"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// vault is a desk whose clock the test turns.
type vault struct {
	*desk
	at time.Time
}

func newVault(t *testing.T, db *database.DB) *vault {
	v := &vault{desk: newDesk(t, db, freeTerms()), at: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)}
	now := func() time.Time { return v.at }
	v.service = trading.New(trading.Options{
		Database: db, Market: v.market, Ledger: ledger.New(now), Events: v.events, Settings: freeTerms(),
		Now: now, Logger: slog.New(slog.DiscardHandler),
	})
	return v
}

// nextDay takes the snapshot of the day, unless it is to be missed, and goes to the next.
func (v *vault) nextDay(missed bool) {
	v.t.Helper()
	if !missed {
		if err := v.service.RecordEquity(v.t.Context(), v.at.Truncate(24*time.Hour)); err != nil {
			v.t.Fatal(err)
		}
	}
	v.at = v.at.Add(24 * time.Hour)
}

func (v *vault) wantCurve(want ...string) {
	v.t.Helper()
	standings, err := v.service.Standings(v.t.Context(), trading.Trader{UserID: v.caller.UserID, TenantID: v.caller.TenantID})
	if err != nil {
		v.t.Fatal(err)
	}
	curve, err := v.service.EquityCurve(v.t.Context(), standings)
	if err != nil {
		v.t.Fatal(err)
	}
	if len(curve) != len(want) {
		v.t.Fatalf("%d days, want %d: %v", len(curve), len(want), curve)
	}
	for i, day := range curve {
		if day.Value != number(want[i]) {
			v.t.Errorf("day %d was worth %s, want %s", i, day.Value, want[i])
		}
		if wanted := time.Date(2026, 3, 2+i, 0, 0, 0, 0, time.UTC); !day.Day.Equal(wanted) {
			v.t.Errorf("day %d is %s, want %s", i, day.Day, wanted)
		}
	}
}

func TestTheEquityCurveMarksPositionsAndCarriesMissedDaysForward(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.prices.Price("SOLUSD", "100")
		v.enter(trading.EntryLong, "SOLUSD", "10")
		v.wantCurve("100000")
		v.prices.Price("SOLUSD", "110")
		v.nextDay(false) // 100 unrealized
		v.prices.Price("SOLUSD", "130")
		if err := v.deposit(v.caller, money.FromInt(500)); err != nil {
			t.Fatal(err)
		}
		v.nextDay(true) // nobody looked: the day before and what was paid in
		v.prices.Price("SOLUSD", "90")
		v.nextDay(false)
		v.wantCurve("100100", "100600", "100400", "100400")
		if err := v.service.RecordEquity(t.Context(), v.at.AddDate(0, 0, -1).Truncate(24*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n := v.count(`SELECT COUNT(*) FROM equity_snapshots`); n != 2 {
			t.Errorf("%d snapshots, want 2: a day is taken once", n)
		}
	})
}
