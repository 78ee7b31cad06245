package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// ListUsers implements GET /users.
func (a *API) ListUsers(ctx context.Context, params oas.ListUsersParams) (oas.ListUsersRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	users, total, err := a.Identity.Users(ctx, caller(ctx), identity.UserFilter{
		TenantID: params.TenantId.Value, EmailPrefix: params.Email.Value, Role: identity.Role(params.Role.Value),
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.UserListEnvelope{Success: true, Data: mapped(users, profile), Meta: pagination(page, total)}, nil
}

// GetUser implements GET /users/{userId}.
func (a *API) GetUser(ctx context.Context, params oas.GetUserParams) (oas.GetUserRes, error) {
	user, err := a.Identity.User(ctx, caller(ctx), params.UserId)
	if err != nil {
		return nil, err
	}
	return profileEnvelope(user), nil
}

// UpdateUser implements PATCH /users/{userId}.
func (a *API) UpdateUser(ctx context.Context, req *oas.UpdateUserRequest, params oas.UpdateUserParams) (oas.UpdateUserRes, error) {
	var change identity.UserChange
	if role, ok := req.Role.Get(); ok {
		wanted := identity.Role(role)
		change.Role = &wanted
	}
	if suspended, ok := req.Suspended.Get(); ok {
		change.Suspended = &suspended
	}
	user, err := a.Identity.UpdateUser(ctx, caller(ctx), params.UserId, change)
	if err != nil {
		return nil, err
	}
	return profileEnvelope(user), nil
}

// ListAuditLog implements GET /audit-log.
func (a *API) ListAuditLog(ctx context.Context, params oas.ListAuditLogParams) (oas.ListAuditLogRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	entries, total, err := a.Identity.AuditLog(ctx, caller(ctx), params.TenantId.Value, audit.Filter{
		UserID: params.UserId.Value, ActorID: params.ActorId.Value, Action: params.Action.Value, SubjectID: params.SubjectId.Value, Before: params.Before.Value,
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.AuditLogEnvelope{Success: true, Data: mapped(entries, auditEntry), Meta: pagination(page, total)}, nil
}

func profileEnvelope(user *identity.User) *oas.ProfileEnvelope {
	return &oas.ProfileEnvelope{Success: true, Data: profile(user)}
}

func profile(user *identity.User) oas.Profile {
	return oas.Profile{
		ID:               user.ID,
		Email:            user.Email,
		Role:             oas.Role(user.Role),
		EmailVerified:    user.EmailVerified(),
		TwoFactorEnabled: user.TwoFactorEnabled(),
		CreatedAt:        user.CreatedAt,
		TenantId:         user.TenantID,
		PhoneNumber:      oas.OptString{Value: user.Phone, Set: user.Phone != ""},
		PhoneVerified:    !user.PhoneVerifiedAt.IsZero(),
		Suspended:        user.Suspended(),
		DisplayName:      oas.OptString{Value: user.Profile.DisplayName, Set: user.Profile.DisplayName != ""},
		Locale:           oas.OptString{Value: user.Profile.Locale, Set: user.Profile.Locale != ""},
		TimeZone:         oas.OptString{Value: user.Profile.TimeZone, Set: user.Profile.TimeZone != ""},
	}
}

func auditEntry(entry audit.Entry) oas.AuditEntry {
	from := entry.Actor.Origin
	return oas.AuditEntry{
		ID:          entry.ID,
		Action:      entry.Action,
		ActorId:     oas.OptUUID{Value: entry.Actor.UserID, Set: entry.Actor.UserID != uuid.Nil},
		ApiKeyId:    oas.OptUUID{Value: entry.Actor.KeyID, Set: entry.Actor.KeyID != uuid.Nil},
		UserId:      oas.OptUUID{Value: entry.UserID, Set: entry.UserID != uuid.Nil},
		SubjectKind: oas.OptString{Value: entry.Subject.Kind, Set: entry.Subject.Kind != ""},
		SubjectId:   oas.OptString{Value: entry.Subject.ID, Set: entry.Subject.ID != ""},
		Before:      oas.AuditEntryBefore(entry.Before),
		After:       oas.AuditEntryAfter(entry.After),
		IpAddress:   from.IPAddress,
		UserAgent:   from.UserAgent,
		RequestId:   from.RequestID,
		Details:     oas.AuditEntryDetails(entry.Details),
		CreatedAt:   entry.CreatedAt,
	}
}
