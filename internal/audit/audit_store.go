package audit

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var entryTable = database.NewTable("audit_log", func(e *Entry, column database.Define) {
	column("id", &e.ID)
	column("tenant_id", &e.TenantID)
	column("actor_id", database.Optional(&e.Actor.UserID))
	column("api_key_id", database.Optional(&e.Actor.KeyID))
	column("user_id", database.Optional(&e.UserID))
	column("action", &e.Action)
	column("subject_kind", &e.Subject.Kind)
	column("subject_id", &e.Subject.ID)
	column("before_fields", &e.Before)
	column("after_fields", &e.After)
	column("details", &e.Details)
	column("ip_address", &e.Actor.Origin.IPAddress)
	column("user_agent", &e.Actor.Origin.UserAgent)
	column("request_id", &e.Actor.Origin.RequestID)
	column("created_at", &e.CreatedAt)
})

// Value stores the fields as a JSON object, even when there are none.
func (f Fields) Value() (driver.Value, error) {
	if len(f) == 0 {
		return "{}", nil
	}
	encoded, err := json.Marshal(map[string]string(f))
	return string(encoded), err
}

// Scan reads what Value has stored.
func (f *Fields) Scan(stored any) error {
	text, is := stored.(string)
	if !is {
		return fmt.Errorf("fields are stored as a text, not as %T", stored)
	}
	return json.Unmarshal([]byte(text), (*map[string]string)(f))
}

// Record writes the entry inside the transaction that makes it true.
func Record(ctx context.Context, tx *database.Tx, entry Entry) error {
	entry.ID = database.NewID()
	if err := entryTable.Insert(ctx, tx, &entry); err != nil {
		return fmt.Errorf("audit %s: %w", entry.Action, err)
	}
	return nil
}

// where adds no conditions beyond the filter's: one that matches everything would keep PostgreSQL from its indexes.
// It uses the most selective index: the subject's, then the user's, then the actor's, and the tenant's only without
// any of these.
func (f Filter) where(tenant uuid.UUID) *database.Where {
	var where database.Where
	isFound := false
	equal := func(set bool, column string, value any) {
		switch {
		case set && isFound:
			where.EqualBeside(column, value)
		case set:
			where.Equal(column, value)
			isFound = true
		}
	}
	if f.SubjectID != "" {
		where.And(`subject_id <> ''`) // redundant, but the index leaves out the entries without one
	}
	equal(f.SubjectID != "", `subject_id`, f.SubjectID)
	equal(f.UserID != uuid.Nil, `user_id`, f.UserID)
	equal(f.ActorID != uuid.Nil, `actor_id`, f.ActorID)
	isNarrow := isFound
	equal(true, `tenant_id`, tenant)
	isFound = isNarrow // an action is found by its tenant
	equal(f.Action != "", `action`, f.Action)
	if len(f.Actions) > 0 {
		database.In(&where, `action`, f.Actions)
	}
	if !f.Before.IsZero() {
		where.And(`created_at < ` + where.Add(database.Micros(f.Before)))
	}
	return &where
}

// MostListed limits how far a list of the log reaches; older entries are reached with Before.
const MostListed = 10_000

// List reads the log of a tenant, newest first, and the number of entries, counted up to ten thousand. A page beyond those
// is a VALIDATION_ERROR on page, except for the page right after them when there are no more entries: paging through the
// list ends there.
func List(ctx context.Context, db *database.DB, tenant uuid.UUID, filter Filter, page database.Page) ([]Entry, int, error) {
	total, isReached, err := db.CountTo(ctx, MostListed, "audit_log", filter.where(tenant), page)
	if err != nil {
		return nil, 0, err
	}
	if !isReached {
		return nil, 0, fault.Invalid("page", "a list shows at most %d entries: narrow it with before", MostListed)
	}
	where := filter.where(tenant)
	query := `SELECT ` + entryTable.Columns() + ` FROM audit_log` + where.String() + ` ORDER BY created_at DESC, id DESC` + where.Page(page)
	entries, err := entryTable.AllValues(db.Query(ctx, query, where.Arguments...))
	return entries, total, err
}
