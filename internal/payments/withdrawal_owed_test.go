package payments_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/testkit"
)

// disputedTransfer is an approved withdrawal of 1300, all of it a transfer, of a user who has owed 300 since a
// deposit was disputed.
func (s *shop) disputedTransfer() (*payments.Payment, *payments.Withdrawal) {
	s.t.Helper()
	deposited := s.paid(s.deposit("500"))
	s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
	approved := s.approve(s.withdraw("1300"))
	if shown := s.readAsAdmin(approved); shown.Destination == nil || shown.Reason != "" {
		s.t.Fatalf("what is to be transferred says %q, or not where", shown.Reason)
	}
	s.must(s.hearDispute(deposited, "created", payments.DisputeOpen, "500"))
	s.wantBalance(s.account, ledger.Debt, "-300")
	return deposited, approved
}

func (s *shop) readAsAdmin(w *payments.Withdrawal) *payments.Withdrawal {
	s.t.Helper()
	shown, err := s.service.Withdrawal(s.t.Context(), s.admin, w.ID)
	s.must(err)
	return shown
}

func (s *shop) destinationReads(w *payments.Withdrawal) (reads int) {
	s.t.Helper()
	s.must(s.db.QueryRow(s.t.Context(), `
		SELECT COUNT(*) FROM audit_log WHERE action = 'payments.withdrawal.destination_read' AND subject_id = $1`, w.ID).Scan(&reads))
	return reads
}

func TestNobodyIsToldWhereToTransferToWhoOwes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		_, approved := s.disputedTransfer()
		reads := s.destinationReads(approved)
		shown := s.readAsAdmin(approved)
		if shown.Destination != nil || !strings.Contains(shown.Reason, "300 USD are owed") || s.destinationReads(approved) != reads {
			t.Errorf("shown with %v because of %q", shown.Destination, shown.Reason)
		}
		failed, err := s.service.MarkFailed(t.Context(), s.admin, approved.ID, "owes")
		if err != nil || failed.Reason != "owes" {
			t.Fatalf("got %+v (%v)", failed, err)
		}
		s.wantBalance(s.account, ledger.Debt, "0")
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantInOrder()
	})
}

func TestATransferGoesOnWhenNothingIsOwedAnyMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited, approved := s.disputedTransfer()
		s.must(s.hearDispute(deposited, "closed", payments.DisputeWon, "500"))
		if shown := s.readAsAdmin(approved); shown.Destination == nil || shown.Reason != "" {
			t.Errorf("not shown, because of %q", shown.Reason)
		}
	})
}

// The bank may have made the transfer before we heard of the dispute: money that has gone is booked as gone.
func TestATransferThatWasMadeIsBookedAlsoWhenItsOwnerOwesByNow(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		_, approved := s.disputedTransfer()
		paid, err := s.service.MarkPaid(t.Context(), s.admin, approved.ID, "SEPA 45")
		if err != nil || paid.Status != payments.WithdrawalPaid || paid.Reason != "" {
			t.Fatalf("got %+v (%v)", paid, err)
		}
		s.wantBalance(s.account, ledger.Hold, "200") // for the dispute
		s.wantBalance(s.account, ledger.Debt, "-300")
		s.wantInOrder()
	})
}

// The sandbox is replaced by a real provider while a withdrawal of play money waits to be transferred.
func TestPlayMoneyIsNotTransferredOnceTheSandboxIsGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		deposited := s.paid(s.deposit("500"))
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "expired_card"} })
		approved := s.approve(s.withdraw("700"))
		for _, status := range []payments.Status{payments.Succeeded, payments.PartiallyRefunded, payments.Refunded} { // what was won with it is still there
			s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `UPDATE payments SET provider = $1, status = $2 WHERE id = $3`, payments.SandboxProvider, status, deposited.ID)
				return err
			}))
			_, err := s.service.Withdraw(t.Context(), s.user, s.account, price, bank)
			testkit.WantFault(t, err, fault.AccountNotActive)
			if shown := s.readAsAdmin(approved); shown.Destination != nil || !strings.Contains(shown.Reason, "play money") {
				t.Errorf("%s: shown with %v because of %q", status, shown.Destination, shown.Reason)
			}
		}
		_, err := s.service.MarkFailed(t.Context(), s.admin, approved.ID, "play money")
		s.must(err)
		s.wantBalance(s.account, ledger.Cash, "1500")
	})
}
