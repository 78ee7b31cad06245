package payments

import (
	"context"

	"bourse/internal/fault"
)

// SandboxProvider is the name of the provider whose checkout pages we serve ourselves.
const SandboxProvider = "sandbox"

// SandboxPayment finds the payment of a checkout page. It fails with NOT_FOUND, also when the sandbox is not in use:
// nobody pays with play money where money is real.
func (s *Service) SandboxPayment(ctx context.Context, token string) (*Payment, error) {
	if _, ok := s.providers[SandboxProvider]; !ok || token == "" {
		return nil, errNoPayment
	}
	return readPaymentByReference(ctx, s.db, SandboxProvider, token)
}

// DecideSandbox pays or declines at a checkout page. The result is then handled like any other provider's event. It
// fails with NOT_FOUND, and with INVALID_TRANSITION when the payment has ended or expired.
func (s *Service) DecideSandbox(ctx context.Context, token string, isPaid bool) error {
	payment, err := s.SandboxPayment(ctx, token)
	if err != nil {
		return err
	}
	if payment.Status != Pending {
		return fault.New(fault.InvalidTransition, "the payment is %s", payment.Status)
	}
	if payment.isOverdue(s.now()) {
		return fault.New(fault.InvalidTransition, "the payment has expired")
	}
	report := Report{
		PaymentID: payment.ID, Reference: token, State: CheckoutFailed, Amount: payment.Amount, Currency: payment.Currency,
	}
	if isPaid {
		report.State, report.Payment = CheckoutPaid, "sandbox:"+payment.ID.String()
	}
	return s.apply(ctx, SandboxProvider, Event{
		ID: payment.ID.String() + ":" + string(report.State), Type: "checkout." + string(report.State), Checkout: &report,
	})
}
