package stream

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// ticketTime is how long a ticket can be used.
const ticketTime = time.Minute

// Ticket opens one stream in the name of a session. It is for the EventSource of browsers, which cannot send a header:
// addresses are seen by proxies and kept in logs, so a ticket is worthless once used.
type Ticket struct {
	Text      string
	ExpiresAt time.Time
}

// IssueTicket makes a ticket of the caller's session.
func (s *Service) IssueTicket(ctx context.Context, caller identity.Caller) (Ticket, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	ticket := Ticket{base64.RawURLEncoding.EncodeToString(secret), s.now().Add(ticketTime)}
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		return insertTicket(ctx, tx, digestOf(ticket.Text), caller.SessionID, ticket.ExpiresAt)
	})
	return ticket, err
}

// RedeemTicket consumes a ticket and returns its session. It fails with UNAUTHORIZED when there is no such ticket, or it
// was used or has expired.
func (s *Service) RedeemTicket(ctx context.Context, ticket string) (session uuid.UUID, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		session, err = deleteTicket(ctx, tx, digestOf(ticket), s.now())
		return err
	})
	return session, database.Missing(err, fault.New(fault.Unauthorized, "the ticket is unknown, used or expired: request another one"))
}

// digestOf is the stored form of a ticket, which nobody can guess: so the hash needs no key.
func digestOf(ticket string) string {
	digest := sha256.Sum256([]byte(ticket))
	return hex.EncodeToString(digest[:])
}
