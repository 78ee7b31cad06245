package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// The ledger source types of our transactions.
const (
	paymentSource = "payment"
	refundSource  = "refund"
)

// succeed grants the payer what the money was for, and books it. Where that is no longer possible, because the
// account has been closed, the payment fails and the money goes back.
func (s *Service) succeed(ctx context.Context, tx *database.Tx, p *Payment, now time.Time) error {
	err := s.deliver(ctx, tx, p)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.AccountNotActive) {
		p.end(Failed, now)
		if err := s.giveBack(ctx, tx, p, "what was paid for is no longer there", now); err != nil {
			return err
		}
		return s.tellPayment(ctx, tx, paymentFailed, p)
	}
	if err != nil {
		return err
	}
	p.end(Succeeded, now)
	p.PaidAt = now
	if err := savePayment(ctx, tx, p, now); err != nil {
		return err
	}
	return s.tellPayment(ctx, tx, paymentSucceeded, p)
}

func (s *Service) deliver(ctx context.Context, tx *database.Tx, p *Payment) error {
	if p.Kind == DepositPayment {
		if err := s.mayArrive(ctx, tx, p); err != nil {
			return err
		}
		return s.accounts.Deposit(ctx, tx, p.AccountID, p.Amount, paymentSource, p.ID)
	}
	if err := s.courses.EnrollPaid(ctx, tx, p.TenantID, p.UserID, p.CourseID, p.ID, p.accessDays); err != nil {
		return err
	}
	return s.book(ctx, tx, p, paymentSource, p.ID, "purchase",
		movement{p.UserID, ledger.External, p.Amount.Neg()}, movement{p.TenantID, ledger.Revenue, p.Amount})
}

// mayArrive fails with ACCOUNT_NOT_ACTIVE when a deposit would be lost on an account with play money. Such a deposit
// was begun before that was known, for example by a version that did not check. A deposit of no more than
// what is owed there is still accepted: it pays that.
func (s *Service) mayArrive(ctx context.Context, tx *database.Tx, p *Payment) error {
	refusal := s.refusePlayMoney(ctx, tx, p.AccountID)
	if !fault.Is(refusal, fault.AccountNotActive) {
		return refusal
	}
	owed, err := s.accounts.Owed(ctx, tx, p.AccountID)
	if err == nil && (!owed.IsPositive() || p.Amount.GreaterThan(mostFor(owed))) {
		err = refusal
	}
	return err
}

// giveBack books money that bought nothing as owed to its payer, and begins its refund.
func (s *Service) giveBack(ctx context.Context, tx *database.Tx, p *Payment, reason string, now time.Time) error {
	p.PaidAt, p.nextCheckAt = now, time.Time{}
	if err := savePayment(ctx, tx, p, now); err != nil {
		return err
	}
	err := s.book(ctx, tx, p, paymentSource, p.ID, "stray",
		movement{p.UserID, ledger.External, p.Amount.Neg()}, movement{p.UserID, ledger.Hold, p.Amount})
	if err != nil {
		return err
	}
	refund, err := p.newRefund(money.Zero, money.Zero, reason, uuid.Nil, now)
	if err != nil {
		return err
	}
	refund.nextAttemptAt = now // no other code is about to call the provider
	tx.AfterCommit(func() {
		s.logger.Warn("money came for a payment that does not wait for it and is refunded", "payment", p.ID, "refund", refund.ID)
	})
	return insertRefund(ctx, tx, refund)
}

// movement is one side of a booking, on an account that need not be open yet.
type movement struct {
	owner  uuid.UUID
	code   ledger.Code
	amount money.Decimal
}

// book writes a transaction between accounts of the payment's tenant, opening them if necessary.
func (s *Service) book(ctx context.Context, tx *database.Tx, p *Payment, source string, id uuid.UUID, kind string, movements ...movement) error {
	openings := make([]ledger.Opening, len(movements))
	entries := make([]ledger.Entry, len(movements))
	for i, m := range movements {
		openings[i] = ledger.Opening{TenantID: p.TenantID, OwnerID: m.owner, Currency: p.Currency, Codes: []ledger.Code{m.code}}
		entries[i] = ledger.Entry{Account: ledger.AccountID(m.owner, m.code, p.Currency), Amount: m.amount}
	}
	if err := s.ledger.OpenMany(ctx, tx, openings...); err != nil {
		return err
	}
	_, err := s.ledger.Post(ctx, tx, ledger.Transaction{
		TenantID: p.TenantID, SourceType: source, SourceID: id.String(), Kind: kind, Entries: entries,
	})
	return err
}
