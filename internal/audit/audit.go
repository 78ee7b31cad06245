// Package audit keeps the log of what happened to accounts and of what administrators did: who did what to whom and
// to which thing, from where, with the state before and after.
//
// An entry is written by the transaction that makes it true, so nothing rolled back has an entry and nothing
// committed lacks one. Every feature writes its own entries; identity lists them for the tenant's administrators.
// Entries never contain secrets.
package audit

import (
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Origin is where a request came from.
type Origin struct {
	IPAddress string
	UserAgent string
	RequestID string
	// Host is the name under which the platform was called, and Page the origin of the calling web page, if any: both
	// tell which brand the caller came to. Neither is written to the log.
	Host, Page string
}

// Actor is who did it, and from where. The user is nil when nobody was logged in and when the command line or the
// platform itself did it.
type Actor struct {
	UserID uuid.UUID
	KeyID  uuid.UUID // the API key that was used; nil for a session
	Origin Origin
}

// Subject is what it was done to, such as {"withdrawal", id}. It is empty if that is the entry's user.
type Subject struct {
	Kind string
	ID   string
}

// Fields are a thing's named values, as text.
type Fields map[string]string

// RoleChanged is the action of changing a user's role. Erasing a user leaves such an entry unchanged.
const RoleChanged = "user.role_changed"

// Entry is one entry of the log.
type Entry struct {
	ID       uuid.UUID // set by Record
	TenantID uuid.UUID // whose administrators read it
	Actor    Actor
	UserID   uuid.UUID // whom it concerns; nil for nobody
	Action   string    // area.thing.happened, such as payments.withdrawal.approved
	Subject  Subject
	// Before and After hold the fields that changed; Details anything else worth knowing.
	Before, After, Details Fields
	CreatedAt              time.Time
}

// Changes removes from both sides what is the same in both, so that an entry shows what was changed. Something new
// has nothing before.
func Changes(before, after Fields) (was, is Fields) {
	was, is = Fields{}, Fields{}
	for name, value := range before {
		if now, known := after[name]; !known || now != value {
			was[name] = value
		}
	}
	for name, value := range after {
		if then, known := before[name]; !known || then != value {
			is[name] = value
		}
	}
	return was, is
}

// Brief is a text as an entry holds it: a long one is cut to its beginning, its length and its digest, so that the
// log shows a change anywhere in it.
func Brief(text string, shown int) string {
	runes := []rune(text)
	if len(runes) <= shown {
		return text
	}
	return fmt.Sprintf("%s… (%d characters, SHA-256 %x)", string(runes[:shown]), len(runes), sha256.Sum256([]byte(text)))
}

// Filter narrows the log of a tenant; zero values match everything.
type Filter struct {
	UserID    uuid.UUID // whom it concerns
	ActorID   uuid.UUID // who did it
	Action    string
	Actions   []string // one of these; none for all
	SubjectID string
	Before    time.Time // only entries before this time
}
