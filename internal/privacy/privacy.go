// Package privacy lets people take what the platform holds of them, and leave.
//
// What there is of a person is one list over all tables of the schema (holdings): how the person's rows are found, what
// of them is shown in an export, and what becomes of them when the person is erased. A test fails for a table that is not
// on it, so a feature that adds one has to say what it holds. The books stay as they are: they name an id, and behind the
// id there is nobody any more.
//
// Leaving is one transaction. What cannot be found by the person's id, such as events that were published about them and
// messages that are still on their way, is cleaned by a worker, which is told by a row of that transaction.
package privacy

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/secret"
)

// People is the part of identity that leaving needs.
type People interface {
	// HoldEntering holds a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are locked out, as
	// whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// Leave holds the caller's row and ends all of their sessions. It fails with CONFLICT for the last super_admin.
	Leave(ctx context.Context, tx *database.Tx, caller identity.Caller) (*identity.User, error)
	// SayGoodbye mails the user, as they were before they were erased, that it is done.
	SayGoodbye(ctx context.Context, tx *database.Tx, user *identity.User) error
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	People   People
	// UsesSandbox tells that deposits of the sandbox can be paid out: once it is no longer in use they are play money.
	UsesSandbox bool
	Now         func() time.Time
	Logger      *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db          *database.DB
	ring        *secret.Keyring
	people      People
	usesSandbox bool
	now         func() time.Time
	logger      *slog.Logger
}

// New makes the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, ring: options.Keyring, people: options.People, usesSandbox: options.UsesSandbox, now: options.Now, logger: options.Logger,
	}
}

// erasure is a person who has left, of whom something may still lie around.
type erasure struct {
	UserID     uuid.UUID
	TenantID   uuid.UUID
	contacts   []byte // sealed JSON of contacts; nil once all is done
	AfterEvent uuid.UUID
	NextAt     time.Time
	LeftAt     time.Time
	DoneAt     time.Time
}

// contacts are how the person was reached, by which what is left of them is found, and where it is.
type contacts struct {
	Email string `json:"email"`
	Phone string `json:"phone,omitempty"`
	// IsEverywhere tells that all tenants were told of them, as of the author of a signal of the platform's.
	IsEverywhere bool `json:"everywhere,omitempty"`
}

// all are the contacts that there are.
func (c contacts) all() []string {
	if c.Phone == "" {
		return []string{c.Email}
	}
	return []string{c.Email, c.Phone}
}

func contactsContext(user uuid.UUID) string { return "erasure:" + user.String() }
