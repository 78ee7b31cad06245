package identity

import (
	"context"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// User is one person with a log-in.
type User struct {
	ID              uuid.UUID
	TenantID        uuid.UUID
	Email           string
	Role            Role
	EmailVerifiedAt time.Time
	SuspendedAt     time.Time
	Phone           string
	PhoneVerifiedAt time.Time
	TOTPEnabledAt   time.Time
	Profile         Profile
	CreatedAt       time.Time

	passwordHash string
	totpSecret   []byte // sealed
	totpLastStep int64
	updatedAt    time.Time
}

// EmailVerified reports whether the user has proved to own the email.
func (u *User) EmailVerified() bool { return !u.EmailVerifiedAt.IsZero() }

// Suspended reports whether the user is suspended.
func (u *User) Suspended() bool { return !u.SuspendedAt.IsZero() }

// hasLeft reports whether the user was erased. Every other user has a password, even one who logs in with a passkey.
func (u *User) hasLeft() bool { return u.passwordHash == "" }

// TwoFactorEnabled reports whether a log-in needs a code.
func (u *User) TwoFactorEnabled() bool { return !u.TOTPEnabledAt.IsZero() }

// mayEnter fails with ACCOUNT_SUSPENDED when the user is suspended.
func (u *User) mayEnter() error {
	if u.Suspended() {
		return fault.New(fault.AccountSuspended, "this account is suspended")
	}
	return nil
}

// UserByEmail reads a user of the tenant with a slug, for commands that act on behalf of one. It fails with NOT_FOUND
// for an unknown user or tenant.
func (s *Service) UserByEmail(ctx context.Context, slug, email string) (*User, error) {
	tenant, err := s.TenantNamed(ctx, slug)
	if err != nil {
		return nil, err
	}
	return findUser(ctx, s.db, tenant, email)
}

// EmailRegistered reports whether the tenant with a slug has a user with this email.
func (s *Service) EmailRegistered(ctx context.Context, slug, email string) (bool, error) {
	_, err := s.UserByEmail(ctx, slug, email)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// normalizeEmail brings an email to the form in which it is stored and compared. It fails with VALIDATION_ERROR when it
// is not an email.
func normalizeEmail(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > 254 || strings.ContainsAny(email, "\r\n\t ") {
		return "", fault.Invalid("email", "must be an email address")
	}
	return email, nil
}
