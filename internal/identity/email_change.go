package identity

import (
	"bytes"
	"encoding/base64"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	emailChangeLifetime = 48 * time.Hour
	// emailChangesPerDay bounds how often one user asks for another email, and emailChangeMailsPerDay how many mails about
	// it one address gets, whoever asks.
	emailChangesPerDay     = 5
	emailChangeMailsPerDay = 3
	emailChangeWindow      = 24 * time.Hour
)

// EmailChangeStatus is how a change of email stands.
type EmailChangeStatus string

// What a confirmation leads to.
const (
	EmailChangeWaiting EmailChangeStatus = "waiting" // for the other address
	EmailChanged       EmailChangeStatus = "changed"
)

// emailChangeState is what became of a change.
type emailChangeState string

const (
	emailChangeOpen      emailChangeState = "open"
	emailChangeDone      emailChangeState = "changed"
	emailChangeCancelled emailChangeState = "cancelled"
)

// emailChange is an email that a user wants instead of the present one. A user has at most one that is open.
type emailChange struct {
	id        uuid.UUID
	tenantID  uuid.UUID
	userID    uuid.UUID
	sessionID uuid.UUID // that asked for it, and outlives it

	presentEmail, newEmail             string
	presentHash, newHash, cancelHash   []byte // of the tokens that were mailed
	presentConfirmedAt, newConfirmedAt time.Time
	state                              emailChangeState
	createdAt, expiresAt               time.Time
}

// emailChangeTokens are the links of a change: the first and the last go to the present address.
type emailChangeTokens struct{ present, new, cancel string }

func newMailSecret() string { return base64.RawURLEncoding.EncodeToString(random(32)) }

// newEmailChange is what the user of a session asks for, and its links.
func newEmailChange(user *User, session uuid.UUID, email string, now time.Time) (*emailChange, emailChangeTokens) {
	tokens := emailChangeTokens{newMailSecret(), newMailSecret(), newMailSecret()}
	return &emailChange{
		id: database.NewID(), tenantID: user.TenantID, userID: user.ID, sessionID: session,
		presentEmail: user.Email, newEmail: email,
		presentHash: hashToken(tokens.present), newHash: hashToken(tokens.new), cancelHash: hashToken(tokens.cancel),
		state: emailChangeOpen, createdAt: now, expiresAt: now.Add(emailChangeLifetime),
	}, tokens
}

// confirm notes that the address to which the token was mailed agrees; isFirst is false when it has done so before. It
// fails with TOKEN_INVALID when the change was stopped, its time is up or the token is for something else.
func (c *emailChange) confirm(hash []byte, now time.Time) (isFirst bool, err error) {
	if c.state == emailChangeCancelled || !now.Before(c.expiresAt) {
		return false, errBadMailToken
	}
	side := &c.newConfirmedAt
	switch {
	case bytes.Equal(hash, c.newHash):
	case bytes.Equal(hash, c.presentHash):
		side = &c.presentConfirmedAt
	default:
		return false, errBadMailToken
	}
	if !side.IsZero() {
		return false, nil
	}
	*side = now
	if !c.presentConfirmedAt.IsZero() && !c.newConfirmedAt.IsZero() {
		c.state = emailChangeDone
	}
	return true, nil
}

// cancel stops the change; isFirst is false when it was stopped before. It fails with TOKEN_INVALID when the email has
// changed already, the time is up or the token is for something else.
func (c *emailChange) cancel(hash []byte, now time.Time) (isFirst bool, err error) {
	if c.state == emailChangeDone || !now.Before(c.expiresAt) || !bytes.Equal(hash, c.cancelHash) {
		return false, errBadMailToken
	}
	isFirst = c.state == emailChangeOpen
	c.state = emailChangeCancelled
	return isFirst, nil
}

func (c *emailChange) status() EmailChangeStatus {
	if c.state == emailChangeDone {
		return EmailChanged
	}
	return EmailChangeWaiting
}
