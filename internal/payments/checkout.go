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
	largestDeposit  = money.MustParse("999999.99") // the most that a card network takes at once

	errNoProvider   = fault.New(fault.PaymentsUnavailable, "nothing can be paid here at the moment")
	errProviderAway = fault.New(fault.ServiceUnavailable, "the payment provider does not answer; try again").After(5 * time.Second)
	errProviderSays = fault.New(fault.Conflict, "the payment provider does not take this payment")
	errUnsettled    = fault.New(fault.Conflict, "another payment for this course is being settled; try again").After(time.Second)
)

// Checkout begins the purchase of a course and returns where to pay. A caller with a pending purchase gets that one
// again. It fails with NOT_FOUND when there is no such course, with CONFLICT when it is not for sale or the caller
// already has it, with PAYMENTS_UNAVAILABLE when there is no provider, and with SERVICE_UNAVAILABLE when the provider
// does not answer: the same request may then be repeated. After paying or giving up, the payer goes to the return
// URL, or to the app if there is none; a URL outside the brand's app and domains is URL_NOT_ALLOWED. A pending
// purchase keeps its own.
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
		// It expired before the reconciler got to it, or its provider is no longer in use. Once it is settled, the
		// next round starts over.
		if err := s.check(database.Beforehand(ctx), payment, true); err != nil {
			return nil, s.unanswered(payment, err)
		}
	}
	return nil, errUnsettled
}

// beginCourse writes a pending payment for a course, or finds the existing one.
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
		// The insert may have waited for a payment that was about to succeed, so the user may have the course by now.
		has, err := s.courses.HasAccess(ctx, tx, caller.UserID, courseID)
		if err == nil && has {
			err = fault.New(fault.Conflict, "you have this course already")
		}
		return err
	})
	return payment, err
}

// NewDeposit is a request to pay money into an investment account.
type NewDeposit struct {
	AccountID uuid.UUID
	Amount    money.Decimal
	Key       string // identifies the request
	ReturnURL string // where the payer goes afterwards; empty for the app
}

// Deposit begins a payment into an investment account of the caller. A repetition under the same key after a failure
// continues where it stopped. It fails with VALIDATION_ERROR, NOT_FOUND, ACCOUNT_NOT_ACTIVE, URL_NOT_ALLOWED,
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

// beginDeposit writes a pending deposit, or finds the one left by an earlier try of the same request.
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

// mostPendingDeposits limits the pending deposits of an account: the provider is asked about each until it ends.
const mostPendingDeposits = 20

// requireFewPending fails with CONFLICT when the account, which is locked, has as many pending deposits as allowed.
func requireFewPending(ctx context.Context, tx *database.Tx, deposit *Payment) error {
	count, _, err := otherPendingDeposits(ctx, tx, deposit)
	if err == nil && count >= mostPendingDeposits {
		return fault.New(fault.Conflict, "%d deposits to this account are pending already: pay or cancel one of them first", count)
	}
	return err
}

// mayPayIn fails with NOT_FOUND and ACCOUNT_NOT_ACTIVE unless its account can take a deposit. A debt can be paid even
// when nothing else is accepted, because the account is closed, its owner's KYC is no longer valid or it has play
// money.
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

// mayPayDebt fails with ACCOUNT_NOT_ACTIVE unless something is owed on the account and the deposit, together with those that
// are pending, is no more than that; a smaller debt may be paid by the smallest deposit. Without a debt it fails with
// refusal, which is why the account takes nothing else. The account is locked.
func (s *Service) mayPayDebt(ctx context.Context, tx *database.Tx, p *Payment, refusal error) error {
	owed, err := s.accounts.Owed(ctx, tx, p.AccountID)
	if err != nil || !owed.IsPositive() {
		return cmp.Or(err, refusal)
	}
	_, pending, err := otherPendingDeposits(ctx, tx, p) // read once the account is locked: none of them arrives in between
	if err != nil {
		return err
	}
	if pending.Add(p.Amount).GreaterThan(mostFor(owed)) {
		return fault.New(fault.AccountNotActive, "%s %s are owed on the account, and deposits of %s are pending: it takes no more than what is owed",
			owed, p.Currency, pending)
	}
	return nil
}

// mostFor is how much may be paid in for a debt: deposits are of whole cents, and no less than the smallest.
func mostFor(owed money.Decimal) money.Decimal {
	return money.Max(owed.Neg().FloorTo(cent).Neg(), smallestDeposit)
}

var cent = money.MustParse("0.01")

// refusePlayMoney fails with ACCOUNT_NOT_ACTIVE when money paid into an account could never be paid out again.
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

// setReturn decides where the payer of a new payment goes afterwards. It fails with URL_NOT_ALLOWED.
func (s *Service) setReturn(ctx context.Context, tx *database.Tx, payment *Payment, wanted string) error {
	address, err := s.brands.ReturnURL(ctx, tx, payment.TenantID, wanted)
	payment.returnAt(address, wanted == "")
	return err
}

// inOwnTx runs a transaction that does not yet count as the work of the request. What it leaves behind is picked up
// when the request is repeated, so the idempotency key must stay free until the provider has answered.
func (s *Service) inOwnTx(ctx context.Context, work func(tx *database.Tx) error) error {
	return s.db.InTx(database.Beforehand(ctx), work)
}

// open creates the provider's checkout of a payment, unless there is one, and stores it. When several callers do so
// at once, all of them return the one that was stored first.
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

// unanswered tells the client to retry, and logs why.
func (s *Service) unanswered(p *Payment, err error) error {
	s.logger.Warn("the payment provider does not answer", "payment", p.ID, "provider", p.Provider, "error", err)
	return errProviderAway
}
