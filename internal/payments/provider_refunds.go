package payments

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Refunds that the provider reports on its own: how those that we asked for went, and those that somebody has made in
// its dashboard.

// applyRefund applies a provider's report of a refund.
func (s *Service) applyRefund(ctx context.Context, tx *database.Tx, provider string, report RefundReport) (outcome, uuid.UUID, error) {
	if report.RefundID == uuid.Nil {
		payment, err := lockPaymentByMoney(ctx, tx, provider, report.Payment)
		if fault.Is(err, fault.NotFound) {
			return ignored, uuid.Nil, nil // somebody else's, in the same provider account
		}
		if err != nil {
			return ignored, uuid.Nil, err
		}
		result, err := s.hearRefund(ctx, tx, payment, report)
		return result, payment.ID, err
	}
	refund, err := readRefund(ctx, tx, report.RefundID)
	if fault.Is(err, fault.NotFound) {
		return refused, uuid.Nil, nil
	}
	if err != nil {
		return ignored, uuid.Nil, err
	}
	result, err := s.settleRefund(ctx, tx, refund.PaymentID, report)
	return result, refund.PaymentID, err
}

// applyRefundsOf asks the provider for the refunds of a payment and books what is new in them and in the event. It
// fails with SERVICE_UNAVAILABLE when the provider does not answer, so that the event is sent again.
func (s *Service) applyRefundsOf(ctx context.Context, provider Provider, event Event) error {
	var reports []RefundReport
	isOurs, err := isMoneyKnown(ctx, s.db, provider.Name(), event.RefundsOf)
	if err == nil && isOurs {
		if reports, err = provider.Refunds(ctx, event.RefundsOf); err != nil {
			s.logger.Warn("the payment provider does not answer", "provider", provider.Name(), "event", event.ID, "error", err)
			return errProviderAway
		}
	}
	if err != nil {
		return err
	}
	if event.Refund != nil {
		reports = append(reports, *event.Refund) // the event may be ahead of the provider's list
	}
	return s.once(ctx, provider.Name(), event, func(tx *database.Tx) (outcome, uuid.UUID, error) {
		if !isOurs {
			return ignored, uuid.Nil, nil
		}
		payment, err := lockPaymentByMoney(ctx, tx, provider.Name(), event.RefundsOf)
		if err != nil {
			return ignored, uuid.Nil, err
		}
		result, err := s.hearRefunds(ctx, tx, payment, reports)
		return result, payment.ID, err
	})
}

// hearRefunds books what is new in all refunds of a payment that the transaction has locked. Failed refunds come
// first: the money that came back with them is what others have taken.
func (s *Service) hearRefunds(ctx context.Context, tx *database.Tx, p *Payment, reports []RefundReport) (result outcome, err error) {
	result = ignored
	failed := slices.DeleteFunc(slices.Clone(reports), func(r RefundReport) bool { return r.Status != RefundFailed })
	others := slices.DeleteFunc(slices.Clone(reports), func(r RefundReport) bool { return r.Status == RefundFailed })
	for _, report := range slices.Concat(failed, others) {
		heard, err := s.hearRefund(ctx, tx, p, report)
		if errors.Is(err, errNoRoom) {
			heard, err = refused, nil
		}
		if err != nil {
			return ignored, err
		}
		if heard != ignored {
			result = heard
		}
	}
	return result, nil
}

// hearRefund applies a provider's report to a refund, whoever made it. One that we did not ask for is stored once it
// is decided. It fails with errNoRoom when more has gone than was left.
func (s *Service) hearRefund(ctx context.Context, tx *database.Tx, p *Payment, report RefundReport) (result outcome, err error) {
	known, err := readRefundByReference(ctx, tx, p.ID, report.Reference)
	if fault.Is(err, fault.NotFound) && report.RefundID == uuid.Nil && report.Status == RefundSucceeded {
		known, err = replacedBy(ctx, tx, p, report)
	}
	switch {
	case err == nil:
		report.RefundID = known.ID
	case !fault.Is(err, fault.NotFound):
		return ignored, err
	}
	if report.RefundID != uuid.Nil {
		if result, err = s.settleRefund(ctx, tx, p.ID, report); fault.Is(err, fault.NotFound) {
			return refused, nil // it is marked as ours but is not
		}
	} else {
		result, err = s.bookForeignRefund(ctx, tx, p, report)
	}
	if err != nil {
		return ignored, err
	}
	return result, reload(ctx, tx, p)
}

// reload refreshes a payment that the transaction has locked from what is stored.
func reload(ctx context.Context, tx *database.Tx, p *Payment) error {
	fresh, err := readPayment(ctx, tx, p.ID)
	if err == nil {
		*p = *fresh
	}
	return err
}

// replacedBy finds the refund of ours that a refund made without us replaces: it has the same amount, the provider
// has not named it, and there is no room for both, so the provider did not make it and will not. It fails with
// NOT_FOUND.
func replacedBy(ctx context.Context, tx *database.Tx, p *Payment, report RefundReport) (*Refund, error) {
	named, err := namedUnderWay(ctx, tx, p.ID)
	if err != nil {
		return nil, err
	}
	left := p.Amount.Sub(p.Refunded).Sub(named)
	if fitsBoth := !report.Amount.Add(report.Amount).GreaterThan(left); fitsBoth || report.Amount.GreaterThan(left) {
		return nil, errNoRefund
	}
	return readUnnamedRefund(ctx, tx, p.ID, report.Amount)
}

