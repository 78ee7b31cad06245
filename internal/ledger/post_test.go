package ledger_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

func TestATradeFromDepositToClose(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner := b.owner("1000")
		after, err := b.post(
			b.transaction("open", usd(owner, ledger.Cash, "-100.1"), usd(owner, ledger.Margin, "100"), usd(owner, ledger.Fees, "0.1")),
			b.transaction("close", usd(owner, ledger.Margin, "-100"), usd(owner, ledger.Cash, "119.88"),
				usd(owner, ledger.Fees, "0.12"), usd(owner, ledger.Profit, "-20")),
		)
		must(t, err)
		for code, want := range map[ledger.Code]string{
			ledger.Cash: "1019.78", ledger.Margin: "0", ledger.Fees: "0.22", ledger.Profit: "-20", ledger.External: "-1000",
		} {
			b.wantBalance(owner, code, want)
			id := ledger.AccountID(owner, code, "USD")
			if got, named := after.After[id]; named && got != money.MustParse(want) {
				t.Errorf("Post says that %s is %s, want %s", code, got, want)
			}
		}
		if len(after.After) != 4 {
			t.Errorf("Post tells %d balances, want those of the 4 accounts it was given", len(after.After))
		}
		for place, want := range []string{"899.9", "1019.78"} {
			got, ok := after.AfterTransaction(place, ledger.AccountID(owner, ledger.Cash, "USD"))
			if !ok || got != money.MustParse(want) || !after.Posted[place] {
				t.Errorf("cash after transaction %d is %s (%t), want %s", place, got, ok, want)
			}
		}
		if _, ok := after.AfterTransaction(0, ledger.AccountID(owner, ledger.Profit, "USD")); ok {
			t.Error("the opening is said to have touched the profit")
		}
		if report := b.wantInOrder(); report.Accounts != 5 || report.Transactions != 3 || report.Postings != 9 {
			t.Errorf("the report counts %+v", report)
		}
	})
}

func TestWhatIsWrongWithATransactionIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		a, c := b.owner("10"), b.owner("10")
		foreign := &books{t, db, b.ledger, uuid.New()}
		stranger := foreign.owner("10")
		must(t, b.inTx(func(tx *database.Tx) error {
			return b.ledger.Open(t.Context(), tx, b.tenant, a, "EUR", ledger.Cash, ledger.External)
		}))
		euros := ledger.Entry{Account: ledger.AccountID(a, ledger.Cash, "EUR"), Amount: money.FromInt(1)}
		nameless := b.transaction("", usd(a, ledger.Cash, "-1"), usd(c, ledger.Cash, "1"))
		largest := "92233720368.54775807"
		for name, test := range map[string]struct {
			transaction ledger.Transaction
			want        string
			code        fault.Code
		}{
			"no entries":         {b.transaction("x"), "must move something", ""},
			"zero entries":       {b.transaction("x", usd(a, ledger.Cash, "0"), usd(c, ledger.Cash, "0")), "must move something", ""},
			"back and forth":     {b.transaction("x", usd(a, ledger.Cash, "-1"), usd(a, ledger.Cash, "1")), "must move something", ""},
			"one side":           {b.transaction("x", usd(a, ledger.Cash, "1")), "sum to 1 USD", ""},
			"unbalanced":         {b.transaction("x", usd(a, ledger.Cash, "-1"), usd(c, ledger.Cash, "1.00000001")), "sum to 0.00000001 USD", ""},
			"mixed currencies":   {b.transaction("x", usd(a, ledger.Cash, "-1"), euros), "instead of zero", ""},
			"unknown account":    {b.transaction("x", usd(a, ledger.Cash, "-1"), usd(uuid.New(), ledger.Cash, "1")), "there is no account", ""},
			"another tenant's":   {b.transaction("x", usd(stranger, ledger.Cash, "-1"), usd(a, ledger.Cash, "1")), "belongs to another tenant", ""},
			"no kind":            {nameless, "needs a source type", ""},
			"no funds":           {b.transaction("x", usd(a, ledger.Cash, "-10.00000001"), usd(c, ledger.Cash, "10.00000001")), "not enough cash: 10 USD available, 10.00000001 needed", fault.InsufficientFunds},
			"negative fees":      {b.transaction("x", usd(a, ledger.Fees, "-1"), usd(a, ledger.Cash, "1")), "not enough fees", fault.InsufficientFunds},
			"too large":          {b.transaction("x", usd(a, ledger.Cash, largest), usd(a, ledger.Profit, "-"+largest)), money.ErrTooLarge.Error(), ""},
			"too large together": {b.transaction("x", usd(a, ledger.Cash, largest), usd(a, ledger.Cash, largest), usd(a, ledger.Profit, "-1")), money.ErrTooLarge.Error(), ""},
		} {
			_, err := b.post(test.transaction)
			text := fmt.Sprint(err)
			if errors.Is(err, money.ErrTooLarge) {
				text += money.ErrTooLarge.Error()
			}
			if err == nil || !strings.Contains(text, test.want) {
				t.Errorf("%s: got %v, want %q", name, err, test.want)
			}
			var failure *fault.Error
			if errors.As(err, &failure) != (test.code != "") || failure != nil && failure.Code != test.code {
				t.Errorf("%s: the client is told %v, want %q", name, failure, test.code)
			}
		}
		if report := b.wantInOrder(); report.Transactions != 3 {
			t.Errorf("%d transactions are booked, want the 3 deposits", report.Transactions)
		}
	})
}

