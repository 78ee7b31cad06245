package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/oas"
	"bourse/internal/payments"
)

// CreateWithdrawal implements POST /payments/withdrawals.
func (a *API) CreateWithdrawal(ctx context.Context, req *oas.WithdrawalRequest, _ oas.CreateWithdrawalParams) (oas.CreateWithdrawalRes, error) {
	asked, err := a.Payments.Withdraw(ctx, caller(ctx), req.AccountId, req.Amount, destination(req.Destination))
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(asked)}, nil
}

// ListWithdrawals implements GET /payments/withdrawals.
func (a *API) ListWithdrawals(ctx context.Context, params oas.ListWithdrawalsParams) (oas.ListWithdrawalsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	found, total, err := a.Payments.Withdrawals(ctx, caller(ctx),
		payments.Whose{Scope: payments.Scope(params.Scope.Value), UserID: params.UserId.Value}, payments.WithdrawalStatus(params.Status.Value), page)
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalListEnvelope{Success: true, Data: mapped(found, withdrawal), Meta: pagination(page, total)}, nil
}

// DecideWithdrawal implements PATCH /payments/withdrawals/{withdrawalId}.
func (a *API) DecideWithdrawal(ctx context.Context, req *oas.WithdrawalDecision, params oas.DecideWithdrawalParams) (oas.DecideWithdrawalRes, error) {
	decided, err := a.Payments.Decide(ctx, caller(ctx), params.WithdrawalId, payments.Decision{
		Approve: req.Decision == oas.WithdrawalDecisionDecisionApprove, Reason: req.Reason.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(decided)}, nil
}

// GetWithdrawal implements GET /payments/withdrawals/{withdrawalId}.
func (a *API) GetWithdrawal(ctx context.Context, params oas.GetWithdrawalParams) (oas.GetWithdrawalRes, error) {
	found, err := a.Payments.Withdrawal(ctx, caller(ctx), params.WithdrawalId)
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(found)}, nil
}

// CancelWithdrawal implements POST /payments/withdrawals/{withdrawalId}/cancel.
func (a *API) CancelWithdrawal(ctx context.Context, params oas.CancelWithdrawalParams) (oas.CancelWithdrawalRes, error) {
	cancelled, err := a.Payments.CancelWithdrawal(ctx, caller(ctx), params.WithdrawalId)
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(cancelled)}, nil
}

// MarkWithdrawalPaid implements POST /payments/withdrawals/{withdrawalId}/paid.
func (a *API) MarkWithdrawalPaid(ctx context.Context, req *oas.WithdrawalPaid, params oas.MarkWithdrawalPaidParams) (oas.MarkWithdrawalPaidRes, error) {
	paid, err := a.Payments.MarkPaid(ctx, caller(ctx), params.WithdrawalId, req.Reference)
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(paid)}, nil
}

// MarkWithdrawalFailed implements POST /payments/withdrawals/{withdrawalId}/failed.
func (a *API) MarkWithdrawalFailed(ctx context.Context, req *oas.WithdrawalFailure, params oas.MarkWithdrawalFailedParams) (oas.MarkWithdrawalFailedRes, error) {
	failed, err := a.Payments.MarkFailed(ctx, caller(ctx), params.WithdrawalId, req.Reason)
	if err != nil {
		return nil, err
	}
	return &oas.WithdrawalEnvelope{Success: true, Data: withdrawal(failed)}, nil
}

func destination(d oas.WithdrawalDestination) payments.Destination {
	return payments.Destination{
		Method: string(d.Method), HolderName: d.HolderName, IBAN: d.Iban.Value, AccountNumber: d.AccountNumber.Value,
		RoutingNumber: d.RoutingNumber.Value, BIC: d.Bic.Value,
	}
}

func withdrawal(w *payments.Withdrawal) oas.Withdrawal {
	shown := oas.Withdrawal{
		ID: w.ID, UserId: w.UserID, AccountId: w.AccountID, Amount: w.Amount, RefundedAmount: w.Refunded,
		RefundingAmount: w.Refunding, TransferAmount: w.TransferAmount, Currency: w.Currency, Status: oas.WithdrawalStatus(w.Status),
		Reference: optText(w.Reference), Reason: optText(w.Reason), CreatedAt: w.CreatedAt, DecidedAt: optTime(w.DecidedAt),
		CompletedAt: optTime(w.CompletedAt),
	}
	if w.Method == "" {
		return shown
	}
	target := oas.WithdrawalTarget{Method: oas.WithdrawalTargetMethod(w.Method), Hint: w.Hint}
	if whole := w.Destination; whole != nil {
		target.HolderName, target.Iban, target.AccountNumber = optText(whole.HolderName), optText(whole.IBAN), optText(whole.AccountNumber)
		target.RoutingNumber, target.Bic = optText(whole.RoutingNumber), optText(whole.BIC)
	}
	shown.Destination = oas.NewOptWithdrawalTarget(target)
	return shown
}

func optText(text string) oas.OptString { return oas.OptString{Value: text, Set: text != ""} }
