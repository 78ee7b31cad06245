package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// disputed has the bank of an account's owner take money back.
func disputed(d *tradingtest.OrderDesk, account uuid.UUID, amount string) (held, owed money.Decimal) {
	d.T.Helper()
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) (err error) {
		held, owed, err = d.Service.HoldDisputed(d.T.Context(), tx, account, money.MustParse(amount), uuid.New(), "")
		return err
	})
	tradingtest.Must(d.T, err)
	return held, owed
}

func wantMoney(d *tradingtest.OrderDesk, account uuid.UUID, want map[ledger.Code]string) {
	d.T.Helper()
	for code, amount := range want {
		of := ledger.AccountID(account, code, trading.Currency)
		balances, err := ledger.BalancesOf(d.T.Context(), d.DB, of)
		tradingtest.Must(d.T, err)
		tradingtest.WantNumber(d.T, string(code), balances[of], amount)
	}
}

// Granted money is play money: it cannot pay a bank that takes a deposit back.
func TestGrantedMoneyPaysNothingThatIsTakenBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		account := uuid.New()
		within := func(work func(tx *database.Tx) error) {
			t.Helper()
			tradingtest.Must(t, db.InTx(t.Context(), work))
		}
		within(func(tx *database.Tx) error {
			if err := d.Service.OpenInvestmentAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, account, money.FromInt(10_000)); err != nil {
				return err
			}
			return d.Service.Deposit(t.Context(), tx, account, money.FromInt(1000), "test", uuid.New())
		})
		within(func(tx *database.Tx) error {
			return d.Service.Hold(t.Context(), tx, d.Caller.UserID, account, money.FromInt(700), uuid.New())
		})
		if held, owed := disputed(d, account, "1000"); held != money.FromInt(300) || owed != money.FromInt(700) {
			t.Errorf("%s is held and %s owed, want what was paid in and not asked for, and the rest", held, owed)
		}
		within(func(tx *database.Tx) error { // refunded at the provider
			owed, err := d.Service.TakeBack(t.Context(), tx, account, money.FromInt(50), uuid.New())
			tradingtest.WantNumber(t, "what is owed then", owed, "50")
			return err
		})
		within(func(tx *database.Tx) error {
			_, err := d.Service.SetAccountStatus(t.Context(), tx, account, trading.AccountClosed)
			return err
		})
		wantMoney(d, account, map[ledger.Code]string{ledger.Cash: "10000", ledger.Hold: "1000", ledger.Debt: "-750", ledger.External: "-11000"})
		d.WantBalanced()
	})
}

func TestClosingAnAccountPaysWhatIsOwedOnIt(t *testing.T) {
	t.Parallel()
	for name, isQueued := range map[string]bool{"at once": false, "with its last position": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
				account := investmentAccount(d, "1000")
				wanted := solOrder(trading.Buy, trading.MarketOrder, "9", "")
				wanted.AccountID = account
				d.Place(wanted)
				if _, owed := disputed(d, account, "1000"); owed != money.FromInt(900) {
					t.Fatalf("%s is owed, want what is in the position", owed)
				}
				if isQueued {
					d.Clock.Advance(2 * time.Hour) // the price is stale
				} else {
					d.See("SOLUSD", "110")
				}
				tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
					_, err := d.Service.SetAccountStatus(t.Context(), tx, account, trading.AccountClosed)
					return err
				}))
				if isQueued {
					wantMoney(d, account, map[ledger.Code]string{ledger.Cash: "0", ledger.Debt: "-900"})
					d.See("SOLUSD", "110")
				}
				if n := d.Count(`SELECT COUNT(*) FROM trading_accounts WHERE id = $1 AND status = 'closed'`, account); n != 1 {
					t.Fatal("the account is not closed")
				}
				wantMoney(d, account, map[ledger.Code]string{ledger.Cash: "90", ledger.Debt: "0", ledger.Hold: "100"})
				wantMoney(d, d.Caller.TenantID, map[ledger.Code]string{ledger.External: "0"})
				d.WantBalanced()
				lines, err := d.Service.Statement(t.Context(), d.Caller, account, trading.Days{}, database.Cursor{Limit: 1})
				if err != nil || len(lines) != 1 || lines[0].Description != "Debt paid" || lines[0].Amount != money.FromInt(-900) {
					t.Errorf("the statement ends with %+v (%v)", lines, err)
				}
			})
		})
	}
}

func TestAClosedAccountTakesWhatIsOwedOnIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		account := investmentAccount(d, "100")
		tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := d.Service.SetAccountStatus(t.Context(), tx, account, trading.AccountClosed)
			return err
		}))
		deposit := func(amount int64) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				return d.Service.Deposit(t.Context(), tx, account, money.FromInt(amount), "test", uuid.New())
			})
		}
		testkit.WantFault(t, deposit(10), fault.AccountNotActive)
		disputed(d, account, "130")
		tradingtest.Must(t, deposit(20))
		tradingtest.Must(t, deposit(10))
		testkit.WantFault(t, deposit(10), fault.AccountNotActive) // all debt is paid
		wantMoney(d, account, map[ledger.Code]string{ledger.Cash: "0", ledger.Debt: "0", ledger.Hold: "100"})
		d.WantBalanced()
	})
}