func TestFundsAreCheckedInTheOrderGiven(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("0"), b.owner("0")
		deposit := b.transaction("deposit", usd(owner, ledger.External, "-5"), usd(owner, ledger.Cash, "5"))
		spend := b.transaction("spend", usd(owner, ledger.Cash, "-5"), usd(other, ledger.Cash, "5"))

		// The caller may continue after the fault: nothing has been written.
		must(t, b.inTx(func(tx *database.Tx) error {
			_, err := b.ledger.Post(t.Context(), tx, spend, deposit)
			var short *ledger.Shortfall
			if !errors.As(err, &short) || !fault.Is(err, fault.InsufficientFunds) {
				t.Fatalf("got %v, want INSUFFICIENT_FUNDS", err)
			}
			if short.Transaction != 0 || short.Account != spend.Entries[0].Account || short.Needed != money.FromInt(5) || !short.Available.IsZero() {
				t.Errorf("the shortfall is %+v", short)
			}
			return nil
		}))
		if report := b.wantInOrder(); report.Transactions != 0 {
			t.Errorf("%d transactions are booked, want none", report.Transactions)
		}
		_, err := b.post(deposit, spend)
		must(t, err)
		b.wantBalance(owner, ledger.Cash, "0")
		b.wantBalance(other, ledger.Cash, "5")
		b.wantInOrder()
	})
}

func TestEntriesOnOneAccountAreOnePosting(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("10"), b.owner("0")
		_, err := b.post(b.transaction("spend", usd(owner, ledger.Cash, "-3"), usd(other, ledger.Cash, "4"),
			usd(owner, ledger.Cash, "-1"), usd(owner, ledger.Fees, "0")))
		must(t, err)
		lines, err := b.ledger.Statement(t.Context(), db, b.tenant, ledger.AccountID(owner, ledger.Cash, "USD"), uuid.Nil, 10)
		if err != nil || len(lines) != 2 || lines[0].Amount != money.FromInt(-4) || lines[0].BalanceAfter != money.FromInt(6) {
			t.Errorf("the statement is %+v (%v)", lines, err)
		}
		if report := b.wantInOrder(); report.Postings != 4 {
			t.Errorf("there are %d postings, want 4", report.Postings)
		}
	})
}

func TestThousandsAreBookedAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		const owners = 1003 // not a multiple of any batch size
		house := uuid.New()
		openings := []ledger.Opening{{TenantID: uuid.Nil, OwnerID: house, Currency: "USD", Codes: []ledger.Code{ledger.Revenue}}}
		var transactions []ledger.Transaction
		for range owners {
			owner := uuid.New()
			openings = append(openings, ledger.Opening{TenantID: b.tenant, OwnerID: owner, Currency: "USD",
				Codes: []ledger.Code{ledger.Cash, ledger.External}})
			transactions = append(transactions,
				b.transaction("deposit", usd(owner, ledger.External, "-3"), usd(owner, ledger.Cash, "3")),
				b.transaction("purchase", usd(owner, ledger.Cash, "-2"), usd(house, ledger.Revenue, "2")))
		}
		must(t, b.inTx(func(tx *database.Tx) error { return b.ledger.OpenMany(t.Context(), tx, openings...) }))
		_, err := b.post(transactions...)
		must(t, err)
		b.wantBalance(house, ledger.Revenue, "2006")
		if report := b.wantInOrder(); report.Transactions != 2*owners || report.Postings != 4*owners || report.Accounts != 2*owners+1 {
			t.Errorf("the report counts %+v", report)
		}
		again, err := b.post(transactions...)
		must(t, err)
		for place, posted := range again.Posted {
			if posted {
				t.Fatalf("transaction %d was booked twice", place)
			}
		}
		b.wantBalance(house, ledger.Revenue, "2006")
	})
}
