package payments_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// A thief of a session does not know the password.
func TestMoneyLeavesOnlyAfterARecentLogIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.clock.Advance(16 * time.Minute)
		_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(10), bank)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		s.wantBalance(s.account, ledger.Hold, "0")
		if s.events.Count("payment.withdrawal.requested") != 0 || len(s.people.told) != 0 {
			t.Errorf("%v were told of it", s.people.told)
		}
	})
}

func TestTheOwnerIsToldOfAWithdrawal(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.withdraw("12.50")
		_, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(10_000), bank)
		testkit.WantFault(t, err, fault.InsufficientFunds)
		if want := []string{s.user.UserID.String() + " 12.5 USD DE****3000"}; !slices.Equal(s.people.told, want) {
			t.Errorf("told were %q, want %q", s.people.told, want)
		}
	})
}

// A deleted user has nothing that could be paid later.
func TestWhoHasLeftBeginsNoPayment(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.people.refusal = fault.New(fault.AccountSuspended, "they have left")
		_, err := s.service.Checkout(t.Context(), s.user, uuid.New(), "")
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = s.begin(100, uuid.NewString())
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(10), bank)
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, paid, err := s.service.Payments(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 1})
		s.must(err)
		_, withdrawn, err := s.service.Withdrawals(t.Context(), s.user, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 1})
		s.must(err)
		if paid+withdrawn != 0 {
			t.Errorf("%d payments and %d withdrawals have begun", paid, withdrawn)
		}
	})
}
