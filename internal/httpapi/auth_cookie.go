package httpapi

import (
	"context"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// mayOpen fails with FORBIDDEN when the session is to be kept in a cookie and the calling page is not allowed one.
func mayOpen(ctx context.Context, kind oas.OptSessionKind) error {
	if kind.Value != oas.SessionKindCookie {
		return nil
	}
	return edge.RequireOwnPage(ctx)
}

// refreshCookie exchanges the session's cookie for the next one. A cookie that is no longer valid is cleared.
func (a *API) refreshCookie(ctx context.Context) (oas.RefreshTokensRes, error) {
	token, err := edge.SessionCookie(ctx)
	if err != nil {
		return nil, err
	}
	tokens, err := a.Identity.RefreshOnPage(ctx, origin(ctx), token)
	if fault.Is(err, fault.RefreshTokenInvalid) || fault.Is(err, fault.RefreshTokenReused) || fault.Is(err, fault.SessionRevoked) {
		edge.ClearSessionCookie(ctx)
	}
	if err != nil {
		return nil, err
	}
	return sessionEnvelope(ctx, tokens, oas.NewOptSessionKind(oas.SessionKindCookie)), nil
}

// sessionEnvelope is the response that opens a session of the given kind.
func sessionEnvelope(ctx context.Context, tokens identity.Tokens, kind oas.OptSessionKind) *oas.TokensEnvelope {
	return &oas.TokensEnvelope{Success: true, Data: sessionData(ctx, tokens, kind)}
}

// sessionData are the tokens of a session; the refresh token goes into the cookie if that was requested.
func sessionData(ctx context.Context, tokens identity.Tokens, kind oas.OptSessionKind) oas.Tokens {
	data := tokensData(tokens)
	if kind.Value == oas.SessionKindCookie {
		edge.SetSessionCookie(ctx, tokens.RefreshToken, tokens.SessionExpiresAt)
		data.RefreshToken = oas.OptString{}
	}
	return data
}
