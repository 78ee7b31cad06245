package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Refund pays money of a payment back: the amount, or without one all that is left. It is for admins of the payment's
// tenant. When the provider does not answer, the refund stays pending and is retried.
//
// It fails with FORBIDDEN, NOT_FOUND, with SELF_DECISION for the caller's own payment, with INVALID_TRANSITION when
// there is nothing to pay back, with VALIDATION_ERROR when the amount is more than what is left, and with
// INSUFFICIENT_FUNDS when the money of a deposit is no longer on its account.
func (s *Service) Refund(ctx context.Context, caller identity.Caller, paymentID uuid.UUID, amount *money.Decimal, reason string) (*Refund, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	asked := money.Zero // all that is left
	if amount != nil {
		if err := checkAmount(*amount); err != nil {
			return nil, err
		}
		asked = *amount
	}
	refund, err := s.requestRefund(ctx, caller, paymentID, asked, reason)
	if err != nil {
		return nil, err
	}
	if refund.Status == RefundPending {
		if err := s.attemptRefund(ctx, refund); err != nil {
			s.logger.Warn("a refund has to wait", "refund", refund.ID, "payment", refund.PaymentID, "error", err)
		}
	}
	return readRefund(ctx, s.db, refund.ID)
}

// requestRefund writes the refund that an admin asks for, or finds the one that the same request wrote before it
// died.
func (s *Service) requestRefund(ctx context.Context, caller identity.Caller, paymentID uuid.UUID, amount money.Decimal, reason string) (refund *Refund, err error) {
	if written := database.ResumedFrom(ctx); written != "" {
		return s.resumeRefund(ctx, caller, written)
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		payment, err := lockPayment(ctx, tx, paymentID)
		if err != nil {
			return err
		}
		if payment.TenantID != caller.TenantID {
			return errNoPayment
		}
		if err := caller.MayDecideFor(payment.UserID); err != nil {
			return err
		}
		if refund, err = s.beginRefund(ctx, tx, payment, amount, reason, caller.UserID); err != nil {
			return err
		}
		tx.ResumeFrom(refund.ID.String())
		return audit.Record(ctx, tx, audit.Entry{
			TenantID: payment.TenantID, Actor: caller.Actor(), UserID: payment.UserID, Action: "payments.refund.requested",
			Subject:   audit.Subject{Kind: "payment", ID: payment.ID.String()},
			Before:    audit.Fields{"status": string(payment.Status), "refundedAmount": payment.Refunded.String()},
			After:     audit.Fields{"refundId": refund.ID.String(), "amount": refund.Amount.String(), "reason": refund.Reason},
			CreatedAt: refund.CreatedAt,
		})
	})
	return refund, err
}

func (s *Service) resumeRefund(ctx context.Context, caller identity.Caller, written string) (*Refund, error) {
	id, err := uuid.Parse(written)
	if err != nil {
		return nil, err
	}
	refund, err := readRefund(ctx, s.db, id)
	if err == nil && refund.TenantID != caller.TenantID {
		err = errNoPayment
	}
	return refund, err
}

// beginRefund writes a refund of a payment that the transaction has locked. The money of a deposit is set aside, so
// that it is not spent while it goes back.
func (s *Service) beginRefund(ctx context.Context, tx *database.Tx, p *Payment, amount money.Decimal, reason string, by uuid.UUID) (*Refund, error) {
	if _, ok := s.providers[p.Provider]; !ok {
		return nil, fault.New(fault.Conflict, "the payment came through %s, which is not in use", p.Provider)
	}
	pending, err := underWay(ctx, tx, p.ID)
	if err != nil {
		return nil, err
	}
	refund, err := p.newRefund(amount, pending, reason, by, s.now())
	if err != nil {
		return nil, err
	}
	if p.isOnAccount() {
		if err := s.accounts.Hold(ctx, tx, p.UserID, p.AccountID, refund.Amount, refund.ID); err != nil {
			return nil, err
		}
	}
	return refund, insertRefund(ctx, tx, refund)
}

// isOnAccount reports whether the money of a payment went to an account, from which a refund takes it.
func (p *Payment) isOnAccount() bool { return p.Kind == DepositPayment && !p.isStranded() }

// attemptRefund asks the provider to pay money back and settles the refund by its answer. Without an answer it fails,
// and the refund is retried later.
func (s *Service) attemptRefund(ctx context.Context, refund *Refund) error {
	payment, err := readPayment(ctx, s.db, refund.PaymentID)
	if err != nil {
		return err
	}
	provider, ok := s.providers[payment.Provider]
	if !ok {
		return errors.Join(errors.New("the payment provider is not in use"), s.postponeRefund(ctx, refund))
	}
	report, err := askForRefund(ctx, provider, payment, refund, s.now())
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.AlreadyRefunded {
		return s.adoptRefund(ctx, provider, payment, refund)
	}
	if errors.As(err, &refusal) {
		s.logger.Warn("the provider refused a refund", "refund", refund.ID, "payment", payment.ID, "reason", refusal.Reason)
		report, err = RefundReport{RefundID: refund.ID, Reference: refund.reference, Status: RefundFailed}, nil
	}
	if err != nil {
		return errors.Join(err, s.postponeRefund(ctx, refund))
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := s.settleRefund(ctx, tx, payment.ID, report)
		return err
	})
}

