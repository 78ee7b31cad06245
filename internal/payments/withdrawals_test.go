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
)

func TestAWithdrawalIsHeldUntilItIsDecided(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(600))
		if err != nil || asked.Status != payments.WithdrawalPending {
			t.Fatalf("got %+v (%v)", asked, err)
		}
		s.wantBalance(s.account, ledger.Cash, "400")
		s.wantBalance(s.account, ledger.Hold, "600")
		_, err = s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(401))
		s.wantFault(err, fault.InsufficientFunds)
		_, err = s.service.Withdraw(t.Context(), s.stranger, s.account, money.FromInt(1))
		s.wantFault(err, fault.NotFound)
		for _, wrong := range []string{"0", "-5", "1.001"} {
			_, err = s.service.Withdraw(t.Context(), s.user, s.account, money.MustParse(wrong))
			s.wantFault(err, fault.ValidationError)
		}

		_, err = s.service.Decide(t.Context(), s.user, asked.ID, payments.Decision{Approve: true})
		s.wantFault(err, fault.Forbidden)
		_, err = s.service.Decide(t.Context(), s.foreignAdmin, asked.ID, payments.Decision{Approve: true})
		s.wantFault(err, fault.NotFound)
		_, err = s.service.Decide(t.Context(), s.admin, uuid.New(), payments.Decision{Approve: true})
		s.wantFault(err, fault.NotFound)

		rejected, err := s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Reason: "wrong account"})
		if err != nil || rejected.Status != payments.WithdrawalRejected || rejected.Reason != "wrong account" {
			t.Fatalf("got %+v (%v)", rejected, err)
		}
		s.wantBalance(s.account, ledger.Cash, "1000")
		s.wantBalance(s.account, ledger.Hold, "0")
		if s.events.count("payment.withdrawal.requested") != 1 || s.events.count("payment.withdrawal.decided") != 1 {
			t.Error("the events are wrong")
		}
		s.wantInOrder()
	})
}

func TestAWithdrawalIsDecidedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		asked, err := s.service.Withdraw(t.Context(), s.user, s.account, money.FromInt(100))
		s.must(err)
		results := inParallel(6, func(i int) error {
			_, err := s.service.Decide(t.Context(), s.admin, asked.ID, payments.Decision{Approve: i%2 == 0})
			return err
		})
		if successes(results) != 1 {
			t.Fatalf("got %v, want one success", results)
		}
		for _, err := range results {
			if err != nil {
				s.wantFault(err, fault.InvalidTransition)
			}
		}
		decided, _, err := s.service.Withdrawals(t.Context(), s.user, payments.Own, "", payments.Page{Number: 1, Limit: 1})
		s.must(err)
		want := map[payments.WithdrawalStatus]string{payments.WithdrawalApproved: "900", payments.WithdrawalRejected: "1000"}
		s.wantBalance(s.account, ledger.Cash, want[decided[0].Status])
		s.wantBalance(s.account, ledger.Hold, "0")
		s.wantInOrder()
	})
}
