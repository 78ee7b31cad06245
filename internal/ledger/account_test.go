package ledger_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestAnAccountIDIsMadeFromWhatItNamesAndNeverChanges(t *testing.T) {
	t.Parallel()
	owner := uuid.MustParse("018f3c2a-7b1d-7c3e-8a4f-0123456789ab")
	// Stored ids depend on it: this value must never change.
	if got := ledger.AccountID(owner, ledger.Cash, "USD").String(); got != "9978d23a-171b-5ecf-9129-869da4a43040" {
		t.Errorf("the id is %s", got)
	}
	seen := map[uuid.UUID]bool{}
	for _, owner := range []uuid.UUID{owner, uuid.New()} {
		for _, code := range []ledger.Code{ledger.Cash, ledger.Margin, ledger.Hold} {
			for _, currency := range []string{"USD", "EUR"} {
				seen[ledger.AccountID(owner, code, currency)] = true
			}
		}
	}
	if len(seen) != 12 {
		t.Errorf("12 accounts have %d ids", len(seen))
	}
}

func TestOpeningAgainChangesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner := uuid.New()
		must(t, errors.Join(testkit.InParallel(8, func(int) error {
			return b.inTx(func(tx *database.Tx) error {
				return b.ledger.Open(t.Context(), tx, b.tenant, owner, "USD", ledger.Cash, ledger.External)
			})
		})...))
		_, err := b.post(b.transaction("deposit", usd(owner, ledger.External, "-7"), usd(owner, ledger.Cash, "7")))
		must(t, err)
		must(t, b.inTx(func(tx *database.Tx) error {
			return b.ledger.Open(t.Context(), tx, b.tenant, owner, "USD", ledger.Margin, ledger.Cash)
		}))
		want := []heldAccount{
			{ledger.AccountID(owner, ledger.Cash, "USD"), b.tenant, ledger.Cash, money.MustParse("7"), noon},
			{ledger.AccountID(owner, ledger.External, "USD"), b.tenant, ledger.External, money.MustParse("-7"), noon},
			{ledger.AccountID(owner, ledger.Margin, "USD"), b.tenant, ledger.Margin, money.Zero, noon},
		}
		if diff := cmp.Diff(want, b.accountsOf(owner), cmp.Comparer(money.Decimal.Equal)); diff != "" {
			t.Errorf("the accounts differ (-want +got):\n%s", diff)
		}
	})
}

func TestAnAccountOfNoKindIsNotOpened(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		for name, opening := range map[string]ledger.Opening{
			"unknown code":   {b.tenant, uuid.New(), "USD", []ledger.Code{"pocket"}},
			"no currency":    {b.tenant, uuid.New(), "", []ledger.Code{ledger.Cash}},
			"small currency": {b.tenant, uuid.New(), "usd", []ledger.Code{ledger.Cash}},
			"no owner":       {b.tenant, uuid.Nil, "USD", []ledger.Code{ledger.Cash}},
		} {
			err := b.inTx(func(tx *database.Tx) error { return b.ledger.OpenMany(t.Context(), tx, opening) })
			if err == nil {
				t.Errorf("%s: was opened", name)
			}
		}
		if report := b.wantInOrder(); report.Accounts != 0 {
			t.Errorf("there are %d accounts", report.Accounts)
		}
	})
}

func TestOnlyWhereMoneyComesFromMayBeNegative(t *testing.T) {
	t.Parallel()
	for code, want := range map[ledger.Code]bool{
		ledger.Cash: false, ledger.Margin: false, ledger.Hold: false, ledger.Reserved: false, ledger.Fees: false, ledger.Revenue: false,
		ledger.External: true, ledger.Profit: true,
	} {
		if code.MayBeNegative() != want {
			t.Errorf("%s may be negative: %t", code, !want)
		}
	}
}
