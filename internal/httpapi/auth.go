package httpapi

import (
	"context"

	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// Register implements POST /auth/register.
func (a *API) Register(ctx context.Context, req *oas.RegisterRequest) (oas.RegisterRes, error) {
	if err := mayOpen(ctx, req.Session); err != nil {
		return nil, err
	}
	tokens, err := a.Identity.Register(ctx, origin(ctx), identity.Registration{
		Email: string(req.Email), Password: string(req.Password), Tenant: string(req.Tenant.Or("")),
	})
	if err != nil {
		return nil, err
	}
	return sessionEnvelope(ctx, tokens, req.Session), nil
}

// Login implements POST /auth/login.
func (a *API) Login(ctx context.Context, req *oas.LoginRequest) (oas.LoginRes, error) {
	if err := mayOpen(ctx, req.Session); err != nil {
		return nil, err
	}
	result, err := a.Identity.Login(ctx, origin(ctx), identity.Credentials{
		Email: string(req.Email), Password: string(req.Password), Tenant: string(req.Tenant.Or("")),
	})
	if err != nil {
		return nil, err
	}
	if result.Challenge == nil {
		return &oas.LoginEnvelope{Success: true, Data: oas.NewTokensLoginEnvelopeData(sessionData(ctx, result.Tokens, req.Session))}, nil
	}
	return &oas.LoginEnvelope{Success: true, Data: challengeData(result.Challenge)}, nil
}

// CompleteLogin implements POST /auth/login/2fa.
func (a *API) CompleteLogin(ctx context.Context, req *oas.CompleteLoginRequest) (oas.CompleteLoginRes, error) {
	if err := mayOpen(ctx, req.Session); err != nil {
		return nil, err
	}
	tokens, err := a.Identity.CompleteLogin(ctx, origin(ctx), req.ChallengeToken, string(req.Code))
	if err != nil {
		return nil, err
	}
	return sessionEnvelope(ctx, tokens, req.Session), nil
}

// RefreshTokens implements POST /auth/refresh.
func (a *API) RefreshTokens(ctx context.Context, req oas.OptRefreshRequest) (oas.RefreshTokensRes, error) {
	if !req.Value.RefreshToken.Set {
		return a.refreshCookie(ctx)
	}
	tokens, err := a.Identity.Refresh(ctx, origin(ctx), req.Value.RefreshToken.Value)
	if err != nil {
		return nil, err
	}
	return tokensEnvelope(tokens), nil
}

// Logout implements POST /auth/logout.
func (a *API) Logout(ctx context.Context, req oas.OptLogoutRequest) (oas.LogoutRes, error) {
	scope := req.Value.Scope.Or(oas.LogoutRequestScopeLocal)
	if err := a.Identity.Logout(ctx, caller(ctx), identity.LogoutScope(scope)); err != nil {
		return nil, err
	}
	// The cookie may belong to another session than the token, one that is still open.
	if inCookie, _ := edge.SessionCookie(ctx); a.Identity.IsOver(ctx, inCookie) {
		edge.ClearSessionCookie(ctx)
	}
	return done("logged out"), nil
}

// GetMe implements GET /auth/me.
func (a *API) GetMe(ctx context.Context) (oas.GetMeRes, error) {
	return profileEnvelope(a.Identity.Me(caller(ctx))), nil
}

// Reauthenticate implements POST /auth/reauthenticate.
func (a *API) Reauthenticate(ctx context.Context, req *oas.ReauthenticateRequest) (oas.ReauthenticateRes, error) {
	tokens, err := a.reauthenticate(ctx, req)
	if err != nil {
		return nil, err
	}
	return &oas.AccessTokenEnvelope{Success: true, Data: oas.AccessToken{
		AccessToken: tokens.AccessToken, TokenType: bearer, ExpiresIn: int(tokens.ExpiresIn.Seconds()),
	}}, nil
}

// ListSessions implements GET /auth/sessions.
func (a *API) ListSessions(ctx context.Context) (oas.ListSessionsRes, error) {
	who := caller(ctx)
	sessions, err := a.Identity.Sessions(ctx, who)
	if err != nil {
		return nil, err
	}
	return &oas.SessionListEnvelope{Success: true, Data: mapped(sessions, func(s identity.Session) oas.UserSession {
		return oas.UserSession{
			ID: s.ID, UserId: s.UserID, IpAddress: s.IPAddress, UserAgent: s.UserAgent,
			LastActivityAt: s.LastActivityAt, ExpiresAt: s.ExpiresAt, IsCurrent: s.ID == who.SessionID,
		}
	})}, nil
}

// RevokeSession implements DELETE /auth/sessions/{sessionId}.
func (a *API) RevokeSession(ctx context.Context, params oas.RevokeSessionParams) (oas.RevokeSessionRes, error) {
	if err := a.Identity.RevokeSession(ctx, caller(ctx), params.SessionId); err != nil {
		return nil, err
	}
	return done("the session has ended"), nil
}

// VerifyEmail implements POST /auth/email/verify.
func (a *API) VerifyEmail(ctx context.Context, req *oas.MailTokenRequest) (oas.VerifyEmailRes, error) {
	if err := a.Identity.VerifyEmail(ctx, origin(ctx), req.Token); err != nil {
		return nil, err
	}
	return done("the email is verified"), nil
}

// ResendVerificationMail implements POST /auth/email/resend.
func (a *API) ResendVerificationMail(ctx context.Context) (oas.ResendVerificationMailRes, error) {
	if err := a.Identity.ResendVerificationMail(ctx, caller(ctx)); err != nil {
		return nil, err
	}
	return done("the mail is on its way"), nil
}

// ForgotPassword implements POST /auth/password/forgot.
func (a *API) ForgotPassword(ctx context.Context, req *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
	if err := a.Identity.ForgotPassword(ctx, origin(ctx), string(req.Email), string(req.Tenant.Or(""))); err != nil {
		return nil, err
	}
	return done("if there is such an account, a mail is on its way"), nil
}

// ResetPassword implements POST /auth/password/reset.
func (a *API) ResetPassword(ctx context.Context, req *oas.ResetPasswordRequest) (oas.ResetPasswordRes, error) {
	if err := a.Identity.ResetPassword(ctx, origin(ctx), req.Token, string(req.Password)); err != nil {
		return nil, err
	}
	return done("the password is set; log in with it"), nil
}

// ChangePassword implements POST /auth/password/change.
func (a *API) ChangePassword(ctx context.Context, req *oas.ChangePasswordRequest) (oas.ChangePasswordRes, error) {
	err := a.Identity.ChangePassword(ctx, caller(ctx), string(req.CurrentPassword), string(req.NewPassword))
	if err != nil {
		return nil, err
	}
	return done("the password is changed"), nil
}

const bearer = "Bearer"

func tokensEnvelope(tokens identity.Tokens) *oas.TokensEnvelope {
	return &oas.TokensEnvelope{Success: true, Data: tokensData(tokens)}
}

func tokensData(tokens identity.Tokens) oas.Tokens {
	return oas.Tokens{
		Outcome:      oas.TokensOutcomeAuthenticated,
		AccessToken:  tokens.AccessToken,
		RefreshToken: oas.NewOptString(tokens.RefreshToken),
		TokenType:    bearer,
		ExpiresIn:    int(tokens.ExpiresIn.Seconds()),
		User: oas.User{
			ID:               tokens.User.ID,
			Email:            tokens.User.Email,
			Role:             oas.Role(tokens.User.Role),
			EmailVerified:    tokens.User.EmailVerified(),
			TwoFactorEnabled: tokens.User.TwoFactorEnabled(),
			CreatedAt:        tokens.User.CreatedAt,
		},
	}
}

func challengeData(challenge *identity.Challenge) oas.LoginEnvelopeData {
	return oas.NewLoginChallengeLoginEnvelopeData(oas.LoginChallenge{
		Outcome:           oas.LoginChallengeOutcomeSecondFactor,
		TwoFactorRequired: true,
		ChallengeToken:    challenge.Token,
		Methods: mapped(challenge.Methods, func(method string) oas.LoginChallengeMethodsItem {
			return oas.LoginChallengeMethodsItem(method)
		}),
		ExpiresIn: int(challenge.ExpiresIn.Seconds()),
	})
}
