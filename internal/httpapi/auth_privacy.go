package httpapi

import (
	"context"

	"bourse/internal/httpapi/edge"
	"bourse/internal/oas"
	"bourse/internal/privacy"
)

// ExportMe implements GET /auth/me/export.
func (a *API) ExportMe(ctx context.Context) (oas.ExportMeRes, error) {
	who := caller(ctx)
	file, err := a.Privacy.Export(who)
	if err != nil {
		return oas.ExportMeOK{}, err
	}
	content, err := edge.Download(ctx, privacy.NameOf(who.UserID), file.Next)
	return oas.ExportMeOK{Data: content}, err
}

// DeleteMe implements DELETE /auth/me.
func (a *API) DeleteMe(ctx context.Context) (oas.DeleteMeRes, error) {
	if err := a.Privacy.Leave(ctx, caller(ctx)); err != nil {
		return nil, err
	}
	return done("the account is deleted"), nil
}
