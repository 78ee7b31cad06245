package edgetest

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// Operations are operations defined by tests. Those that are not set are not implemented.
type Operations struct {
	oas.UnimplementedHandler
	OnMe           func(ctx context.Context) (oas.GetMeRes, error)
	OnCreateTenant func(ctx context.Context, request *oas.CreateTenantRequest) (oas.CreateTenantRes, error)
	OnLogin        func(ctx context.Context, request *oas.LoginRequest) (oas.LoginRes, error)
	OnLogout       func(ctx context.Context, request oas.OptLogoutRequest) (oas.LogoutRes, error)
	OnForgot       func(ctx context.Context, request *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error)
	OnStatement    func(ctx context.Context) (oas.DownloadStatementRes, error)
}

// DownloadStatement responds with an empty file.
func (o *Operations) DownloadStatement(ctx context.Context, _ oas.DownloadStatementParams) (oas.DownloadStatementRes, error) {
	if o.OnStatement == nil {
		return oas.DownloadStatementOK{}, nil
	}
	return o.OnStatement(ctx)
}

// GetMe responds with the caller's profile.
func (o *Operations) GetMe(ctx context.Context) (oas.GetMeRes, error) {
	if o.OnMe == nil {
		return Profile(edge.Caller(ctx)), nil
	}
	return o.OnMe(ctx)
}

// CreateTenant responds as if it had created a tenant.
func (o *Operations) CreateTenant(ctx context.Context, request *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
	if o.OnCreateTenant == nil {
		return Tenant(request), nil
	}
	return o.OnCreateTenant(ctx, request)
}

// Login refuses everyone.
func (o *Operations) Login(ctx context.Context, request *oas.LoginRequest) (oas.LoginRes, error) {
	if o.OnLogin == nil {
		return nil, fault.New(fault.InvalidCredentials, "wrong email or password")
	}
	return o.OnLogin(ctx, request)
}

// Logout does nothing.
func (o *Operations) Logout(ctx context.Context, request oas.OptLogoutRequest) (oas.LogoutRes, error) {
	if o.OnLogout == nil {
		return &oas.DoneEnvelope{Success: true}, nil
	}
	return o.OnLogout(ctx, request)
}

// ForgotPassword does nothing.
func (o *Operations) ForgotPassword(ctx context.Context, request *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
	if o.OnForgot == nil {
		return &oas.DoneEnvelope{Success: true}, nil
	}
	return o.OnForgot(ctx, request)
}

// CreateBot responds with a nameless bot.
func (o *Operations) CreateBot(context.Context, *oas.CreateBotRequest) (oas.CreateBotRes, error) {
	return &oas.BotEnvelope{Success: true, Data: oas.TradingBot{RiskLevel: oas.RiskLevelLow, Status: oas.BotStatusActive}}, nil
}

// ReplaceBackupCodes responds with one code.
func (o *Operations) ReplaceBackupCodes(context.Context) (oas.ReplaceBackupCodesRes, error) {
	return &oas.BackupCodesEnvelope{Success: true, Data: oas.BackupCodes{Codes: []string{"0123-4567-89AB-CDEF"}}}, nil
}

// UpdateUser finds no user.
func (o *Operations) UpdateUser(context.Context, *oas.UpdateUserRequest, oas.UpdateUserParams) (oas.UpdateUserRes, error) {
	return nil, fault.New(fault.NotFound, "there is no such user")
}

// ListUsers responds with an empty list.
func (o *Operations) ListUsers(context.Context, oas.ListUsersParams) (oas.ListUsersRes, error) {
	return &oas.UserListEnvelope{Success: true, Data: []oas.Profile{}}, nil
}

// Profile is the response for a caller's profile.
func Profile(caller identity.Caller) *oas.ProfileEnvelope {
	return &oas.ProfileEnvelope{Success: true, Data: oas.Profile{
		ID: caller.UserID, TenantId: caller.TenantID, Email: "trader@demo.test",
		Role: oas.Role(caller.Role), CreatedAt: time.Unix(1_700_000_000, 0).UTC(),
	}}
}

// Tenant is the response for a new tenant.
func Tenant(request *oas.CreateTenantRequest) *oas.TenantEnvelope {
	return &oas.TenantEnvelope{Success: true, Data: oas.Tenant{
		ID: uuid.Must(uuid.NewV7()), Slug: request.Slug, Name: request.Name, CreatedAt: time.Unix(1_700_000_000, 0).UTC(),
	}}
}
