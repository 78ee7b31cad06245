package payments_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// begin begins a deposit to the user's account under a key.
func (s *shop) begin(amount int64, key string) (*payments.Payment, error) {
	return s.service.Deposit(s.t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.FromInt(amount), Key: key})
}

// wantNotTaken fails the test unless a deposit is refused.
func (s *shop) wantNotTaken(amount int64) {
	s.t.Helper()
	_, err := s.begin(amount, uuid.NewString())
	testkit.WantFault(s.t, err, fault.AccountNotActive)
}

// owe takes back a deposit whose money has left the account, so that all of it is owed.
func (s *shop) owe(deposited *payments.Payment) {
	s.t.Helper()
	s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
	_, err := s.service.MarkPaid(s.t.Context(), s.admin, s.approve(s.withdraw(s.balance(s.account, ledger.Cash).String())).ID, "SEPA 1")
	s.must(err)
	s.must(s.hearDispute(deposited, "created", payments.DisputeOpen, deposited.Amount.String()))
	s.wantBalance(s.account, ledger.Debt, deposited.Amount.Neg().String())
}

// cameFromTheSandbox makes a deposit play money: the sandbox is not in use here.
func (s *shop) cameFromTheSandbox(p *payments.Payment, status payments.Status) {
	s.t.Helper()
	s.must(s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(s.t.Context(), `UPDATE payments SET provider = $1, status = $2 WHERE id = $3`, payments.SandboxProvider, status, p.ID)
		return err
	}))
}

// An account with play money never pays out: real money that came there would be lost.
func TestAnAccountWithPlayMoneyTakesNoRealMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited, late := s.paid(s.deposit("500")), s.deposit("200")
		for _, status := range []payments.Status{payments.Succeeded, payments.PartiallyRefunded, payments.Refunded} {
			s.cameFromTheSandbox(deposited, status)
			s.wantNotTaken(100)
			if wallet, err := s.service.Wallet(t.Context(), s.user); err != nil || !wallet.Withdrawable.IsZero() || !wallet.Accounts[0].Withdrawable.IsZero() {
				t.Errorf("%s can be withdrawn, and %+v (%v): nobody gets it", wallet.Withdrawable, wallet.Accounts, err)
			}
		}
		s.must(s.hear("late", report(late, payments.CheckoutPaid))) // it was begun before the check existed
		s.must(s.service.Reconcile(t.Context()))
		if found := s.wantStatus(late, payments.Failed); found.Refunded != late.Amount {
			t.Errorf("%s went back, want all", found.Refunded)
		}
		s.wantBalance(s.account, ledger.Cash, "1500")
	})
}

func TestADebtOnAnAccountWithPlayMoneyCanBePaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		played := s.paid(s.deposit("100"))
		s.owe(s.paid(s.deposit("500")))
		s.cameFromTheSandbox(played, payments.Succeeded)
		s.wantNotTaken(501)
		s.paid(s.deposit("500"))
		s.wantBalance(s.account, ledger.Debt, "0")
		s.wantNotTaken(10)
	})
}

// A user whose approval has expired may pay a debt, but not repeatedly.
func TestADebtIsPaidInOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.owe(s.paid(s.deposit("500")))
		s.owners.depositRefusal = fault.New(fault.AccountNotActive, "KYC is expired")
		key := uuid.NewString()
		first, err := s.begin(500, key)
		s.must(err)
		if again, err := s.begin(500, key); err != nil || again.ID != first.ID {
			t.Errorf("the same request has begun %v (%v), want what it began before", again, err)
		}
		s.wantNotTaken(500)
		s.wantNotTaken(10)
		_, err = s.service.Cancel(t.Context(), s.user, first.ID)
		s.must(err)
		results := testkit.InParallel(8, func(int) error {
			_, err := s.begin(500, uuid.NewString())
			return err
		})
		if testkit.Succeeded(results) != 1 {
			t.Errorf("%d deposits of all that is owed have begun at once", testkit.Succeeded(results))
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.AccountNotActive)
			}
		}
	})
}

func TestADebtIsPaidInSeveralDeposits(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.owe(s.paid(s.deposit("500")))
		s.owners.depositRefusal = fault.New(fault.AccountNotActive, "KYC is expired")
		first, second := s.deposit("300"), s.deposit("200")
		s.wantNotTaken(10)
		s.paid(second)
		s.wantNotTaken(10)
		s.paid(first)
		s.wantBalance(s.account, ledger.Debt, "0")
		s.wantBalance(s.account, ledger.Cash, "0")
		s.wantNotTaken(10)
		s.wantInOrder()
	})
}

func TestOnlySoManyDepositsArePendingHoweverManyAreBegunAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		begun, refused := 0, 0
		for _, err := range testkit.InParallel(30, func(int) error {
			_, err := s.begin(50, uuid.NewString())
			return err
		}) {
			switch {
			case err == nil:
				begun++
			case fault.Is(err, fault.Conflict):
				refused++
			default:
				t.Error(err)
			}
		}
		if begun != 20 || refused != 10 {
			t.Errorf("%d were begun and %d refused, want 20 and 10", begun, refused)
		}
		pending, _, err := s.service.Payments(t.Context(), s.user, payments.Whose{}, payments.Pending, database.Page{Number: 1, Limit: 1})
		s.must(err)
		_, err = s.service.Cancel(t.Context(), s.user, pending[0].ID)
		s.must(err)
		if _, err := s.begin(50, uuid.NewString()); err != nil {
			t.Errorf("once one is cancelled there is room: %v", err)
		}
	})
}
