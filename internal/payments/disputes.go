package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

const disputeSource = "dispute"

// applyDispute applies a provider's report of a dispute. Its events may come in any order: the first that reports
// taken money takes it, won or lost ends it, and later events are ignored.
func (s *Service) applyDispute(ctx context.Context, tx *database.Tx, provider string, report DisputeReport) (outcome, uuid.UUID, error) {
	payment, err := lockPaymentByMoney(ctx, tx, provider, report.Payment)
	if fault.Is(err, fault.NotFound) {
		return ignored, uuid.Nil, nil // somebody else's, in the same provider account
	}
	if err != nil {
		return ignored, uuid.Nil, err
	}
	dispute, err := readDispute(ctx, tx, provider, report.Reference)
	if err != nil {
		return ignored, payment.ID, err
	}
	switch {
	case report.Status == DisputeInquiry:
		return ignored, payment.ID, nil
	case dispute != nil && (dispute.PaymentID != payment.ID || dispute.Status != DisputeOpen && report.Status != dispute.Status && report.Status != DisputeOpen):
		return refused, payment.ID, nil
	case dispute != nil && (dispute.Status != DisputeOpen || report.Status == DisputeOpen):
		return ignored, payment.ID, nil
	}
	if dispute == nil {
		if dispute, err = s.openDispute(ctx, tx, payment, report); err != nil {
			return ignored, payment.ID, err
		}
	}
	if report.Status != DisputeOpen && dispute.Status == DisputeOpen {
		err = s.endDispute(ctx, tx, payment, dispute, report.Status)
	}
	return applied, payment.ID, err
}

// openDispute stores a dispute and takes its money. It leaves to pending refunds the money that they are about to
// take, and takes it when they fail. A dispute first reported as won has cost nothing.
func (s *Service) openDispute(ctx context.Context, tx *database.Tx, p *Payment, report DisputeReport) (*Dispute, error) {
	now := s.now()
	d := &Dispute{
		ID: database.NewID(), PaymentID: p.ID, TenantID: p.TenantID, Provider: p.Provider, Amount: report.Amount, Status: DisputeOpen,
		Reason: report.Reason, CreatedAt: now, reference: report.Reference,
	}
	if report.Status == DisputeWon {
		d.Status, d.ClosedAt = DisputeWon, now
		return d, insertDispute(ctx, tx, d)
	}
	pending, err := underWay(ctx, tx, p.ID)
	if err != nil {
		return nil, err
	}
	if err := s.takeDisputed(ctx, tx, p, d, taking{amount: money.Min(report.Amount, p.left(pending))}); err != nil {
		return nil, err
	}
	if p.Kind == CoursePayment && !p.isStranded() {
		if err := s.courses.RevokePaid(ctx, tx, p.ID); err != nil {
			return nil, err
		}
	}
	if d.Taken.LessThan(d.Amount) {
		tx.AfterCommit(func() {
			s.logger.Warn("a dispute is about more than is left of its payment", "payment", p.ID, "dispute", d.ID)
		})
	}
	if err := savePayment(ctx, tx, p, now); err != nil {
		return nil, err
	}
	if err := insertDispute(ctx, tx, d); err != nil {
		return nil, err
	}
	return d, s.tellDispute(ctx, tx, paymentDisputed, p, d)
}

// taking is an amount that a dispute takes or gives back. It takes when it is opened, and again when another dispute
// is won or a refund that was pending or done at that time fails or comes back. It gives back to a refund, or
// everything when it is won.
type taking struct {
	amount   money.Decimal
	occasion string // empty when it is opened and when it is won
}

// takeDisputed takes and counts the money: from a deposit's account, or from what is owed to the payer or was earned.
func (s *Service) takeDisputed(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute, t taking) error {
	d.Taken = d.Taken.Add(t.amount)
	p.Disputed = p.Disputed.Add(t.amount)
	switch {
	case t.amount.IsZero():
		return nil
	case p.isOnAccount():
		held, owed, err := s.accounts.HoldDisputed(ctx, tx, p.AccountID, t.amount, d.ID, t.occasion)
		d.Held, d.Owed = d.Held.Add(held), d.Owed.Add(owed)
		return err
	}
	movements, err := s.takeOff(ctx, tx, p, t.amount)
	if err != nil {
		return err
	}
	return s.book(ctx, tx, p, disputeSource, d.ID, "chargeback"+t.occasion, movements...)
}

