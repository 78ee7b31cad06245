// Package audit keeps the log of what happened to accounts and of what administrators did: who did what to
// whom and to which thing, from where, and what it was before and after.
//
// An entry is written by the transaction that makes it true, so there is none for what was rolled back and
// none is missing for what was done. Every feature writes its own entries; identity lists them for the
// tenant's administrators. Entries never hold secrets.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Origin tells where a request came from.
type Origin struct {
	IPAddress string
	UserAgent string
	RequestID string
}

// Actor is who did it, and from where. The user is nil when nobody was logged in and when the command line
// or the platform itself did it.
type Actor struct {
	UserID uuid.UUID
	Origin Origin
}

// Subject is the thing that it was done to, such as {"withdrawal", id}. It is empty where that is the user
// of the entry.
type Subject struct {
	Kind string
	ID   string
}

// Fields are named values of a thing, as text.
type Fields map[string]string

// Entry is one line of the log.
type Entry struct {
	ID       uuid.UUID // given by Record
	TenantID uuid.UUID // whose administrators read it
	Actor    Actor
	UserID   uuid.UUID // whom it concerns; nil for nobody
	Action   string    // area.thing.happened, such as payments.withdrawal.approved
	Subject  Subject
	// Before and After hold the fields that changed; Details whatever else a reader wants to know.
	Before, After, Details Fields
	CreatedAt              time.Time
}

const columns = `id, tenant_id, actor_id, user_id, action, subject_kind, subject_id, before_fields, after_fields, details,
	ip_address, user_agent, request_id, created_at`

// Record writes the entry inside the transaction that makes it true.
func Record(ctx context.Context, tx *database.Tx, entry Entry) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("audit %s: %w", entry.Action, err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO audit_log (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		id, entry.TenantID, database.OptionalID(entry.Actor.UserID), database.OptionalID(entry.UserID), entry.Action,
		entry.Subject.Kind, entry.Subject.ID, entry.Before.encode(), entry.After.encode(), entry.Details.encode(),
		entry.Actor.Origin.IPAddress, entry.Actor.Origin.UserAgent, entry.Actor.Origin.RequestID, database.Micros(entry.CreatedAt))
	if err != nil {
		return fmt.Errorf("audit %s: %w", entry.Action, err)
	}
	return nil
}

// encode writes the fields as a JSON object.
func (f Fields) encode() string {
	if len(f) == 0 {
		return "{}"
	}
	encoded, _ := json.Marshal(map[string]string(f)) // strings always encode
	return string(encoded)
}

// Changes leaves out of both what is the same in both, so that an entry shows what was changed. Of something new
// there is nothing before.
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

// Filter narrows the log of a tenant; zero values do not.
type Filter struct {
	UserID    uuid.UUID
	Action    string
	SubjectID string
	Before    time.Time // only what happened earlier
}

// where asks for no more than the filter does: a condition that may be empty keeps PostgreSQL from its indexes.
func (f Filter) where(tenant uuid.UUID) (where string, args []any) {
	where, args = ` FROM audit_log WHERE tenant_id = $1`, []any{tenant}
	add := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(" AND "+condition+" $%d", len(args))
	}
	if f.UserID != uuid.Nil {
		add("user_id =", f.UserID)
	}
	if f.Action != "" {
		add("action =", f.Action)
	}
	if f.SubjectID != "" {
		// Said twice because the index leaves out the entries without one.
		add("subject_id <> '' AND subject_id =", f.SubjectID)
	}
	if !f.Before.IsZero() {
		add("created_at <", database.Micros(f.Before))
	}
	return where, args
}

// mostListed is how far a list of the log reaches. Counting all that happened in years, and skipping it for
// the last page, would cost every reader more with each day; what lies further back is reached with Before.
const mostListed = 10_000

// List reads the log of a tenant, the newest first, and how many entries there are, counted up to ten
// thousand. A page beyond those is a VALIDATION_ERROR of page.
func List(ctx context.Context, db *database.DB, tenant uuid.UUID, filter Filter, limit, offset int) ([]Entry, int, error) {
	if offset > mostListed-limit {
		return nil, 0, fault.Invalid("page", "a list reaches %d entries; narrow it with before", mostListed)
	}
	where, args := filter.where(tenant)
	var total int
	err := db.QueryRow(ctx, fmt.Sprintf(`SELECT COUNT(*) FROM (SELECT 1%s LIMIT $%d) AS counted`, where, len(args)+1),
		append(args, mostListed)...).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.Query(ctx, fmt.Sprintf(`SELECT %s%s ORDER BY created_at DESC, id DESC LIMIT $%d OFFSET $%d`,
		columns, where, len(args)+1, len(args)+2), append(args, limit, offset)...)
	entries, err := database.Collect(rows, err, scan)
	return entries, total, err
}

func scan(row database.Row) (Entry, error) {
	var (
		entry                  Entry
		before, after, details string
	)
	err := row.Scan(&entry.ID, &entry.TenantID, database.ID(&entry.Actor.UserID), database.ID(&entry.UserID), &entry.Action,
		&entry.Subject.Kind, &entry.Subject.ID, &before, &after, &details,
		&entry.Actor.Origin.IPAddress, &entry.Actor.Origin.UserAgent, &entry.Actor.Origin.RequestID, database.Time(&entry.CreatedAt))
	if err != nil {
		return entry, err
	}
	for _, part := range []struct {
		text string
		into *Fields
	}{{before, &entry.Before}, {after, &entry.After}, {details, &entry.Details}} {
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return entry, fmt.Errorf("audit entry %s: %w", entry.ID, err)
		}
	}
	return entry, nil
}
