package privacy

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// cleanEntries removes the person from the next audit entries, up to the limit, that are about them or about what they
// did. It returns how many it has examined: fewer than the limit means that it has reached the last one.
func cleanEntries(ctx context.Context, tx *database.Tx, e *erasure, person contacts, limit int) (seen int, err error) {
	entries, err := nextEntries(ctx, tx, e, limit)
	if err != nil || len(entries) == 0 {
		return 0, err
	}
	ids := make([]uuid.UUID, len(entries))
	for i, entry := range entries {
		ids[i] = entry.ID
	}
	if err := blankEntries(ctx, tx, e.UserID, ids); err != nil {
		return 0, fmt.Errorf("blank entries: %w", err)
	}
	if err := eraseWords(ctx, tx, e.UserID, ids); err != nil {
		return 0, fmt.Errorf("erase words: %w", err)
	}
	if err := forgetContacts(ctx, tx, e.UserID, ids, person); err != nil {
		return 0, fmt.Errorf("forget contacts: %w", err)
	}
	last := entries[len(entries)-1]
	e.EntryAt, e.AfterEntry = last.CreatedAt, last.ID
	return len(entries), nil
}

// nextEntries returns the entries about a person, or about what they did, that follow those already cleaned. It reads
// them in the order of both indexes, so no step reads again what earlier steps have read.
func nextEntries(ctx context.Context, tx *database.Tx, e *erasure, limit int) ([]audit.Entry, error) {
	some := func(column string) string {
		return `SELECT * FROM (SELECT id, created_at FROM audit_log
			WHERE ` + column + ` = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4) by_` + column
	}
	rows, err := tx.Query(ctx, some("user_id")+` UNION `+some("actor_id")+` ORDER BY created_at, id LIMIT $4`,
		e.UserID, database.Micros(e.EntryAt), e.AfterEntry, limit)
	return database.Collect(rows, err, func(row database.Row) (entry audit.Entry, err error) {
		err = row.Scan(&entry.ID, database.Time(&entry.CreatedAt))
		return entry, err
	})
}

// blankEntries blanks some entries as the holdings specify.
func blankEntries(ctx context.Context, tx *database.Tx, user uuid.UUID, ids []uuid.UUID) error {
	arguments := database.Arguments{user}
	among := ` AND id IN ` + database.AddAll(&arguments, ids)
	for _, h := range holdings {
		if h.erasing.when != withEntries {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE `+h.table+` SET `+h.erasing.set+` WHERE `+h.rows+among, arguments...); err != nil {
			return err
		}
	}
	return nil
}

// forgetContacts removes the person's contacts from what others recorded in some entries about them, except in the
// entry by which an administrator lost the role. It does not rewrite entries without contacts.
func forgetContacts(ctx context.Context, tx *database.Tx, user uuid.UUID, ids []uuid.UUID, person contacts) error {
	if len(person.all()) == 0 {
		return nil
	}
	arguments := database.Arguments{user}
	details, before, after := `details`, `before_fields`, `after_fields`
	for _, contact := range person.all() {
		quoted, err := json.Marshal(contact) // with its quotes, since one address may end with another
		if err != nil {
			return err
		}
		place := arguments.Add(string(quoted))
		for _, column := range []*string{&details, &before, &after} {
			*column = `REPLACE(` + *column + `, ` + place + `, '"erased"')`
		}
	}
	_, err := tx.Exec(ctx, `UPDATE audit_log SET details = `+details+`, before_fields = `+before+`, after_fields = `+after+`
		WHERE user_id = $1 AND action <> `+arguments.Add(audit.RoleChanged)+` AND id IN `+database.AddAll(&arguments, ids)+` AND (details <> `+details+` OR before_fields <> `+before+` OR after_fields <> `+after+`)`, arguments...)
	return err
}

// wordsTable maps the columns of an audit entry in which others may have written about an erased person.
var wordsTable = database.NewTable("audit_log", func(e *audit.Entry, column database.Define) {
	column("id", &e.ID)
	column("before_fields", &e.Before)
	column("after_fields", &e.After)
	column("details", &e.Details)
})

// eraseWords removes from some entries the reasons for decisions about the person's papers and money, just as they are
// removed from what was decided, the reference by which a KYC provider knows the person, the emails that the operator
// has given them, and the name of a passkey that was copied. Who decided what and when stays, and so does who lost a
// role.
func eraseWords(ctx context.Context, tx *database.Tx, user uuid.UUID, ids []uuid.UUID) error {
	arguments := database.Arguments{user}
	entries, err := wordsTable.All(tx.Query(ctx, `
		SELECT `+wordsTable.Columns()+` FROM audit_log
		WHERE user_id = $1 AND action <> `+arguments.Add(audit.RoleChanged)+` AND id IN `+database.AddAll(&arguments, ids)+`
			AND (subject_kind IN ('kyc_case', 'investment_account', 'payment', 'withdrawal', 'user') OR action = 'passkey.copied')`, arguments...))
	if err != nil {
		return err
	}
	return wordsTable.UpdateAll(ctx, tx, slices.DeleteFunc(entries, func(entry *audit.Entry) bool {
		isIn := blank(entry.Details, "reason", "reference", "name")
		isIn = blank(entry.Before, "email", "reason") || isIn
		return !blank(entry.After, "email", "reason") && !isIn
	}))
}

// blank clears the named fields and reports whether any was set.
func blank(fields audit.Fields, names ...string) (isIn bool) {
	for _, name := range names {
		if fields[name] != "" {
			fields[name], isIn = erasedText, true
		}
	}
	return isIn
}
