package payments_test

import (
	"encoding/json"
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

func amount(text string) *money.Decimal {
	n := money.MustParse(text)
	return &n
}

func TestACourseIsTakenBackOnceAllOfItsMoneyIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		for _, wrong := range []string{"49.91", "0", "-1", "0.001"} {
			_, err := s.service.Refund(t.Context(), s.admin, p.ID, amount(wrong), "")
			testkit.WantFault(s.t, err, fault.ValidationError)
		}
		part, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("9.90"), "sorry")
		if err != nil || part.Status != payments.RefundSucceeded || part.Reason != "sorry" {
			t.Fatalf("got %+v (%v)", part, err)
		}
		s.wantStatus(p, payments.PartiallyRefunded)
		if s.courses.revoked != 0 {
			t.Error("the course went with a part of the money")
		}
		if _, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, ""); err != nil {
			t.Fatal(err)
		}
		if found := s.wantStatus(p, payments.Refunded); found.Refunded != price || len(found.Refunds) != 2 {
			t.Errorf("%s refunded by %d refunds", found.Refunded, len(found.Refunds))
		}
		if s.courses.revoked != 1 || s.events.Count("payment.refunded") != 2 {
			t.Error("the course or the events are wrong")
		}
		_, err = s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		s.wantBalance(s.user.UserID, ledger.External, "0")
		s.wantBalance(s.user.TenantID, ledger.Revenue, "0")
		s.wantInOrder()
	})
}

func TestRefundsAtOnceNeverExceedThePayment(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundErr = errAway }) // so that all of them stay pending
		results := testkit.InParallel(6, func(int) error {
			_, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("20"), "")
			return err
		})
		if got := testkit.Succeeded(results); got != 2 {
			t.Errorf("%d refunds of 20 from 49.90, want 2", got)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(s.t, err, fault.ValidationError)
			}
		}
		s.till.set(func(p *till) { p.refundErr = nil })
		s.clock.Advance(3 * time.Minute)
		testkit.InParallel(3, func(int) error { return s.service.Reconcile(t.Context()) })
		if found := s.wantStatus(p, payments.PartiallyRefunded); found.Refunded != money.FromInt(40) {
			t.Errorf("%s refunded, want 40", found.Refunded)
		}
		s.wantBalance(s.user.TenantID, ledger.Revenue, "9.9")
		s.wantInOrder()
	})
}

func TestADepositIsRefundedFromTheCashThatIsLeft(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.deposit("500"))
		s.withdraw("1200")
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.InsufficientFunds)

		s.till.set(func(p *till) { p.refundErr = errAway })
		refund, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("300"), "")
		if err != nil || refund.Status != payments.RefundPending {
			t.Fatalf("got %+v (%v)", refund, err)
		}
		s.wantBalance(s.account, ledger.Cash, "0") // what goes back cannot be spent meanwhile
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "charge_disputed"} })
		s.clock.Advance(3 * time.Minute)
		s.must(s.service.Reconcile(t.Context()))
		if found := s.wantStatus(p, payments.Succeeded); found.Refunds[0].Status != payments.RefundFailed {
			t.Errorf("the refund is %s", found.Refunds[0].Status)
		}
		s.wantBalance(s.account, ledger.Cash, "300")

		s.till.set(func(p *till) { p.refundErr = nil })
		if _, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("300"), ""); err != nil {
			t.Fatal(err)
		}
		s.wantStatus(p, payments.PartiallyRefunded)
		s.wantBalance(s.account, ledger.Cash, "0")
		s.wantBalance(s.account, ledger.Hold, "1200")
		s.wantInOrder()
	})
}

func TestARefundThatTakesItsTimeIsSettledByItsEvent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.till.set(func(p *till) { p.refundAs = payments.RefundPending })
		refund, err := s.service.Refund(t.Context(), s.admin, p.ID, nil, "")
		if err != nil || refund.Status != payments.RefundPending {
			t.Fatalf("got %+v (%v)", refund, err)
		}
		tell := func(id, reference string, status payments.RefundStatus) {
			t.Helper()
			body, err := json.Marshal(payments.Event{ID: id, Type: "refund.updated", Refund: &payments.RefundReport{
				RefundID: refund.ID, Reference: reference, Status: status,
			}})
			s.must(err)
			s.must(s.service.Receive(t.Context(), "stripe", body, ""))
		}
		tell("another's", "refund:other", payments.RefundSucceeded)
		s.wantStatus(p, payments.Succeeded)
		testkit.InParallel(3, func(int) error {
			tell("done", "refund:"+refund.ID.String(), payments.RefundSucceeded)
			return nil
		})
		s.wantStatus(p, payments.Refunded)
		tell("failed", "refund:"+refund.ID.String(), payments.RefundFailed)
		s.wantStatus(p, payments.Succeeded) // its money came back
		if s.outcome("another's") != "refused" || s.outcome("failed") != "applied" || s.courses.revoked != 1 {
			t.Error("an event had the wrong outcome")
		}
		s.wantInOrder()
	})
}

func TestOnlyAdminsOfTheTenantRefund(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		pending := s.checkout()
		_, err := s.service.Refund(t.Context(), s.admin, pending.ID, nil, "")
		testkit.WantFault(s.t, err, fault.InvalidTransition)
		p := s.paid(pending)
		_, err = s.service.Refund(t.Context(), s.user, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.Forbidden)
		_, err = s.service.Refund(t.Context(), s.foreignAdmin, p.ID, nil, "")
		testkit.WantFault(s.t, err, fault.NotFound)
		_, err = s.service.Refund(t.Context(), s.admin, uuid.New(), nil, "")
		testkit.WantFault(s.t, err, fault.NotFound)
		s.wantStatus(p, payments.Succeeded)
	})
}
