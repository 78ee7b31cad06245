package stream_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
	"bourse/internal/trading/tradingtest"
)

// nextEquity waits for figures of an account with the given equity.
func nextEquity(t *testing.T, live *stream.Stream, equity string) *stream.AccountEquity {
	t.Helper()
	return nextOf(t, live, func(m stream.Message) bool { return m.Account != nil && m.Account.Equity == money.MustParse(equity) }).Account
}

func TestAStreamTellsWhatAccountsAreWorthAsItChanges(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		d.Hold(d.Caller, trading.EntryLong, "", "") // ten at 100
		live := openStream(t.Context(), d, d.Caller)
		first := nextEquity(t, live, "100000")
		if first.Kind != trading.PaperAccount || first.Cash != money.FromInt(99_000) || first.Margin != money.FromInt(1000) || !first.UnrealizedPnL.IsZero() {
			t.Errorf("the account has %+v", first)
		}
		d.Prices.Price("SOLUSD", "101")
		if moved := nextEquity(t, live, "100010"); moved.UnrealizedPnL != money.FromInt(10) || moved.Cash != first.Cash || moved.AccountID != first.AccountID {
			t.Errorf("the account has %+v", moved)
		}
		for range 2 { // a repeated price is sent, and changes nothing
			d.Prices.Price("SOLUSD", "101")
			if told := nextOf(t, live, func(m stream.Message) bool { return m.Quotes != nil || m.Account != nil }); told.Account != nil {
				t.Errorf("told %+v, which has not changed", told.Account)
			}
		}
		second := openStream(t.Context(), d, d.Caller) // receives them although nothing changes
		nextEquity(t, second, "100010")

		invested := database.NewID()
		tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return d.Service.OpenInvestmentAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, invested, money.FromInt(500))
		}))
		nextEquity(t, live, "500")
		tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			return d.Service.Deposit(t.Context(), tx, invested, money.FromInt(7), "payment", database.NewID())
		}))
		if paid := nextEquity(t, live, "507"); paid.AccountID != invested || paid.Kind != trading.InvestmentAccount {
			t.Errorf("the account has %+v", paid)
		}
	})
}
