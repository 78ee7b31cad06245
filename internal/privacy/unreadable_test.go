package privacy_test

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/privacy"
)

// partly is an erased person whose contacts are no longer readable, with some of all data that is cleaned.
type partly struct {
	*house
	person   identity.Caller
	contacts []byte // as they were sealed
	log      *bytes.Buffer
}

func newPartly(t *testing.T, db *database.DB) partly {
	t.Helper()
	h := newHouse(t, db)
	p := partly{house: h, person: h.register(), log: &bytes.Buffer{}}
	h.privacy = privacy.New(privacy.Options{
		Database: db, Keyring: h.ring, People: h.people, Now: h.clock.Now, Logger: slog.New(slog.NewTextHandler(p.log, nil)),
	})
	user, tenant := p.person.UserID, p.person.TenantID
	h.fill(p.person, 10)
	h.decided(tenant, database.NewID(), user, "course", "a course", `{"of":"`+email+`"}`)
	must(t, h.exec(`INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ($1, $2, 'test', $3, 1)`,
		database.NewID(), tenant, `{"data":{"email":"`+email+`","userId":"`+user.String()+`"}}`))
	// From a version that did not record whose message it is.
	must(t, h.exec(`INSERT INTO messages (id, channel, kind, tenant_id, recipient, next_attempt_at, created_at, expires_at, sent_at) VALUES ($1, 'mail', 'old', $2, $3, 1, 1, 1, 1)`,
		database.NewID(), tenant, email))
	must(t, h.privacy.Leave(t.Context(), p.person))
	must(t, h.exec(`UPDATE messages SET sent_at = 1`))
	must(t, db.QueryRow(t.Context(), `SELECT contacts FROM erasures`).Scan(&p.contacts))
	must(t, h.exec(`UPDATE erasures SET contacts = $1`, []byte("no longer what was sealed")))
	return p
}

// wantLeft checks what is left of the person once there is nothing to do: nothing by their id, and this many rows by
// their contacts.
func (p partly) wantLeft(byContacts int) {
	p.t.Helper()
	p.clean()
	user := p.person.UserID
	byID := p.held(p.person) + p.number(`SELECT COUNT(*) FROM messages WHERE user_id = $1`, user) +
		p.number(`SELECT COUNT(*) FROM webhook_events WHERE body LIKE '%"userId":"' || CAST($1 AS TEXT) || '"%' AND body LIKE '%"email":"ann%'`, user)
	if byID != 0 {
		p.t.Errorf("%d rows are left that are found without their contacts", byID)
	}
	told := p.number(`SELECT COUNT(*) FROM audit_log WHERE after_fields LIKE '%ann@example.com%'`)
	sent := p.number(`SELECT COUNT(*) FROM messages WHERE recipient = $1`, email)
	if told+sent != byContacts {
		p.t.Errorf("their address is in %d entries and on %d messages", told, sent)
	}
}

func TestWhatNeedsNoContactsIsErasedWhereTheyCannotBeRead(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		p := newPartly(t, db)
		for day := range 3 {
			p.wantLeft(2)
			if told := bytes.Count(p.log.Bytes(), []byte("cannot be read")); told != 1 {
				t.Errorf("on day %d it has been told of %d times", day, told)
			}
			if due := p.number(`SELECT COUNT(*) FROM erasures WHERE rows_at <= $1 OR next_at <= $1`, database.Micros(p.clock.Now().Add(23*time.Hour))); due > 0 {
				t.Errorf("on day %d it is looked at again within a day", day)
			}
			p.clock.Advance(25 * time.Hour)
		}
	})
}

func TestContactsThatCanBeReadAgainAreErased(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		p := newPartly(t, db)
		p.wantLeft(2)
		must(t, p.exec(`UPDATE erasures SET contacts = $1`, p.contacts))
		p.clock.Advance(25 * time.Hour)
		p.wantLeft(0)
		if open := p.number(`SELECT COUNT(*) FROM erasures WHERE contacts IS NOT NULL OR done_at IS NULL OR rows_at IS NOT NULL OR next_at IS NOT NULL`); open > 0 {
			t.Error("it is not done")
		}
	})
}
