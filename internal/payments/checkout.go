package payments

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

var (
	smallestDeposit = money.FromInt(10)
	largestDeposit  = money.MustParse("999999.99") // what a card network takes at once

	errNoProvider   = fault.New(fault.PaymentsUnavailable, "nothing can be paid here at the moment")
	errProviderAway = fault.New(fault.ServiceUnavailable, "the payment provider does not answer; try again").After(5 * time.Second)
	errProviderSays = fault.New(fault.Conflict, "the payment provider does not take this payment")
	errUnsettled    = fault.New(fault.Conflict, "another payment for this course is being settled; try again").After(time.Second)
)

// Checkout begins the purchase of a course and tells where to pay. Whoever has one pending gets that again.
// It fails with NOT_FOUND when there is no such course, with CONFLICT when it is not for sale or the caller
// has it already, with PAYMENTS_UNAVAILABLE when there is no provider, and with SERVICE_UNAVAILABLE when it does not
// answer: the same request may then be made again. Who has paid, or given up, goes to the return URL, or else to the app;
// one that is not in the brand's app or domains is URL_NOT_ALLOWED. A purchase that is pending keeps its own.
func (s *Service) Checkout(ctx context.Context, caller identity.Caller, courseID uuid.UUID, returnURL string) (*Payment, error) {
	if s.provider == nil {
		return nil, errNoProvider
	}
	for range 3 {
		payment, err := s.beginCourse(ctx, caller, courseID, returnURL)
		if errors.Is(err, errUnsettled) {
			continue
		}
		if err != nil {
			return nil, err
		}
		_, isKnown := s.providers[payment.Provider]
		if isKnown && !payment.isOverdue(s.now()) {
			return s.open(ctx, payment)
		}
		// Its time was up before the reconciler came by, or its provider is no longer in use. Once that is
		// settled the next round begins anew.
		if err := s.check(database.Beforehand(ctx), payment, true); err != nil {
			return nil, s.unanswered(payment, err)
		}
	}
	return nil, errUnsettled
}

// beginCourse writes a pending payment for a course, or finds the one that there is.
func (s *Service) beginCourse(ctx context.Context, caller identity.Caller, courseID uuid.UUID, returnURL string) (payment *Payment, err error) {
	err = s.inOwnTx(ctx, func(tx *database.Tx) error {
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return err
		}
		title, price, accessDays, err := s.courses.Offer(ctx, tx, caller.TenantID, courseID)
		if err != nil {
			return err
		}
		payment = s.newPayment(caller, CoursePayment, title, price)
		payment.CourseID, payment.accessDays = courseID, &accessDays
		if err := s.setReturn(ctx, tx, payment, returnURL); err != nil {
			return err
		}
		added, err := insertPayment(ctx, tx, payment)
		if err != nil {
			return err
		}
		if !added {
			payment, err = readPendingCourse(ctx, tx, caller.UserID, courseID)
			if fault.Is(err, fault.NotFound) {
				return errUnsettled // it ended in between
			}
			if err != nil {
				return err
			}
		}
		// A payment that was about to succeed has held the insert up, so that now its course is there.
		has, err := s.courses.HasAccess(ctx, tx, caller.UserID, courseID)
		if err == nil && has {
			err = fault.New(fault.Conflict, "you have this course already")
		}
		return err
	})
	return payment, err
}

// NewDeposit asks to pay money into an investment account.
type NewDeposit struct {
	AccountID uuid.UUID
	Amount    money.Decimal
	Key       string // names the request
	ReturnURL string // where to go then; empty for the app
}