// askForRefund asks the provider to pay money back, or for the state of a refund that it may already have been asked
// for. Because an answer may be lost, and a provider forgets requests after a day and would pay again, it looks such
// a refund up first. It fails with a *Refusal only when it asks anew: a refund that cannot be looked up, because the
// key belongs to another account, is not known to have failed.
func askForRefund(ctx context.Context, provider Provider, payment *Payment, refund *Refund, now time.Time) (RefundReport, error) {
	if refund.reference == "" && refund.mayBeMade(now) {
		made, err := provider.Refunds(ctx, payment.providerPayment)
		if err != nil {
			return RefundReport{}, fmt.Errorf("look for a refund that may have been made: %v", err)
		}
		for _, report := range made {
			if report.RefundID == refund.ID {
				return report, nil
			}
		}
	}
	report, err := provider.Refund(ctx, RefundOrder{
		RefundID: refund.ID, PaymentID: payment.ID, Payment: payment.providerPayment, Reference: refund.reference, Amount: refund.Amount,
	})
	if err != nil && refund.reference != "" {
		err = fmt.Errorf("look up a refund: %v", err)
	}
	return report, err
}

func (s *Service) postponeRefund(ctx context.Context, refund *Refund) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		now := *refund
		now.postpone(s.now())
		return postponeRefund(ctx, tx, &now)
	})
}

// settleRefund applies a provider's report to a refund. Once decided, a refund changes only when money that had gone
// comes back.
func (s *Service) settleRefund(ctx context.Context, tx *database.Tx, paymentID uuid.UUID, report RefundReport) (outcome, error) {
	payment, err := lockPayment(ctx, tx, paymentID) // locking the payment locks its refunds
	if err != nil {
		return ignored, err
	}
	refund, err := readRefund(ctx, tx, report.RefundID)
	if err != nil {
		return ignored, err
	}
	isSame := refund.reference == report.Reference
	switch {
	case refund.Status == RefundSucceeded && report.Status == RefundFailed && isSame && refund.reference != "":
		return applied, s.returnRefund(ctx, tx, payment, refund)
	case refund.Status == RefundSucceeded && report.Status == RefundFailed, refund.Status == RefundPending && refund.reference != "" && !isSame:
		return refused, nil // it is about another refund
	case refund.Status != RefundPending:
		return ignored, nil
	}
	part, err := lockWithdrawalOf(ctx, tx, refund)
	if err != nil {
		return ignored, err
	}
	refund.reference = report.Reference
	now := s.now()
	if report.Status == RefundPending {
		refund.postpone(now)
	} else {
		refund.end(report.Status, now)
	}
	if err := saveRefund(ctx, tx, refund); err != nil {
		return ignored, err
	}
	switch refund.Status {
	case RefundSucceeded:
		err = s.bookRefund(ctx, tx, payment, refund, s.accounts.PayOut)
	case RefundFailed:
		err = s.failRefund(ctx, tx, payment, refund)
	}
	if err != nil {
		return ignored, err
	}
	return applied, s.settlePart(ctx, tx, part, refund, now)
}

// failRefund frees the money of a refund that has not gone. What is held for a withdrawal stays held: it is paid by
// transfer. A dispute now takes what it had left to the refund.
func (s *Service) failRefund(ctx context.Context, tx *database.Tx, p *Payment, refund *Refund) error {
	if p.isOnAccount() && refund.withdrawalID == uuid.Nil {
		if err := s.accounts.Release(ctx, tx, p.AccountID, refund.Amount, refund.ID); err != nil {
			return err
		}
	}
	if err := s.takeFreed(ctx, tx, p, refund.Amount, refund.ID); err != nil {
		return err
	}
	if err := savePayment(ctx, tx, p, s.now()); err != nil {
		return err
	}
	return s.tellRefund(ctx, tx, paymentRefundFailed, p, refund)
}

// takeFromAccount takes the money of a refund off an account: what was held for it, or what is there.
type takeFromAccount func(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error

// bookRefund takes the money from where it was, and revokes what it had bought when all of it is gone.
func (s *Service) bookRefund(ctx context.Context, tx *database.Tx, p *Payment, refund *Refund, take takeFromAccount) error {
	if p.isOnAccount() {
		if err := take(ctx, tx, p.AccountID, refund.Amount, refund.ID); err != nil {
			return err
		}
	} else {
		movements, err := s.takeOff(ctx, tx, p, refund.Amount)
		if err != nil {
			return err
		}
		if err := s.book(ctx, tx, p, refundSource, refund.ID, "refund", movements...); err != nil {
			return err
		}
	}
	p.countRefunded(refund.Amount)
	if err := savePayment(ctx, tx, p, s.now()); err != nil {
		return err
	}
	if p.Status == Refunded && p.Kind == CoursePayment {
		if err := s.courses.RevokePaid(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	return s.tellRefund(ctx, tx, paymentRefunded, p, refund)
}
