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
	// emailChangesPerDay limits how often one user may request another email, and emailChangeMailsPerDay how many mails
	// about it one address gets, whoever requests them.
	emailChangesPerDay     = 5
	emailChangeMailsPerDay = 3
	emailChangeWindow      = 24 * time.Hour
)

// EmailChangeStatus is the status of a change of email.
type EmailChangeStatus string

// The results of a confirmation.
const (
	EmailChangeWaiting EmailChangeStatus = "waiting" // for the other address
	EmailChanged       EmailChangeStatus = "changed"
)

// emailChangeState is the stored state of a change.
type emailChangeState string

const (
	emailChangeOpen      emailChangeState = "open"
	emailChangeDone      emailChangeState = "changed"
	emailChangeCancelled emailChangeState = "cancelled"
)

// emailChange is a user's request for another email. A user has at most one open request.
type emailChange struct {
	id        uuid.UUID
	tenantID  uuid.UUID
	userID    uuid.UUID
	sessionID uuid.UUID // the session that requested it; the only one that survives it

	presentEmail, newEmail             string
	presentHash, newHash, cancelHash   []byte // of the tokens that were mailed
	presentConfirmedAt, newConfirmedAt time.Time
	state                              emailChangeState
	createdAt, expiresAt               time.Time
}

// emailChangeTokens are the tokens in a change's links: the first and the last go to the present address.
type emailChangeTokens struct{ present, new, cancel string }

func newMailSecret() string { return base64.RawURLEncoding.EncodeToString(random(32)) }

// newEmailChange creates a change requested in a user's session, and the tokens for its links.
func newEmailChange(user *User, session uuid.UUID, email string, now time.Time) (*emailChange, emailChangeTokens) {
	tokens := emailChangeTokens{newMailSecret(), newMailSecret(), newMailSecret()}
	return &emailChange{
		id: database.NewID(), tenantID: user.TenantID, userID: user.ID, sessionID: session,
		presentEmail: user.Email, newEmail: email,
		presentHash: hashToken(tokens.present), newHash: hashToken(tokens.new), cancelHash: hashToken(tokens.cancel),
		state: emailChangeOpen, createdAt: now, expiresAt: now.Add(emailChangeLifetime),
	}, tokens
}

// confirm records the consent of the address to which the token was mailed; isFirst is false when it had already
// consented. It fails with TOKEN_INVALID when the change was stopped or has expired, or the token is for something
// else.
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

// cancel stops the change; isFirst is false when it was already stopped. It fails with TOKEN_INVALID when the email has
// already changed, the change has expired or the token is for something else.
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
