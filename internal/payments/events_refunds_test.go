package payments_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/payments"
)

// toldPayment is the part of a payment in an event that the tests examine.
type toldPayment struct {
	ID                             uuid.UUID
	Status                         payments.Status
	RefundedAmount, DisputedAmount money.Decimal
	Refunds                        []struct {
		ID     uuid.UUID
		Amount money.Decimal
		Status payments.RefundStatus
	}
}

// wantToldAsItIs fails the test unless the last event shows the payment as it is stored, with all of its refunds.
func (s *shop) wantToldAsItIs(p *payments.Payment, eventType string) {
	s.t.Helper()
	all := s.events.All()
	last := all[len(all)-1]
	if last.Type != eventType {
		s.t.Fatalf("told was %s, want %s", last.Type, eventType)
	}
	encoded, err := json.Marshal(last.Data)
	s.must(err)
	var told struct {
		toldPayment
		Payment *toldPayment
	}
	s.must(json.Unmarshal(encoded, &told))
	if told.Payment == nil {
		told.Payment = &told.toldPayment
	}
	read := s.read(p)
	shown := toldPayment{ID: read.ID, Status: read.Status, RefundedAmount: read.Refunded, DisputedAmount: read.Disputed}
	shown.Refunds = told.Payment.Refunds[:0:0]
	for _, r := range read.Refunds {
		shown.Refunds = append(shown.Refunds, struct {
			ID     uuid.UUID
			Amount money.Decimal
			Status payments.RefundStatus
		}{r.ID, r.Amount, r.Status})
	}
	got, err := json.Marshal(told.Payment)
	s.must(err)
	want, err := json.Marshal(shown)
	s.must(err)
	if string(got) != string(want) {
		s.t.Errorf("%s tells %s, and read is %s", eventType, got, want)
	}
}

func TestEventsShowThePaymentWithAllOfItsRefunds(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		p := s.paid(s.checkout())
		s.wantToldAsItIs(p, "payment.succeeded")
		for _, part := range []string{"10", "5"} {
			_, err := s.service.Refund(t.Context(), s.admin, p.ID, amount(part), "")
			s.must(err)
			s.wantToldAsItIs(p, "payment.refunded")
			s.clock.Advance(time.Minute)
		}
		s.must(s.hearDispute(p, "created", payments.DisputeOpen, "20"))
		s.wantToldAsItIs(p, "payment.disputed")
		s.till.set(func(p *till) { p.refundErr = &payments.Refusal{Reason: "charge_disputed"} })
		_, err := s.service.Refund(t.Context(), s.admin, p.ID, amount("1"), "")
		s.must(err)
		s.wantToldAsItIs(p, "payment.refund_failed")
		s.must(s.hearDispute(p, "closed", payments.DisputeWon, "20"))
		s.wantToldAsItIs(p, "payment.dispute_closed")
		if refunds := s.read(p).Refunds; len(refunds) != 3 {
			t.Errorf("there are %d refunds, want 3", len(refunds))
		}
	})
}
