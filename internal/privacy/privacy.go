// Package privacy lets people export what the platform holds about them, and delete their account.
//
// The personal data is described by one list over all tables of the schema (holdings): how a person's rows are found,
// what an export shows of them, and what happens to them when the person is erased. A test fails for a table that is
// not listed, so a feature that adds one must declare what it holds. The books stay as they are: they name an id that
// no longer identifies anybody.
//
// Leaving is one transaction that removes everything that grants access, ends what is still active, and blanks the
// user: from then on the id identifies nobody. The transaction is short however much data there is, since it blocks
// every other writer of SQLite. A worker cleans the rest, which a row written in that transaction tells it to do: first
// data that is found by the id and may be of any size (idempotency keys, messages, notices, the audit log), then data
// that is not, such as published events about the person and messages that are still being sent.
//
// Until the worker has reached them, which takes seconds, these rows are unchanged. Hardly anybody can read them: an
// erased user cannot log in, and an answer stored under an idempotency key is given to its user alone. Until the rows
// are blanked, administrators see in the audit log from where the person acted and what others wrote about them, and in
// the list of payments why one was refunded or refused; and users see on signals the name of the analyst who published
// them. What strangers could read, the name on a certificate, is blanked at once.
//
// What an administrator did to others stays as it is, including from where, for as long as the audit log is kept, and
// so does the entry by which they lost the role, with their email: nobody can remove from the log who did it. An
// administrator can leave only after losing the role.
package privacy

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/secret"
)

// People is the part of identity that this package needs.
type People interface {
	// HoldEntering locks a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are suspended
	// or erased.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// Leave locks the caller's row and ends all of their sessions. It fails with CONFLICT for an administrator.
	Leave(ctx context.Context, tx *database.Tx, caller identity.Caller) (*identity.User, error)
	// SayGoodbye confirms the erasure by mail to the user as they were before it.
	SayGoodbye(ctx context.Context, tx *database.Tx, user *identity.User) error
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	People   People
	// UsesSandbox means that deposits of the sandbox can be paid out; once the sandbox is no longer in use they are
	// play money.
	UsesSandbox bool
	Now         func() time.Time
	Logger      *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	db          *database.DB
	ring        *secret.Keyring
	people      People
	usesSandbox bool
	now         func() time.Time
	logger      *slog.Logger
}

// New creates the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, ring: options.Keyring, people: options.People, usesSandbox: options.UsesSandbox, now: options.Now, logger: options.Logger,
	}
}

// erasure is the record of an erased person whose remaining data is still being removed.
type erasure struct {
	UserID     uuid.UUID
	TenantID   uuid.UUID
	contacts   []byte // sealed JSON of contacts; nil once all is done, kept for ever if it cannot be read
	AfterEvent uuid.UUID
	NextAt     time.Time // when to continue after the rows are erased
	LeftAt     time.Time
	DoneAt     time.Time // when all was done, except what only unreadable contacts can find

	rowsAt        time.Time // when to continue until the rows are erased
	AreRowsErased bool
	EntryAt       time.Time // audit entries up to this one are clean
	AfterEntry    uuid.UUID
}

// contacts are how the person was reached. Their remaining data is found by them, and by where it is.
type contacts struct {
	Email string `json:"email"`
	Phone string `json:"phone,omitempty"`
	// IsEverywhere means that all tenants received events about them, as the author of one of the platform's signals.
	IsEverywhere bool `json:"everywhere,omitempty"`
}

// all returns the known contacts; none when they cannot be read.
func (c contacts) all() []string {
	return slices.DeleteFunc([]string{c.Email, c.Phone}, func(contact string) bool { return contact == "" })
}

// isParked reports whether nothing is left but what unreadable contacts would find.
func (e *erasure) isParked() bool { return !e.DoneAt.IsZero() && len(e.contacts) > 0 }

func contactsContext(user uuid.UUID) string { return "erasure:" + user.String() }
