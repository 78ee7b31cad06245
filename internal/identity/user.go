package identity

import (
	"context"
	"database/sql"
	"errors"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
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
	CreatedAt       time.Time

	passwordHash string
	totpSecret   []byte // sealed
	totpLastStep int64
}

// EmailVerified reports whether the user has shown to own the email.
func (u *User) EmailVerified() bool { return !u.EmailVerifiedAt.IsZero() }

// Suspended reports whether the user is locked out.
func (u *User) Suspended() bool { return !u.SuspendedAt.IsZero() }

// TwoFactorEnabled reports whether a log-in needs a code.
func (u *User) TwoFactorEnabled() bool { return !u.TOTPEnabledAt.IsZero() }

// mayEnter fails with ACCOUNT_SUSPENDED when the user is locked out.
func (u *User) mayEnter() error {
	if u.Suspended() {
		return fault.New(fault.AccountSuspended, "this account is suspended")
	}
	return nil
}

// userColumns are listed with the table's alias u, so that a join can use them too.
const userColumns = `u.id, u.tenant_id, u.email, u.password_hash, u.role, u.email_verified_at, u.suspended_at,
	u.phone, u.phone_verified_at, u.totp_secret, u.totp_enabled_at, u.totp_last_step, u.created_at`

func (u *User) targets(phone *sql.NullString) []any {
	return []any{
		&u.ID, &u.TenantID, &u.Email, &u.passwordHash, &u.Role, database.Time(&u.EmailVerifiedAt),
		database.Time(&u.SuspendedAt), phone, database.Time(&u.PhoneVerifiedAt), &u.totpSecret,
		database.Time(&u.TOTPEnabledAt), &u.totpLastStep, database.Time(&u.CreatedAt),
	}
}

func scanUser(row database.Row) (*User, error) {
	var (
		user  User
		phone sql.NullString
	)
	err := row.Scan(user.targets(&phone)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "there is no such user")
	}
	user.Phone = phone.String
	return &user, err
}

// findUser reads a user by email. No such user is NOT_FOUND.
func findUser(ctx context.Context, from database.Querier, email string) (*User, error) {
	return scanUser(from.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.email = $1`, email))
}

// UserByEmail reads a user for commands that work on behalf of one. No such user is NOT_FOUND.
func (s *Service) UserByEmail(ctx context.Context, email string) (*User, error) {
	return findUser(ctx, s.db, email)
}

// EmailRegistered reports whether there is a user with this email.
func (s *Service) EmailRegistered(ctx context.Context, email string) (bool, error) {
	_, err := findUser(ctx, s.db, email)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// readUser reads a user by id. No such user is NOT_FOUND.
func readUser(ctx context.Context, from database.Querier, id uuid.UUID) (*User, error) {
	return scanUser(from.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.id = $1`, id))
}

// lockUser reads a user and holds it until the transaction ends. No such user is NOT_FOUND.
func lockUser(ctx context.Context, tx *database.Tx, id uuid.UUID) (*User, error) {
	return scanUser(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.id = $1`+tx.ForUpdate(), id))
}

// updateUser writes everything about a user that can change.
func (s *Service) updateUser(ctx context.Context, tx *database.Tx, u *User) error {
	_, err := tx.Exec(ctx, `
		UPDATE users
		SET password_hash = $2, role = $3, email_verified_at = $4, suspended_at = $5, phone = $6,
		    phone_verified_at = $7, totp_secret = $8, totp_enabled_at = $9, totp_last_step = $10, updated_at = $11
		WHERE id = $1`,
		u.ID, u.passwordHash, u.Role, database.OptionalMicros(u.EmailVerifiedAt), database.OptionalMicros(u.SuspendedAt),
		sql.NullString{String: u.Phone, Valid: u.Phone != ""}, database.OptionalMicros(u.PhoneVerifiedAt),
		u.totpSecret, database.OptionalMicros(u.TOTPEnabledAt), u.totpLastStep, database.Micros(s.now()))
	if err != nil {
		return err
	}
	return announceUser(ctx, tx, u.ID)
}

// normalizeEmail brings an email to the form in which it is stored and compared. It fails with
// VALIDATION_ERROR when it is not an email.
func normalizeEmail(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > 254 || strings.ContainsAny(email, "\r\n\t ") {
		return "", fault.Invalid("email", "must be an email address")
	}
	return email, nil
}