// takeFreed takes money of a payment that became free, because a refund failed or came back or a dispute was won, for
// disputes that are not won and found less than their amount. So nobody is paid twice, whatever the order in which
// the payer's bank and the provider report. Where a refund failed because another one was made, nothing is left. The
// caller holds the payment's lock, has stored that the refund is no longer pending or the dispute is won (the id of
// either is the occasion), and saves the payment.
func (s *Service) takeFreed(ctx context.Context, tx *database.Tx, p *Payment, freed money.Decimal, occasion uuid.UUID) error {
	short, err := disputesShort(ctx, tx, p.ID)
	if err != nil || len(short) == 0 {
		return err
	}
	pending, err := underWay(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	left := money.Min(freed, p.left(pending))
	for _, d := range short {
		t := taking{amount: money.Min(d.Amount.Sub(d.Taken), left), occasion: ":" + occasion.String()}
		if t.amount.IsZero() {
			break
		}
		left = left.Sub(t.amount)
		held := d.Held
		if err := s.takeDisputed(ctx, tx, p, d, t); err != nil {
			return err
		}
		if d.Status == DisputeLost && p.isOnAccount() {
			if err := s.accounts.PayOutDisputed(ctx, tx, p.AccountID, d.Held.Sub(held), d.ID, t.occasion); err != nil {
				return err
			}
		}
		if err := saveTaken(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

// giveWay makes disputes that are not won return what a refund made without us needs: they took it because they were
// reported first. The newest gives back first, as it would have found less. Money that pending refunds are about to
// take is left to them. The caller holds the payment's lock and saves the payment.
func (s *Service) giveWay(ctx context.Context, tx *database.Tx, p *Payment, refund *Refund) error {
	pending, err := underWay(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	over := p.Refunded.Add(p.Disputed).Add(pending).Add(refund.Amount).Sub(p.Amount)
	if !over.IsPositive() {
		return nil
	}
	disputes, err := disputesTaking(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	for _, d := range disputes {
		amount := money.Min(d.Taken, over)
		if amount.IsZero() {
			break
		}
		over = over.Sub(amount)
		if err := s.giveBackDisputed(ctx, tx, p, d, taking{amount, ":" + refund.ID.String()}); err != nil {
			return err
		}
		if err := saveTaken(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

// giveBackDisputed is the opposite of takeDisputed. For a deposit, what is owed is given back first; what a lost
// dispute held has left the platform, so it comes back from outside as well.
func (s *Service) giveBackDisputed(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute, t taking) error {
	p.Disputed = p.Disputed.Sub(t.amount)
	if !p.isOnAccount() {
		movements, err := s.putBack(ctx, tx, p, d, t.amount)
		d.Taken = d.Taken.Sub(t.amount)
		if err != nil {
			return err
		}
		return s.book(ctx, tx, p, disputeSource, d.ID, "chargeback_won"+t.occasion, movements...)
	}
	owed := money.Min(d.Owed, t.amount)
	held := t.amount.Sub(owed)
	d.Taken, d.Held, d.Owed = d.Taken.Sub(t.amount), d.Held.Sub(held), d.Owed.Sub(owed)
	if d.Status == DisputeLost {
		held, owed = money.Zero, t.amount
	}
	return s.accounts.RestoreDisputed(ctx, tx, p.AccountID, held, owed, d.ID, t.occasion)
}

// endDispute closes an open dispute: won gives everything back, lost makes it final.
func (s *Service) endDispute(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute, status DisputeStatus) error {
	now := s.now()
	d.Status, d.ClosedAt = status, now
	if err := closeDispute(ctx, tx, d); err != nil {
		return err
	}
	settle := s.loseDispute
	if status == DisputeWon {
		settle = s.winDispute
	}
	if err := settle(ctx, tx, p, d); err != nil {
		return err
	}
	if err := savePayment(ctx, tx, p, now); err != nil {
		return err
	}
	return s.tellDispute(ctx, tx, paymentDisputeClosed, p, d)
}

// winDispute gives everything back. Other disputes that found too little because this one had taken it take it now.
// The dispute keeps the amount that it had taken.
func (s *Service) winDispute(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute) error {
	if d.Taken.IsPositive() {
		given := *d
		if err := s.giveBackDisputed(ctx, tx, p, &given, taking{amount: d.Taken}); err != nil {
			return err
		}
		if err := s.takeFreed(ctx, tx, p, d.Taken, d.ID); err != nil {
			return err
		}
	}
	if p.Kind != CoursePayment || p.isStranded() {
		return nil
	}
	if may, err := mayReopen(ctx, tx, p, d); err != nil || !may {
		return err
	}
	return s.courses.RestorePaid(ctx, tx, p.ID)
}

func (s *Service) loseDispute(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute) error {
	if !p.isOnAccount() {
		return nil // it was booked when it was taken
	}
	return s.accounts.PayOutDisputed(ctx, tx, p.AccountID, d.Held, d.ID, "")
}
