package payments_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// other opens a second, funded account of the user.
func (s *shop) other(amount int64) *shop {
	s.t.Helper()
	second := *s
	second.account = s.granted(0)
	s.must(s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		return s.accounts.Deposit(s.t.Context(), tx, second.account, money.FromInt(amount), "test", second.account)
	}))
	return &second
}

// What one account lost with a stolen card, another may have won by opposite positions.
func TestWhoOwesOnOneAccountWithdrawsFromNone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		second := s.other(900)
		deposited := s.paid(s.deposit("500"))
		requested := second.withdraw("100")
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		approved := second.approve(second.withdraw("200"))
		s.owe(deposited)

		owner := s.user
		owner.AuthenticatedAt = s.clock.Now()
		_, err := s.service.Withdraw(t.Context(), owner, second.account, price, bank)
		testkit.WantFault(t, err, fault.AccountNotActive)
		_, err = s.service.Decide(t.Context(), s.admin, requested.ID, payments.Decision{Approve: true})
		testkit.WantFault(t, err, fault.AccountNotActive)
		if shown := s.readAsAdmin(approved); shown.Destination != nil || !strings.Contains(shown.Reason, "500 USD are owed on another account") {
			t.Errorf("shown with %v because of %q", shown.Destination, shown.Reason)
		}

		s.paid(s.deposit("500"))
		s.wantBalance(s.account, ledger.Debt, "0")
		if shown := s.readAsAdmin(approved); shown.Destination == nil || shown.Reason != "" {
			t.Errorf("not shown, because of %q", shown.Reason)
		}
		second.approve(requested)
		s.wantInOrder()
	})
}

// A user who is suspended because their log-in was stolen must not have money sent where the thief asked.
func TestNothingIsPaidToWhoIsLockedOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		requested, approved := s.withdraw("100"), s.approve(s.withdraw("200"))
		s.people.lockOut(true)
		_, err := s.service.Decide(t.Context(), s.admin, requested.ID, payments.Decision{Approve: true})
		testkit.WantFault(t, err, fault.AccountNotActive)
		if shown := s.readAsAdmin(approved); shown.Destination != nil || !strings.Contains(shown.Reason, "suspended") {
			t.Errorf("shown with %v because of %q", shown.Destination, shown.Reason)
		}
		s.people.lockOut(false)
		if shown := s.readAsAdmin(approved); shown.Destination == nil || shown.Reason != "" {
			t.Errorf("not shown, because of %q", shown.Reason)
		}
		s.approve(requested)
	})
}
