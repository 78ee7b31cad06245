package payments

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// outcome is the result of handling a provider's event.
type outcome string

const (
	applied outcome = "applied"
	ignored outcome = "ignored"
	refused outcome = "refused"
)

// Receive handles an event that a provider has sent over the wire. Unknown kinds of events are accepted and ignored.
// It fails with NOT_FOUND when the provider is not in use, with VALIDATION_ERROR when the provider did not sign the
// event, and with SERVICE_UNAVAILABLE when the provider has to be asked and does not answer, so that it sends the
// event again.
func (s *Service) Receive(ctx context.Context, provider string, body []byte, signature string) error {
	from, ok := s.providers[provider]
	if !ok {
		return fault.New(fault.NotFound, "this payment provider is not in use")
	}
	event, err := from.Read(body, signature)
	if err != nil {
		return err
	}
	if err := s.meet(ctx, from, event); err != nil {
		return err
	}
	if event.RefundsOf != "" {
		return s.applyRefundsOf(ctx, from, event)
	}
	err = s.apply(ctx, provider, event)
	if errors.Is(err, errNoRoom) {
		event.RefundsOf = event.Refund.Payment
		return s.applyRefundsOf(ctx, from, event)
	}
	return err
}

// meet makes sure that we have recorded the arrival of the money that a refund or a dispute takes back. Events come
// in any order, and a refund or dispute that arrives first would look like somebody else's. So the provider is asked
// which payment it belongs to, and that payment is settled as its own event would have done. It fails with
// SERVICE_UNAVAILABLE when the provider does not answer.
func (s *Service) meet(ctx context.Context, provider Provider, event Event) error {
	name := event.money()
	if name == "" {
		return nil
	}
	isKnown, err := isMoneyKnown(ctx, s.db, provider.Name(), name)
	if err != nil || isKnown {
		return err
	}
	report, err := provider.Find(ctx, name)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return nil // not a payment of ours
	}
	if err != nil {
		s.logger.Warn("the payment provider does not answer", "provider", provider.Name(), "event", event.ID, "error", err)
		return errProviderAway
	}
	if report.PaymentID == uuid.Nil || report.State != CheckoutPaid {
		return nil
	}
	result := ignored
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		result, _, err = s.applyCheckout(ctx, tx, provider.Name(), report)
		return err
	})
	if err == nil && result == refused {
		s.logger.Warn("what the provider tells does not match the payment", "provider", provider.Name(), "event", event.ID, "payment", report.PaymentID)
	}
	return err
}

// apply handles an event in one transaction, once per event id.
func (s *Service) apply(ctx context.Context, provider string, event Event) error {
	return s.once(ctx, provider, event, func(tx *database.Tx) (outcome, uuid.UUID, error) {
		switch {
		case event.Checkout != nil:
			return s.applyCheckout(ctx, tx, provider, *event.Checkout)
		case event.Refund != nil:
			return s.applyRefund(ctx, tx, provider, *event.Refund)
		case event.Dispute != nil:
			return s.applyDispute(ctx, tx, provider, *event.Dispute)
		}
		return ignored, uuid.Nil, nil
	})
}

// once handles an event that has not been seen before, and records the outcome and the payment concerned.
func (s *Service) once(ctx context.Context, provider string, event Event, work func(tx *database.Tx) (outcome, uuid.UUID, error)) error {
	var result outcome
	var about uuid.UUID
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		result, about = ignored, uuid.Nil
		isNew, err := insertEvent(ctx, tx, provider, event, s.now())
		if err != nil || !isNew {
			return err
		}
		if result, about, err = work(tx); err != nil {
			return err
		}
		return saveOutcome(ctx, tx, provider, event.ID, about, result)
	})
	if err == nil && result == refused {
		s.logger.Warn("a payment event does not match its payment", "provider", provider, "event", event.ID, "type", event.Type, "payment", about)
	}
	return err
}

// applyCheckout applies a checkout report to its payment.
func (s *Service) applyCheckout(ctx context.Context, tx *database.Tx, provider string, report Report) (outcome, uuid.UUID, error) {
	payment, err := lockPayment(ctx, tx, report.PaymentID)
	if fault.Is(err, fault.NotFound) || err == nil && payment.Provider != provider {
		return refused, report.PaymentID, nil
	}
	if err != nil {
		return ignored, uuid.Nil, err
	}
	result, err := s.settle(ctx, tx, payment, report)
	return result, report.PaymentID, err
}

// settle applies a provider's report to a payment that the transaction has locked.
func (s *Service) settle(ctx context.Context, tx *database.Tx, p *Payment, report Report) (outcome, error) {
	now := s.now()
	next := p.judge(report)
	if next == nothing {
		return ignored, nil
	}
	if next == mismatch {
		return refused, nil
	}
	if p.reference == "" {
		p.reference = report.Reference // the report arrived before we could store it
	}
	switch next {
	case arrival:
		p.providerPayment = report.Payment
		return applied, s.succeed(ctx, tx, p, now)
	case stray:
		p.providerPayment = report.Payment
		return applied, s.giveBack(ctx, tx, p, "the payment had ended when the money came", now)
	case failure:
		return applied, s.fail(ctx, tx, p, Failed, now)
	default:
		return applied, s.fail(ctx, tx, p, Expired, now)
	}
}

// fail ends a payment that brought no money.
func (s *Service) fail(ctx context.Context, tx *database.Tx, p *Payment, status Status, now time.Time) error {
	p.end(status, now)
	if err := savePayment(ctx, tx, p, now); err != nil {
		return err
	}
	return s.tellPayment(ctx, tx, paymentFailed, p)
}
