// Package privacy lets people take what the platform holds of them, and leave.
//
// What there is of a person is one list over all tables of the schema (holdings): how the person's rows are found, what
// of them is shown in an export, and what becomes of them when the person is erased. A test fails for a table that is not
// on it, so a feature that adds one has to say what it holds. The books stay as they are: they name an id, and behind the
// id there is nobody any more.
//
// Leaving is one transaction, in which all that opens something is removed, what goes on ends, and the user is blanked: from then
// on there is nobody behind the id. It is short however long somebody was here, since it holds up every other writer of SQLite. The
// rest is cleaned by a worker, which is told by a row of that transaction: what the id still finds and there may be any number of
// (idempotency keys, messages, notices, the audit log), and then what it does not find, such as events that were published about
// them and messages that are still on their way.
//
// For the seconds until the worker has come to them these rows are as they were. Hardly anybody reads them: who has left is let in
// nowhere, and an answer that was kept under a key is given to its user alone. Until they are blanked, administrators see in the
// audit log from where the person did things, and what somebody wrote about them, and in the list of payments why one was refunded
// or refused; and users see on signals that an analyst published the name that the analyst had. What strangers could read, the
// name on a certificate, is blanked at once.
//
// What an administrator did to others stays as it is, from where as well, for as long as the audit log is kept, and so does the entry
// by which they lost the role, with their email: nobody takes out of the log who did it. They leave once they have no such role.
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

// People is the part of identity that leaving needs.
type People interface {
	// HoldEntering holds a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are locked out, as
	// whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// Leave holds the caller's row and ends all of their sessions. It fails with CONFLICT for an administrator.
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
	contacts   []byte // sealed JSON of contacts; nil once all is done, and there for ever where they cannot be read
	AfterEvent uuid.UUID
	NextAt     time.Time // when to go on once the rows are erased
	LeftAt     time.Time
	DoneAt     time.Time // when all was done, or all but what is found by contacts that cannot be read

	rowsAt        time.Time // when to go on until the rows are erased
	AreRowsErased bool
	EntryAt       time.Time // entries of the audit log up to this one are clean
	AfterEntry    uuid.UUID
}

// contacts are how the person was reached, by which what is left of them is found, and where it is.
type contacts struct {
	Email string `json:"email"`
	Phone string `json:"phone,omitempty"`
	// IsEverywhere tells that all tenants were told of them, as of the author of a signal of the platform's.
	IsEverywhere bool `json:"everywhere,omitempty"`
}

// all are the contacts that there are; none where they cannot be read.
func (c contacts) all() []string {
	return slices.DeleteFunc([]string{c.Email, c.Phone}, func(contact string) bool { return contact == "" })
}

// isParked tells that nothing is left but what is found by contacts that could not be read.
func (e *erasure) isParked() bool { return !e.DoneAt.IsZero() && len(e.contacts) > 0 }

func contactsContext(user uuid.UUID) string { return "erasure:" + user.String() }
