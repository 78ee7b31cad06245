package payments

import (
	"net/url"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Kind is what a payment is for.
type Kind string

// The kinds of payment.
const (
	CoursePayment  Kind = "course"
	DepositPayment Kind = "deposit"
)

// Status is the state of a payment.
type Status string

// The statuses: pending becomes one of the next four, and a payment that succeeded may be refunded.
const (
	Pending           Status = "pending"
	Succeeded         Status = "succeeded"
	Failed            Status = "failed"
	Expired           Status = "expired"
	Cancelled         Status = "cancelled"
	PartiallyRefunded Status = "partially_refunded"
	Refunded          Status = "refunded"
)

// Payment is money that came in, or was meant to come in, through a provider.
type Payment struct {
	ID, TenantID, UserID uuid.UUID
	Kind                 Kind
	CourseID, AccountID  uuid.UUID // one of them, depending on the kind
	Description          string
	Amount, Refunded     money.Decimal
	Disputed             money.Decimal // taken by disputes that are not won
	Currency             string
	Status               Status
	Provider             string
	CheckoutURL          string // empty until the provider has answered
	ReturnURL            string // where the payer goes afterwards; empty if the provider decides
	CreatedAt            time.Time
	PaidAt               time.Time // when the money came, even if it came too late
	CompletedAt          time.Time // when it stopped being pending
	Refunds              []Refund  // oldest first; only loaded for display

	reference       string // the provider's checkout
	providerPayment string // what a refund refers to
	requestKey      string
	accessDays      *int // for how long the course was offered; nil if not recorded
	expiresAt       time.Time
	nextCheckAt     time.Time
	updatedAt       time.Time
}

// consequence is what follows from a report.
type consequence int

const (
	nothing consequence = iota
	mismatch
	arrival // the expected money
	stray   // money that is no longer expected
	failure
	expiry
)

// judge decides what a report means for the payment. The report must be about this payment, and its money must be the
// full amount in the payment's currency. A report of something already known has no consequence.
func (p *Payment) judge(report Report) consequence {
	if report.State == CheckoutOpen || report.State == CheckoutProcessing {
		return nothing
	}
	if report.PaymentID != p.ID || p.reference != "" && report.Reference != p.reference {
		return mismatch
	}
	isPending := p.Status == Pending
	switch report.State {
	case CheckoutPaid:
		switch {
		case report.Amount != p.Amount || report.Currency != p.Currency:
			return mismatch
		case !p.PaidAt.IsZero():
			return nothing
		case isPending:
			return arrival
		}
		return stray
	case CheckoutFailed:
		if isPending {
			return failure
		}
	case CheckoutExpired:
		if isPending {
			return expiry
		}
	}
	return nothing
}

// end gives a pending payment its outcome.
func (p *Payment) end(status Status, now time.Time) {
	p.Status, p.CompletedAt, p.nextCheckAt = status, now, time.Time{}
}

// cancel ends the payment at its owner's request. Its checkout may be paid at this very moment and is closed only
// afterwards, so the provider is asked once more. It fails with INVALID_TRANSITION unless the payment is pending.
func (p *Payment) cancel(now time.Time) error {
	if p.Status != Pending {
		return fault.New(fault.InvalidTransition, "the payment is %s", p.Status)
	}
	p.end(Cancelled, now)
	if p.mayBringMoney() {
		p.nextCheckAt = now.Add(firstCheck)
	}
	return nil
}

// mayBringMoney reports whether the provider should be asked about the payment: it is pending, or it was cancelled
// and has a checkout that may have been paid anyway.
func (p *Payment) mayBringMoney() bool {
	return p.Status == Pending || p.Status == Cancelled && p.PaidAt.IsZero() && p.reference != ""
}

// isStranded reports whether money came that bought nothing: it is owed to the payer.
func (p *Payment) isStranded() bool {
	return !p.PaidAt.IsZero() && (p.Status == Failed || p.Status == Expired || p.Status == Cancelled)
}

// left is how much may still be paid back, without what pending refunds will take.
func (p *Payment) left(underWay money.Decimal) money.Decimal {
	return money.Max(p.Amount.Sub(p.Refunded).Sub(p.Disputed).Sub(underWay), money.Zero)
}

// isOverdue reports whether the time to pay is over.
func (p *Payment) isOverdue(now time.Time) bool { return !now.Before(p.expiresAt) }

// Providers are asked only in case they failed to report something, so rarely, and at growing intervals.
const (
	firstCheck   = 5 * time.Minute
	longestPause = time.Hour
)

// scheduleCheck decides when the provider is asked next: the older the payment, the longer the wait; and once more
// when it expires.
func (p *Payment) scheduleCheck(now time.Time) {
	pause := min(max(now.Sub(p.CreatedAt), firstCheck), longestPause)
	p.nextCheckAt = now.Add(pause)
	if now.Before(p.expiresAt) && p.expiresAt.Before(p.nextCheckAt) {
		p.nextCheckAt = p.expiresAt
	}
}

func (p *Payment) order() Order {
	return Order{
		PaymentID: p.ID, Description: p.Description, Amount: p.Amount, Currency: p.Currency,
		Paid: p.ReturnTo("success"), GivenUp: p.ReturnTo("cancelled"),
	}
}

// returnAt decides where the payer goes afterwards: the app's page of the payment, or an address of the caller's, to
// which the payment's id is added. If neither is known, it stays empty. It is stored with the payment: a provider
// that is asked again for the same checkout must be given the same address.
func (p *Payment) returnAt(address string, isApp bool) {
	page, err := url.Parse(address)
	if err != nil || page.Host == "" {
		return
	}
	if isApp {
		page = page.JoinPath("payments", p.ID.String())
	} else {
		query := page.Query()
		query.Set("payment", p.ID.String())
		page.RawQuery = query.Encode()
	}
	p.ReturnURL = page.String()
}

// ReturnTo is where the payer goes with a result; empty if the provider decides.
func (p *Payment) ReturnTo(result string) string {
	page, err := url.Parse(p.ReturnURL)
	if err != nil || page.Host == "" {
		return ""
	}
	query := page.Query()
	query.Set("checkout", result)
	page.RawQuery = query.Encode()
	return page.String()
}