// Deposit begins a payment into an investment account of the caller. Made again under the same key after a failure, it
// goes on where it was. It fails with VALIDATION_ERROR, NOT_FOUND, ACCOUNT_NOT_ACTIVE, URL_NOT_ALLOWED,
// PAYMENTS_UNAVAILABLE and SERVICE_UNAVAILABLE, as Checkout does, and with CONFLICT while too many are pending.
func (s *Service) Deposit(ctx context.Context, caller identity.Caller, wanted NewDeposit) (*Payment, error) {
	amount := wanted.Amount
	if err := checkAmount(amount); err != nil {
		return nil, err
	}
	if amount.LessThan(smallestDeposit) || amount.GreaterThan(largestDeposit) {
		return nil, fault.Invalid("amount", "must be between %s and %s", smallestDeposit, largestDeposit)
	}
	if s.provider == nil {
		return nil, errNoProvider
	}
	deposit := s.newPayment(caller, DepositPayment, "Deposit", amount)
	deposit.AccountID, deposit.requestKey = wanted.AccountID, wanted.Key
	payment := deposit
	err := s.inOwnTx(ctx, func(tx *database.Tx) (err error) {
		payment, err = s.beginDeposit(ctx, tx, deposit, wanted.ReturnURL)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.open(ctx, payment)
}

// beginDeposit writes a pending deposit, or finds what an earlier try of the same request has left behind.
func (s *Service) beginDeposit(ctx context.Context, tx *database.Tx, deposit *Payment, returnURL string) (*Payment, error) {
	if err := s.people.HoldEntering(ctx, tx, deposit.UserID); err != nil {
		return nil, err
	}
	if err := s.setReturn(ctx, tx, deposit, returnURL); err != nil {
		return nil, err
	}
	earlier, err := readSameDeposit(ctx, tx, deposit)
	if err == nil && !earlier.isOverdue(s.now()) {
		return earlier, s.mayPayIn(ctx, tx, earlier)
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	if err := s.mayPayIn(ctx, tx, deposit); err != nil {
		return nil, err
	}
	if err := requireFewPending(ctx, tx, deposit); err != nil {
		return nil, err
	}
	_, err = insertPayment(ctx, tx, deposit)
	return deposit, err
}

// mostPendingDeposits may wait for an account at once: each is asked about at the provider until it ends.
const mostPendingDeposits = 20

// requireFewPending fails with CONFLICT when as many deposits as may be are pending for the account, which is held.
func requireFewPending(ctx context.Context, tx *database.Tx, deposit *Payment) error {
	count, _, err := otherPendingDeposits(ctx, tx, deposit)
	if err == nil && count >= mostPendingDeposits {
		return fault.New(fault.Conflict, "%d deposits to this account are pending already: pay or cancel one of them first", count)
	}
	return err
}

// mayPayIn fails with NOT_FOUND and ACCOUNT_NOT_ACTIVE unless a deposit may come to its account. What is owed can be paid also
// when nothing else may come, because the account is closed, its owner no longer known or play money on it.
func (s *Service) mayPayIn(ctx context.Context, tx *database.Tx, p *Payment) error {
	refusal := s.accounts.InvestmentAccountOpen(ctx, tx, p.UserID, p.AccountID)
	if refusal == nil {
		refusal = s.refusePlayMoney(ctx, tx, p.AccountID)
	}
	if !fault.Is(refusal, fault.AccountNotActive) {
		return refusal
	}
	return s.mayPayDebt(ctx, tx, p, refusal)
}

// mayPayDebt fails with the reason why an account takes nothing else unless a deposit, together with those that are pending,
// pays what is owed on it; as the smallest deposit when less is owed than that. The account is held.
func (s *Service) mayPayDebt(ctx context.Context, tx *database.Tx, p *Payment, refusal error) error {
	owed, err := s.accounts.Owed(ctx, tx, p.AccountID)
	if err != nil || !owed.IsPositive() {
		return cmp.Or(err, refusal)
	}
	_, pending, err := otherPendingDeposits(ctx, tx, p) // once the account is held: none of them arrives in between
	if err != nil {
		return err
	}
	if pending.Add(p.Amount).GreaterThan(mostFor(owed)) {
		return fault.New(fault.AccountNotActive, "%s %s are owed on the account, and deposits of %s are pending: it takes no more than what is owed",
			owed, p.Currency, pending)
	}
	return nil
}

// mostFor is how much may be paid in for what is owed: deposits are of whole cents, and not of less than the smallest.
func mostFor(owed money.Decimal) money.Decimal {
	return money.Max(owed.Neg().FloorTo(cent).Neg(), smallestDeposit)
}

var cent = money.MustParse("0.01")

// refusePlayMoney fails with ACCOUNT_NOT_ACTIVE when what is paid into an account could never be paid out again.
func (s *Service) refusePlayMoney(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	isPlay, err := s.isPlayMoney(ctx, tx, account)
	if err == nil && isPlay {
		err = fault.New(fault.AccountNotActive, "deposits of the sandbox are on the account, from which nothing is paid out: open another account")
	}
	return err
}

func (s *Service) newPayment(caller identity.Caller, kind Kind, description string, amount money.Decimal) *Payment {
	now := s.now()
	p := &Payment{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Kind: kind, Description: description,
		Amount: amount, Currency: Currency, Status: Pending, Provider: s.provider.Name(), CreatedAt: now,
		expiresAt: now.Add(s.provider.Lifetime()),
	}
	p.scheduleCheck(now)
	return p
}

// setReturn decides where the payer of a new payment goes then. It fails with URL_NOT_ALLOWED.
func (s *Service) setReturn(ctx context.Context, tx *database.Tx, payment *Payment, wanted string) error {
	address, err := s.brands.ReturnURL(ctx, tx, payment.TenantID, wanted)
	payment.returnAt(address, wanted == "")
	return err
}

// inOwnTx is a transaction that does not count as the work of the request yet: what it leaves behind is taken
// up again when the request is repeated, so its idempotency key must stay free until the provider has answered.
func (s *Service) inOwnTx(ctx context.Context, work func(tx *database.Tx) error) error {
	return s.db.InTx(database.Beforehand(ctx), work)
}

// open makes the provider's checkout of a payment, unless there is one, and writes it down. When several do
// that at once, the first that is written is the one that all of them return.
func (s *Service) open(ctx context.Context, payment *Payment) (*Payment, error) {
	provider, ok := s.providers[payment.Provider]
	if payment.reference != "" || !ok {
		return payment, nil
	}
	session, err := provider.Open(ctx, payment.order())
	var refusal *Refusal
	isRefused := errors.As(err, &refusal)
	if err != nil && !isRefused {
		return nil, s.unanswered(payment, err)
	}
	id := payment.ID
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		now := s.now()
		if payment, err = lockPayment(ctx, tx, id); err != nil {
			return err
		}
		if payment.Status != Pending || payment.reference != "" {
			return nil
		}
		if isRefused {
			return s.fail(ctx, tx, payment, Failed, now)
		}
		payment.reference, payment.CheckoutURL = session.Reference, session.URL
		return savePayment(ctx, tx, payment, now)
	})
	if err != nil {
		return nil, err
	}
	if isRefused {
		s.logger.Warn("the provider refused a checkout", "payment", payment.ID, "provider", payment.Provider, "reason", refusal.Reason)
		return nil, errProviderSays
	}
	return payment, nil
}

// unanswered tells the client to come back, and the log why.
func (s *Service) unanswered(p *Payment, err error) error {
	s.logger.Warn("the payment provider does not answer", "payment", p.ID, "provider", p.Provider, "error", err)
	return errProviderAway
}
