package trading_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// The lists used to be empty on every database whose locale is not C.
func TestListsBeginAtTheNewestAndGoOnBehindTheirLastPage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		older, newer := d.Enter(trading.EntryLong, "SOLUSD", "1"), d.Enter(trading.EntryLong, "SOLUSD", "2")
		first, err := d.Service.Positions(t.Context(), d.Caller, trading.PositionFilter{}, database.Cursor{Limit: 1})
		if err != nil || len(first) != 1 || first[0].ID != newer.ID {
			t.Fatalf("the first page is %v (%v), want the newer position", first, err)
		}
		second, err := d.Service.Positions(t.Context(), d.Caller, trading.PositionFilter{Symbol: "SOLUSD"}, database.Cursor{Before: newer.ID, Limit: 1})
		if err != nil || len(second) != 1 || second[0].ID != older.ID {
			t.Errorf("the second page is %v (%v), want the older position", second, err)
		}
		signals, err := d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{}, database.Cursor{Limit: 1})
		if err != nil || len(signals) != 1 {
			t.Fatalf("the first page is %v (%v), want one signal", signals, err)
		}
		signals, err = d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{Symbol: "SOLUSD"}, database.Cursor{Before: signals[0].ID, Limit: 9})
		if err != nil || len(signals) != 1 {
			t.Errorf("the second page is %v (%v), want the other signal", signals, err)
		}
	})
}

func TestTradesAreListedByAccountAndSymbol(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		d.Analyst = tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
		second := d.OpenInvestmentAccount(d.Caller, "100000")
		close := func(user identity.Caller, symbol string, account uuid.UUID) uuid.UUID {
			d.Clock.Advance(time.Millisecond)
			done, err := d.Service.Execute(t.Context(), user, d.Signal(trading.EntryLong, symbol, "", "").ID,
				trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.1"), AccountID: account})
			tradingtest.Must(t, err)
			closing, err := d.Service.Close(t.Context(), user, done.Position.ID, nil)
			tradingtest.Must(t, err)
			return closing.Trade.ID
		}
		paper := uuid.Nil
		a, b := close(d.Caller, "BTCUSD", paper), close(d.Caller, "ETHUSD", paper)
		c, e := close(d.Caller, "BTCUSD", second), close(d.Caller, "BTCUSD", second)
		stranger := tradingtest.NewCaller(identity.RoleUser)
		theirs := close(stranger, "BTCUSD", paper)
		for name, listed := range map[string]struct {
			user   identity.Caller
			filter trading.TradeFilter
			want   []uuid.UUID
		}{
			"all":                   {d.Caller, trading.TradeFilter{}, []uuid.UUID{e, c, b, a}},
			"a symbol":              {d.Caller, trading.TradeFilter{Symbol: "BTCUSD"}, []uuid.UUID{e, c, a}},
			"an account":            {d.Caller, trading.TradeFilter{AccountID: second}, []uuid.UUID{e, c}},
			"both":                  {d.Caller, trading.TradeFilter{AccountID: second, Symbol: "ETHUSD"}, nil},
			"both, with some":       {d.Caller, trading.TradeFilter{AccountID: second, Symbol: "BTCUSD"}, []uuid.UUID{e, c}},
			"days before":           {d.Caller, trading.TradeFilter{Symbol: "BTCUSD", Days: trading.Days{End: d.Clock.Now().AddDate(0, 0, -1)}}, nil},
			"a stranger":            {stranger, trading.TradeFilter{Symbol: "BTCUSD"}, []uuid.UUID{theirs}},
			"another's account":     {stranger, trading.TradeFilter{AccountID: second}, nil},
			"another's, by symbol":  {stranger, trading.TradeFilter{AccountID: second, Symbol: "BTCUSD"}, nil},
			"what nobody has heard": {d.Caller, trading.TradeFilter{Symbol: "NOSUCH"}, nil},
		} {
			trades, total, err := d.Service.Trades(t.Context(), listed.user, listed.filter, database.Page{Number: 1, Limit: 10})
			tradingtest.Must(t, err)
			var got []uuid.UUID
			for _, trade := range trades {
				got = append(got, trade.ID)
			}
			if !slices.Equal(got, listed.want) || total != len(listed.want) {
				t.Errorf("%s: %v of %d, want %v", name, got, total, listed.want)
			}
		}
	})
}

// A signal is listed under the status that it is shown with: it has expired from its last moment on.
func TestSignalsAreListedByStatus(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		publish := func(symbol string) *trading.Signal { return d.Publish(trading.EntryLong, symbol, "0.0001") }
		old := publish("BTCUSD")
		d.Clock.Advance(30 * time.Minute)
		first, second, ether := publish("BTCUSD"), publish("BTCUSD"), publish("ETHUSD")
		want := func(what string, filter trading.SignalFilter, cursor database.Cursor, want ...*trading.Signal) {
			t.Helper()
			found, err := d.Service.Signals(t.Context(), d.Caller, filter, cursor)
			tradingtest.Must(t, err)
			same := slices.EqualFunc(found, want, func(a, b *trading.Signal) bool { return a.ID == b.ID })
			if !same {
				t.Errorf("%s: %d signals, want %d", what, len(found), len(want))
			}
			for _, signal := range found {
				if filter.Status != "" && d.Service.IsExpired(signal) != (filter.Status == trading.SignalExpired) {
					t.Errorf("%s: a signal is listed that is not %s", what, filter.Status)
				}
			}
		}
		active, expired := trading.SignalFilter{Status: trading.SignalActive}, trading.SignalFilter{Status: trading.SignalExpired}
		all := database.Cursor{Limit: 10}
		want("active at first", active, all, ether, second, first, old)
		want("expired at first", expired, all)
		d.Clock.Set(old.ExpiresAt)
		want("active", active, all, ether, second, first)
		want("expired", expired, all, old)
		want("the first page", active, database.Cursor{Limit: 2}, ether, second)
		want("behind it", active, database.Cursor{Limit: 2, Before: second.ID}, first)
		want("of a symbol", trading.SignalFilter{Status: trading.SignalActive, Symbol: "ETHUSD"}, all, ether)
		want("expired of a symbol", trading.SignalFilter{Status: trading.SignalExpired, Symbol: "ETHUSD"}, all)
		want("of the bot", trading.SignalFilter{Status: trading.SignalExpired, BotID: d.Bot}, all, old)
		d.Clock.Advance(time.Hour)
		want("nothing is active", active, all)
		want("behind what has expired", expired, database.Cursor{Limit: 2, Before: ether.ID}, second, first)
	})
}
