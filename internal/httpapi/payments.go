package httpapi

import (
	"context"
	"net/http"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/oas"
	"bourse/internal/payments"
	"bourse/internal/payments/stripe"
)

// Checkout implements POST /payments/checkout.
func (a *API) Checkout(ctx context.Context, req *oas.CheckoutRequest, _ oas.CheckoutParams) (oas.CheckoutRes, error) {
	begun, err := a.Payments.Checkout(ctx, caller(ctx), req.CourseId, req.ReturnUrl.Value)
	if err != nil {
		return nil, err
	}
	return checkout(begun), nil
}

// CreateDeposit implements POST /payments/deposits.
func (a *API) CreateDeposit(ctx context.Context, req *oas.DepositRequest, params oas.CreateDepositParams) (oas.CreateDepositRes, error) {
	begun, err := a.Payments.Deposit(ctx, caller(ctx), payments.NewDeposit{
		AccountID: req.AccountId, Amount: req.Amount, Key: params.IdempotencyKey, ReturnURL: req.ReturnUrl.Value,
	})
	if err != nil {
		return nil, err
	}
	return checkout(begun), nil
}

// GetPayment implements GET /payments/{paymentId}.
func (a *API) GetPayment(ctx context.Context, params oas.GetPaymentParams) (oas.GetPaymentRes, error) {
	found, err := a.Payments.Payment(ctx, caller(ctx), params.PaymentId)
	if err != nil {
		return nil, err
	}
	return &oas.PaymentEnvelope{Success: true, Data: payment(found)}, nil
}

// ListPayments implements GET /payments.
func (a *API) ListPayments(ctx context.Context, params oas.ListPaymentsParams) (oas.ListPaymentsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	found, total, err := a.Payments.Payments(ctx, caller(ctx),
		payments.Whose{Scope: payments.Scope(params.Scope.Value), UserID: params.UserId.Value}, payments.Status(params.Status.Value), page)
	if err != nil {
		return nil, err
	}
	return &oas.PaymentListEnvelope{Success: true, Data: mapped(found, payment), Meta: pagination(page, total)}, nil
}

// CancelPayment implements POST /payments/{paymentId}/cancel.
func (a *API) CancelPayment(ctx context.Context, params oas.CancelPaymentParams) (oas.CancelPaymentRes, error) {
	cancelled, err := a.Payments.Cancel(ctx, caller(ctx), params.PaymentId)
	if err != nil {
		return nil, err
	}
	return &oas.PaymentEnvelope{Success: true, Data: payment(cancelled)}, nil
}

// RefundPayment implements POST /payments/{paymentId}/refunds.
func (a *API) RefundPayment(ctx context.Context, req oas.OptRefundRequest, params oas.RefundPaymentParams) (oas.RefundPaymentRes, error) {
	made, err := a.Payments.Refund(ctx, caller(ctx), params.PaymentId, decimal(req.Value.Amount), req.Value.Reason.Value)
	if err != nil {
		return nil, err
	}
	return &oas.RefundEnvelope{Success: true, Data: refund(*made)}, nil
}

// GetWallet implements GET /payments/wallet.
func (a *API) GetWallet(ctx context.Context) (oas.GetWalletRes, error) {
	wallet, err := a.Payments.Wallet(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.WalletEnvelope{Success: true, Data: oas.Wallet{
		Currency: wallet.Currency, Cash: wallet.Cash, Held: wallet.Held, Owed: wallet.Owed, Withdrawable: wallet.Withdrawable,
		Deposited: wallet.Deposited, Withdrawn: wallet.Withdrawn, Spent: wallet.Spent,
		Accounts: mapped(wallet.Accounts, func(b payments.AccountBalance) oas.WalletAccount {
			return oas.WalletAccount{
				AccountId: b.AccountID, Funding: oas.WalletAccountFunding(b.Funding), Cash: b.Cash, Held: b.Held, Owed: b.Owed, Withdrawable: b.Withdrawable,
			}
		}),
	}}, nil
}

// admitStripe refuses, by its headers, a call that cannot be from Stripe. It fails with NOT_FOUND when Stripe is not
// in use.
func (a *API) admitStripe(header http.Header, at time.Time) *fault.Error {
	if !a.Payments.Uses(stripe.Name) {
		return edge.ErrNoOperation
	}
	return stripe.CheckSignatureHeader(header.Get("Stripe-Signature"), at)
}

// ReceiveStripeEvent implements POST /payments/webhooks/stripe. The signature covers the raw body, so the decoded one
// is not used.
func (a *API) ReceiveStripeEvent(ctx context.Context, _ oas.JSONObject, params oas.ReceiveStripeEventParams) (oas.ReceiveStripeEventRes, error) {
	if err := a.Payments.Receive(ctx, stripe.Name, edge.Body(ctx), params.StripeSignature.Value); err != nil {
		return nil, err
	}
	return done("heard"), nil
}

func checkout(p *payments.Payment) *oas.CheckoutEnvelope {
	return &oas.CheckoutEnvelope{Success: true, Data: oas.Checkout{
		PaymentId: p.ID, Status: oas.PaymentStatus(p.Status), CheckoutUrl: p.CheckoutURL,
	}}
}

func payment(p *payments.Payment) oas.Payment {
	return oas.Payment{
		ID: p.ID, UserId: p.UserID, Kind: oas.PaymentKind(p.Kind), CourseId: optID(p.CourseID), AccountId: optID(p.AccountID),
		Description: p.Description, Amount: p.Amount, RefundedAmount: p.Refunded, DisputedAmount: p.Disputed, Currency: p.Currency,
		Status: oas.PaymentStatus(p.Status), Provider: oas.PaymentProvider(p.Provider),
		// A payment that has ended no longer needs its checkout.
		CheckoutUrl: oas.OptString{Value: p.CheckoutURL, Set: p.CheckoutURL != "" && p.Status == payments.Pending},
		Refunds:     mapped(p.Refunds, refund), CreatedAt: p.CreatedAt, PaidAt: optTime(p.PaidAt), CompletedAt: optTime(p.CompletedAt),
	}
}

func refund(r payments.Refund) oas.Refund {
	return oas.Refund{
		ID: r.ID, PaymentId: r.PaymentID, Amount: r.Amount, Status: oas.RefundStatus(r.Status), Reason: r.Reason, CreatedAt: r.CreatedAt,
	}
}