// errNoRoom means that a refund exceeds what is left of a payment as far as we know: another refund must have come
// back without being reported.
var errNoRoom = errors.New("more was refunded than is left of the payment")

// bookForeignRefund stores a refund that was made without us, and takes its money from where it was. A failed one is
// stored as well, since the report that it was made may come later. What a dispute has taken of the same money,
// because it was reported first, is given back before. It fails with errNoRoom.
func (s *Service) bookForeignRefund(ctx context.Context, tx *database.Tx, p *Payment, report RefundReport) (outcome, error) {
	switch {
	case report.Status == RefundPending:
		return ignored, nil // another event reports when it has gone
	case !report.Amount.IsPositive() || report.Reference == "" || p.PaidAt.IsZero():
		return refused, nil
	case report.Status == RefundSucceeded && report.Amount.GreaterThan(p.Amount.Sub(p.Refunded)):
		return ignored, errNoRoom
	}
	now := s.now()
	refund := &Refund{
		ID: database.NewID(), PaymentID: p.ID, TenantID: p.TenantID, Amount: report.Amount, Reason: "made at the payment provider",
		CreatedAt: now, reference: report.Reference,
	}
	refund.end(report.Status, now)
	if err := insertRefund(ctx, tx, refund); err != nil {
		return ignored, err
	}
	if refund.Status == RefundFailed {
		return applied, s.tellRefund(ctx, tx, paymentRefundFailed, p, refund)
	}
	if err := s.giveWay(ctx, tx, p, refund); err != nil {
		return ignored, err
	}
	return applied, s.bookRefund(ctx, tx, p, refund, s.accounts.TakeBack)
}

// adoptRefund settles a refund of ours that the provider refuses because the money has already gone back. The refunds
// made there are booked; one over the same amount replaces ours. Ours fails only once the provider's refunds leave no
// room for it: as long as they do not explain where the money is, it stays held.
func (s *Service) adoptRefund(ctx context.Context, provider Provider, payment *Payment, refund *Refund) error {
	reports, err := provider.Refunds(ctx, payment.providerPayment)
	if err != nil {
		return errors.Join(err, s.postponeRefund(ctx, refund))
	}
	isSettled := false
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		p, err := lockPayment(ctx, tx, payment.ID)
		if err != nil {
			return err
		}
		if err := markAdopted(ctx, tx, p, refund, reports); err != nil {
			return err
		}
		if err := s.failReplaced(ctx, tx, p, refund, reports); err != nil {
			return err
		}
		if _, err := s.hearRefunds(ctx, tx, p, reports); err != nil {
			return err
		}
		ours, err := readRefund(ctx, tx, refund.ID)
		isSettled = err == nil && ours.Status != RefundPending
		return err
	})
	if err != nil || isSettled {
		return err
	}
	return errors.Join(errors.New("the provider says that the money has gone back, and names no refund"), s.postponeRefund(ctx, refund))
}

// failReplaced fails our refund when refunds that the provider made, and does not know as ours, leave no room for it.
// It does so before they are booked: they took the money that is held for ours, so its owner does not owe it. Part of
// a withdrawal becomes part of its transfer instead, and stays held.
func (s *Service) failReplaced(ctx context.Context, tx *database.Tx, p *Payment, ours *Refund, reports []RefundReport) error {
	ours, err := readRefund(ctx, tx, ours.ID)
	if err != nil || ours.Status != RefundPending || slices.ContainsFunc(reports, func(r RefundReport) bool { return r.RefundID == ours.ID }) {
		return err
	}
	left := p.Amount.Sub(p.Refunded)
	for _, report := range reports {
		known, err := readRefundByReference(ctx, tx, p.ID, report.Reference)
		isUnknown := fault.Is(err, fault.NotFound)
		switch {
		case err != nil && !isUnknown:
			return err
		case report.Status == RefundSucceeded && (isUnknown || known.Status == RefundPending):
			left = left.Sub(report.Amount)
		case report.Status == RefundFailed && !isUnknown && known.Status == RefundSucceeded:
			left = left.Add(report.Amount) // it came back
		}
	}
	if !left.LessThan(ours.Amount) {
		return nil
	}
	if _, err := s.settleRefund(ctx, tx, p.ID, RefundReport{RefundID: ours.ID, Reference: ours.reference, Status: RefundFailed}); err != nil {
		return err
	}
	return reload(ctx, tx, p)
}

// markAdopted gives our refund's id to the first refund over the same amount that was made without us and is not yet
// booked.
func markAdopted(ctx context.Context, tx *database.Tx, p *Payment, ours *Refund, reports []RefundReport) error {
	for i, report := range reports {
		if report.RefundID == ours.ID {
			return nil
		}
		if report.RefundID != uuid.Nil || report.Amount != ours.Amount || report.Status != RefundSucceeded {
			continue
		}
		_, err := readRefundByReference(ctx, tx, p.ID, report.Reference)
		if fault.Is(err, fault.NotFound) {
			reports[i].RefundID = ours.ID
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
