package identity

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// userTable maps users to their table.
var userTable = database.NewTable("users", func(u *User, column database.Define) {
	column("id", &u.ID)
	column("tenant_id", database.Fixed(&u.TenantID))
	column("email", database.Fixed(&u.Email))
	column("password_hash", &u.passwordHash)
	column("role", &u.Role)
	column("email_verified_at", database.Optional(&u.EmailVerifiedAt))
	column("suspended_at", database.Optional(&u.SuspendedAt))
	column("phone", database.Optional(&u.Phone))
	column("phone_verified_at", database.Optional(&u.PhoneVerifiedAt))
	column("totp_secret", &u.totpSecret)
	column("totp_enabled_at", database.Optional(&u.TOTPEnabledAt))
	column("totp_last_step", &u.totpLastStep)
	column("display_name", &u.Profile.DisplayName)
	column("locale", &u.Profile.Locale)
	column("time_zone", &u.Profile.TimeZone)
	column("created_at", database.Fixed(&u.CreatedAt))
	column("updated_at", &u.updatedAt)
})

// userColumns carry the table's alias u, so that joins can use them too.
var userColumns = userTable.ColumnsOf("u")

func scanUser(row database.Row) (*User, error) {
	user, err := userTable.Scan(row)
	return user, database.Missing(err, fault.New(fault.NotFound, "there is no such user"))
}

// findUser reads the tenant's user with an email. It fails with NOT_FOUND when there is none.
func findUser(ctx context.Context, from database.Querier, tenant uuid.UUID, email string) (*User, error) {
	return scanUser(from.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.email = $1 AND u.tenant_id = $2`, email, tenant))
}

// findUsers reads the users with an email in the tenant that the clues identify. When they identify none, it reads as
// many of all tenants as the rule needs: the default tenant's, and enough to know whether there are several. Every
// request runs the same single statement, so that its duration does not reveal what is known.
func findUsers(ctx context.Context, from database.Querier, email string, clues tenancyClues) ([]*User, error) {
	return userTable.All(from.Query(ctx, `
		SELECT `+userColumns+` FROM users u
		WHERE u.email = $1 AND (u.tenant_id = $2 OR $2 = $3)
		ORDER BY CASE WHEN u.tenant_id = $4 THEN 0 ELSE 1 END, u.tenant_id LIMIT 2`,
		email, clues.told().String(), uuid.Nil.String(), clues.standard.String()))
}

// readUser reads a user by id. It fails with NOT_FOUND when there is none.
func readUser(ctx context.Context, from database.Querier, id uuid.UUID) (*User, error) {
	return scanUser(from.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.id = $1`, id))
}

// lockUser reads a user and locks the row until the transaction ends. It fails with NOT_FOUND when there is none.
func lockUser(ctx context.Context, tx *database.Tx, id uuid.UUID) (*User, error) {
	return scanUser(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM users u WHERE u.id = $1`+tx.ForUpdate(), id))
}

// lockEntering is lockUser for a user who must not be suspended: with the lock held, nobody can have suspended or
// erased them since the request began. It also fails with ACCOUNT_SUSPENDED.
func lockEntering(ctx context.Context, tx *database.Tx, id uuid.UUID) (*User, error) {
	user, err := lockUser(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return user, user.mayEnter()
}

// insertUser fails with EMAIL_ALREADY_REGISTERED when somebody was first, even at the same instant.
func (s *Service) insertUser(ctx context.Context, tx *database.Tx, user *User) error {
	user.updatedAt = user.CreatedAt
	inserted, err := userTable.InsertOr(ctx, tx, `ON CONFLICT (email, tenant_id) DO NOTHING`, user)
	if err != nil {
		return fmt.Errorf("insert a user: %w", err)
	}
	if inserted == 0 {
		return fault.New(fault.EmailAlreadyRegistered, "this email is registered already").About("email")
	}
	return nil
}

// updateUser writes every mutable field of a user.
func (s *Service) updateUser(ctx context.Context, tx *database.Tx, u *User) error {
	u.updatedAt = s.now()
	if err := userTable.Update(ctx, tx, u); err != nil {
		return err
	}
	return announceUser(ctx, tx, u.ID)
}

// listUsers reads a page of the matching users, newest first, and counts them all.
func listUsers(ctx context.Context, from *database.DB, tenant uuid.UUID, filter UserFilter, page database.Page) ([]*User, int, error) {
	var where database.Where
	where.Equal(`u.tenant_id`, tenant)
	if filter.EmailPrefix != "" {
		// Texts compare as bytes, so emails with the same beginning are adjacent: a range finds them by the index on
		// either engine, where SQLite's case-insensitive LIKE would scan every user of the tenant.
		prefix := strings.ToLower(filter.EmailPrefix)
		where.Between(`u.email`, prefix, prefix+string(utf8.MaxRune))
	}
	where.EqualIf(filter.Role != "", `u.role`, filter.Role)
	total, err := from.CountList(ctx, `SELECT COUNT(*) FROM users u`+where.String(), where.Arguments...)
	if err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + userColumns + ` FROM users u` + where.String() + ` ORDER BY u.created_at DESC, u.id DESC` + where.Page(page)
	users, err := userTable.All(from.Query(ctx, query, where.Arguments...))
	return users, total, err
}

// isLockedOut reports whether a user is suspended or erased.
func isLockedOut(ctx context.Context, from database.Querier, user uuid.UUID) (is bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND suspended_at IS NOT NULL)`, user).Scan(&is)
	return is, err
}
