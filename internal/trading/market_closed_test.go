package trading_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestOnSundayAnEquityIsNeitherBoughtNorSold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := time.Date(2026, 11, 13, 20, 0, 0, 0, time.UTC) // an hour before Friday's close
		clock := func() time.Time { return now }
		shown, prices := markettest.New(t, db, market.Options{Now: clock})
		d := &tradingtest.Desk{T: t, DB: db, Market: shown, Prices: prices, Events: &published.Events{}, Caller: tradingtest.NewCaller(identity.RoleUser), Analyst: tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)}
		d.Rooms = tradingtest.NewRooms(trading.Options{
			Database: db, Market: shown, Ledger: ledger.New(clock), Events: d.Events, Settings: tradingtest.FreeTerms(),
			Now: clock, Logger: slog.New(slog.DiscardHandler),
		})
		prices.Price("AAPL", "200")
		held := d.Enter(trading.EntryLong, "AAPL", "1")
		now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
		signal := d.Signal(trading.EntryLong, "AAPL", "", "") // at Friday's price, which is kept
		exit := d.Signal(trading.ExitLong, "AAPL", "", "")
		closedAt := func(what string, err error) {
			t.Helper()
			if !fault.Is(err, fault.MarketClosed) || !strings.Contains(err.Error(), "opens Monday 2026-11-16 14:30 UTC") {
				t.Errorf("%s: %v, want MARKET_CLOSED with the opening", what, err)
			}
		}
		for _, one := range []*trading.Signal{signal, exit} {
			_, err := d.Service.Execute(t.Context(), d.Caller, one.ID, trading.ExecuteOptions{})
			closedAt(string(one.Type), err)
		}
		_, err := d.Service.Close(t.Context(), d.Caller, held.ID, nil)
		closedAt("close", err)
		d.WantBalanced()

		now = time.Date(2026, 11, 16, 14, 30, 0, 0, time.UTC)
		_, err = d.Service.Close(t.Context(), d.Caller, held.ID, nil)
		testkit.WantFault(t, err, fault.MarketDataStale) // open, and the last price is Friday's
		prices.Price("AAPL", "201")
		if _, err := d.Service.Close(t.Context(), d.Caller, held.ID, nil); err != nil {
			t.Errorf("close after the opening: %v", err)
		}
	})
}
