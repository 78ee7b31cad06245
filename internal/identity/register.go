package identity

import (
	"cmp"
	"context"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Registration is what a new user submits.
type Registration struct {
	Email    string
	Password string
	Tenant   string // the slug of the intended tenant; when empty, the rule finds it
}

// Register creates an account with its first session and sends a verification mail. It fails with VALIDATION_ERROR for
// a bad email or an unknown tenant, WEAK_PASSWORD, or EMAIL_ALREADY_REGISTERED.
func (s *Service) Register(ctx context.Context, from Origin, r Registration) (Tokens, error) {
	user, err := s.newUser(ctx, from, r, RoleUser)
	if err != nil {
		return Tokens{}, err
	}
	var tokens Tokens
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.insertUser(ctx, tx, user); err != nil {
			return err
		}
		if isTooMany, _, err := s.countVerificationMail(ctx, tx, user); err != nil {
			return err
		} else if !isTooMany { // the user may request it later
			if err := s.sendVerificationMail(ctx, tx, user); err != nil {
				return err
			}
		}
		if err := s.audit(ctx, tx, user.from(from), user, "user.registered", nil); err != nil {
			return err
		}
		if err := s.publishUser(ctx, tx, userRegistered, user); err != nil {
			return err
		}
		tokens, err = s.openSession(ctx, tx, user, from, assurancePassword)
		return err
	})
	return tokens, err
}

// AddUser creates an account for the operator: with any role, a verified email and no session, in the default tenant
// unless another is named. It fails as Register does.
func (s *Service) AddUser(ctx context.Context, r Registration, role Role) (*User, error) {
	if !role.Valid() {
		return nil, errNoSuchRole
	}
	r.Tenant = cmp.Or(r.Tenant, DefaultTenant)
	user, err := s.newUser(ctx, operator.Origin, r, role)
	if err != nil {
		return nil, err
	}
	user.EmailVerifiedAt = user.CreatedAt
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := s.insertUser(ctx, tx, user); err != nil {
			return err
		}
		return s.auditUser(ctx, tx, operator, user, "user.created",
			nil, audit.Fields{"email": user.Email, "role": string(role)})
	})
	return user, err
}

// newUser validates the registration and hashes the password, before any transaction is open.
func (s *Service) newUser(ctx context.Context, from Origin, r Registration, role Role) (*User, error) {
	email, err := normalizeEmail(r.Email)
	if err != nil {
		return nil, err
	}
	if err := checkPassword("password", r.Password, email); err != nil {
		return nil, err
	}
	who, err := s.visitorWith(ctx, from, r.Tenant, email)
	if err != nil {
		return nil, err
	}
	if who.stray != "" {
		return nil, fault.Invalid("tenant", "there is no such tenant")
	}
	hash, err := s.hasher.hash(ctx, r.Password)
	if err != nil {
		return nil, err
	}
	return &User{ID: database.NewID(), TenantID: who.tenant, Email: email, Role: role, CreatedAt: s.now(), passwordHash: hash}, nil
}
