package investment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
)

// curve is the curve of the owner's connections as text: value, in and out of each day.
func (h *house) curve(ids ...uuid.UUID) (days [][3]string) {
	h.t.Helper()
	curve, err := h.ExternalCurve(h.t.Context(), h.owner.UserID, ids)
	must(h.t, err)
	for i, day := range curve {
		if want := curve[0].Day.AddDate(0, 0, i); !day.Day.Equal(want) {
			h.t.Errorf("day %d is %s, want %s", i, day.Day, want)
		}
		days = append(days, [3]string{day.Value.String(), day.In.String(), day.Out.String()})
	}
	return days
}

func balances(pairs ...string) (held broker.Holdings) {
	for i := 0; i < len(pairs); i += 2 {
		held.Balances = append(held.Balances, broker.Balance{Asset: pairs[i], Free: usd(pairs[i+1])})
	}
	return held
}

func TestWhatPricesDoNotExplainWasPaidInOrOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.holds(balances("BTC", "1"))
		made := h.connected("key-0001")
		next := func(held broker.Holdings, price string) {
			h.clock.Advance(24 * time.Hour)
			h.board.set("BTCUSD", price)
			h.broker.holds(held)
			wantEqual(t, "read", h.sync(), 1)
		}
		next(balances("BTC", "1"), "66000")                    // prices move
		next(balances("BTC", "1.5"), "66000")                  // a deposit
		next(balances("BTC", "0.5", "USDT", "66000"), "66000") // a trade there
		next(balances("BTC", "0.5", "USDT", "65934"), "66000") // a fee, which looks like a payment out
		next(balances("BTC", "0.5", "NOBODY", "9"), "60000")   // a withdrawal, and an asset that nobody values
		h.broker.prices["NOBODY"] = usd("100")                 // which now has a price
		next(balances("BTC", "0.5", "NOBODY", "9"), "60000")   //
		h.clock.Advance(48 * time.Hour)                        // nothing is read for two days
		h.board.set("BTCUSD", "80000")                         // while prices move
		wantEqual(t, "curve", h.curve(made.ID), [][3]string{
			{"60000", "60000", "0"}, {"66000", "0", "0"}, {"99000", "33000", "0"}, {"99000", "0", "0"}, {"98934", "0", "66"},
			{"30000", "0", "65934"}, {"30900", "900", "0"}, {"30900", "0", "0"}, {"40900", "0", "0"},
		})
		must(t, h.Disconnect(t.Context(), h.owner, made.ID))
		h.clock.Advance(24 * time.Hour)
		curve := h.curve(made.ID)
		wantEqual(t, "its end", curve[7:], [][3]string{{"30900", "0", "0"}, {"0", "0", "40900"}, {"0", "0", "0"}})
		accounts, err := h.ExternalAccounts(t.Context(), h.owner.UserID, h.stranger.UserID)
		must(t, err)
		if own := accounts[h.owner.UserID]; len(accounts) != 1 || len(own) != 1 || !own[0].IsEnded || !own[0].Value.IsZero() {
			t.Errorf("the accounts are %+v, want one that has ended", accounts)
		}
		wantEqual(t, "a stranger's curve", len(must2(h.ExternalCurve(t.Context(), h.stranger.UserID, []uuid.UUID{made.ID}))), 0)
	})
}

func TestATerminalAccountTellsItsPaymentsAndCountsEachOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made, err := h.Connect(t.Context(), h.owner, broker.MT5, broker.Credentials{"login": "7", "password": "p", "server": "Demo"})
		must(t, err)
		h.verify()
		read := func(free, margin, unrealized string, payments ...broker.Payment) {
			h.broker.holds(broker.Holdings{
				Balances:  []broker.Balance{{Asset: "EUR", Free: usd(free), Locked: usd(margin), Price: usd("1.1")}},
				Positions: []broker.Position{{Symbol: "XAUUSD", IsShort: true, Quantity: usd("0.1"), EntryPrice: usd("2000"), CurrentPrice: usd("1990"), Unrealized: usd(unrealized)}},
				Payments:  append([]broker.Payment{}, payments...),
			})
			wantEqual(t, "read", h.sync(), 1)
			h.clock.Advance(24 * time.Hour)
		}
		old, deposit, withdrawal := broker.Payment{ID: "1", Amount: usd("1000")}, broker.Payment{ID: "2", Amount: usd("400")}, broker.Payment{ID: "3", Amount: usd("-80")}
		read("900", "100", "0", old)
		read("960", "100", "60", old) // won, not paid in
		read("1360", "100", "60", old, deposit)
		read("1280", "100", "60", old, deposit, withdrawal)
		read("1280", "100", "60", deposit, withdrawal)
		// Our own market's price of the euro, 1.25, takes precedence over the broker's.
		wantEqual(t, "curve", h.curve(made.ID), [][3]string{
			{"1250", "1250", "0"}, {"1325", "0", "0"}, {"1825", "500", "0"}, {"1725", "0", "100"}, {"1725", "0", "0"}, {"1725", "0", "0"},
		})
		got := h.holdings(made.ID)
		wantEqual(t, "positions", got.Positions, []investment.OpenPosition{{
			Symbol: "XAUUSD", IsShort: true, Quantity: usd("0.1"), EntryPrice: usd("2000"), CurrentPrice: usd("1990"), Unrealized: usd("75"),
		}})
		accounts := must2(h.ExternalAccounts(t.Context(), h.owner.UserID))
		wantEqual(t, "unrealized", accounts[h.owner.UserID][0].Unrealized, usd("75"))
		wantEqual(t, "value", accounts[h.owner.UserID][0].Value, usd("1725"))
	})
}

func must2[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestPricesMakeProfitAndQuantitiesMakePayments checks for any account: price changes alone are not payments, and
// quantity changes alone are not profit.
func TestPricesMakeProfitAndQuantitiesMakePayments(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		assets := []string{"BTC", "ETH", "DOGE", "USDT"}
		number := func(name string, most int64) money.Decimal {
			return money.FromUnits(rapid.Int64Range(1, most).Draw(t, name))
		}
		var before, moved, changed, both []investment.Balance
		for _, asset := range assets {
			old := investment.Balance{Asset: asset, Free: number("free", 1e12), Locked: number("locked", 1e12), Price: number("price", 1e13)}
			price, free := number("new price", 1e13), number("new free", 1e12)
			before = append(before, old)
			moved = append(moved, investment.Balance{Asset: asset, Free: old.Free, Locked: old.Locked, Price: price})
			changed = append(changed, investment.Balance{Asset: asset, Free: free, Locked: old.Locked, Price: old.Price})
			both = append(both, investment.Balance{Asset: asset, Free: free, Locked: old.Locked, Price: price})
		}
		profit := func(after []investment.Balance) money.Decimal {
			return investment.ValueOf(after).Sub(investment.ValueOf(before)).Sub(investment.Unexplained(before, after))
		}
		if paid := investment.Unexplained(before, moved); !paid.IsZero() {
			t.Errorf("moves of prices paid in %s", paid)
		}
		if won := profit(changed); !won.IsZero() {
			t.Errorf("moves of quantities won %s", won)
		}
		// When both change, the profit is that of the old quantities.
		if won, want := profit(both), investment.ValueOf(moved).Sub(investment.ValueOf(before)); !won.Equal(want) {
			t.Errorf("both won %s, want %s", won, want)
		}
	})
}
