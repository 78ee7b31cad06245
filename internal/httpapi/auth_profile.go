package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// UpdateMe implements PATCH /auth/me.
func (a *API) UpdateMe(ctx context.Context, req *oas.UpdateMeRequest) (oas.UpdateMeRes, error) {
	user, err := a.Identity.UpdateProfile(ctx, caller(ctx), identity.ProfileChange{
		DisplayName: given(req.DisplayName), Locale: given(req.Locale), TimeZone: given(req.TimeZone),
	})
	if err != nil {
		return nil, err
	}
	return profileEnvelope(user), nil
}

// ListLogIns implements GET /auth/log-ins.
func (a *API) ListLogIns(ctx context.Context, params oas.ListLogInsParams) (oas.ListLogInsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	logIns, total, err := a.Identity.LogIns(ctx, caller(ctx), page)
	if err != nil {
		return nil, err
	}
	return &oas.LogInListEnvelope{Success: true, Meta: pagination(page, total), Data: mapped(logIns, func(l identity.LogIn) oas.LogIn {
		return oas.LogIn{
			ID: l.ID, At: l.At, Succeeded: l.Succeeded, Method: oas.LogInMethod(l.Method),
			IpAddress: l.Origin.IPAddress, UserAgent: l.Origin.UserAgent, Device: l.Device,
		}
	})}, nil
}

// ChangeEmail implements POST /auth/email/change.
func (a *API) ChangeEmail(ctx context.Context, req *oas.ChangeEmailRequest) (oas.ChangeEmailRes, error) {
	if err := a.Identity.RequestEmailChange(ctx, caller(ctx), string(req.NewEmail)); err != nil {
		return nil, err
	}
	return done("confirm the change by the links that were mailed to both addresses"), nil
}

// ConfirmEmailChange implements POST /auth/email/change/confirm.
func (a *API) ConfirmEmailChange(ctx context.Context, req *oas.MailTokenRequest) (oas.ConfirmEmailChangeRes, error) {
	status, err := a.Identity.ConfirmEmailChange(ctx, origin(ctx), req.Token)
	if err != nil {
		return nil, err
	}
	return &oas.EmailChangeEnvelope{Success: true, Data: oas.EmailChange{Status: oas.EmailChangeStatus(status)}}, nil
}

// CancelEmailChange implements POST /auth/email/change/cancel.
func (a *API) CancelEmailChange(ctx context.Context, req *oas.MailTokenRequest) (oas.CancelEmailChangeRes, error) {
	if err := a.Identity.CancelEmailChange(ctx, origin(ctx), req.Token); err != nil {
		return nil, err
	}
	return done("the email stays as it is"), nil
}
