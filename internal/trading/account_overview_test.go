package trading_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestAccountsAreListedWithTheirNames(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		first, second := database.NewID(), database.NewID()
		names := func() (names []string) {
			t.Helper()
			accounts, err := d.Service.Accounts(t.Context(), d.Caller)
			tradingtest.Must(t, err)
			for _, account := range accounts {
				names = append(names, account.Name)
			}
			return names
		}
		if got := names(); len(got) != 1 || got[0] != "Paper account" { // of a user who has never traded
			t.Errorf("the accounts are %q", got)
		}
		for _, id := range []uuid.UUID{first, second} {
			tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
				return d.Service.OpenInvestmentAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, id, money.FromInt(100))
			}))
		}
		if got := names(); len(got) != 3 || got[1] != "Investment account" || got[2] != "Investment account 2" {
			t.Errorf("the accounts are %q", got)
		}
		d.Service.AccountNamesFrom(func(_ context.Context, user uuid.UUID) (map[uuid.UUID]string, error) {
			return map[uuid.UUID]string{second: "Atlas account"}, nil
		})
		if got := names(); got[0] != "Paper account" || got[1] != "Investment account" || got[2] != "Atlas account" {
			t.Errorf("the accounts are %q", got)
		}
	})
}

func TestASignalTellsItsAuthorAndWhetherTheCallerHasExecutedIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		d.Analyst = tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
		nameless := d.Signal(trading.EntryLong, "ETHUSD", "", "")
		d.Service.AuthorNamesFrom(func(_ context.Context, _ database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error) {
			if len(users) != 1 || users[0] != d.Analyst.UserID {
				t.Errorf("the names of %v are asked for", users)
			}
			return map[uuid.UUID]string{d.Analyst.UserID: "a***t@demo.test"}, nil
		})
		byAnalyst := d.Signal(trading.EntryLong, "ETHUSD", "", "")
		byBot := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		other := tradingtest.NewCaller(identity.RoleUser)
		invested := d.OpenInvestmentAccount(d.Caller, "1000")
		for signal, options := range map[*trading.Signal]trading.ExecuteOptions{
			byAnalyst: {Quantity: tradingtest.Quantity("0.1")}, byBot: {Quantity: tradingtest.Quantity("0.001"), AccountID: invested},
		} {
			_, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, options)
			tradingtest.Must(t, err)
		}
		for _, want := range []struct {
			signal   *trading.Signal
			name     string
			kind     trading.AuthorKind
			id       uuid.UUID
			executed bool
		}{
			{byBot, "Atlas", trading.AuthorBot, d.Bot, true}, {byAnalyst, "a***t@demo.test", trading.AuthorAnalyst, d.Analyst.UserID, true},
			{nameless, "Analyst", trading.AuthorAnalyst, d.Analyst.UserID, false},
		} {
			got, err := d.Service.Signal(t.Context(), d.Caller, want.signal.ID)
			tradingtest.Must(t, err)
			if kind, id := got.AuthorKind(); got.Author() != want.name || kind != want.kind || id != want.id || got.Executed != want.executed {
				t.Errorf("the signal is by the %s %s (%s), executed: %v; want %+v", kind, got.Author(), id, got.Executed, want)
			}
			theirs, err := d.Service.Signal(t.Context(), other, want.signal.ID)
			if err != nil || theirs.Executed {
				t.Errorf("for somebody else it is executed: %v (%v)", theirs.Executed, err)
			}
		}
		all, err := d.Service.Signals(t.Context(), d.Caller, trading.SignalFilter{}, database.Cursor{Limit: 10})
		tradingtest.Must(t, err)
		executed := 0
		for _, signal := range all {
			if signal.Executed {
				executed++
			}
		}
		if len(all) != 3 || executed != 2 {
			t.Errorf("%d of %d signals are executed, want 2 of 3", executed, len(all))
		}
	})
}
