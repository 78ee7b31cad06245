package privacy_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
)

func TestWhatWasPublishedBeforeAPersonCameIsNotLookedAt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		h.publish(ann, 5000, time.Now().Add(-48*time.Hour))
		must(t, h.privacy.Leave(t.Context(), ann))
		must(t, h.cleanOnce())
		if left := h.number(`SELECT COUNT(*) FROM erasures WHERE done_at IS NULL`); left != 0 {
			t.Error("who came after all that was published is not done with at once")
		}
	})
}

func TestPeopleWhoHaveLeftTakeTurns(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for range 2 {
			ann := h.register()
			h.publish(ann, 600, time.Now())
			must(t, h.privacy.Leave(t.Context(), ann))
			h.clock.Advance(time.Second)
		}
		for want := range 3 {
			moved := h.number(`SELECT COUNT(*) FROM erasures e WHERE EXISTS (SELECT 1 FROM webhook_events v WHERE CAST(v.id AS TEXT) = e.after_event)`)
			if moved != want {
				t.Errorf("after %d steps %d people have moved", want, moved)
			}
			must(t, h.cleanOnce())
		}
	})
}

// publish inserts events of a person's tenant, one per millisecond from a given time.
func (h *house) publish(person identity.Caller, number int, from time.Time) {
	h.t.Helper()
	must(h.t, h.db.InTx(h.t.Context(), func(tx *database.Tx) error {
		for i := range number {
			_, err := tx.Exec(h.t.Context(), `INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ($1, $2, 'test', '{}', 1)`,
				database.NewIDAt(from.Add(time.Duration(i)*time.Millisecond)), person.TenantID)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

func (h *house) cleanOnce() error {
	_, err := h.privacy.Clean(h.t.Context())
	return err
}

func (h *house) number(query string, args ...any) (number int) {
	h.t.Helper()
	must(h.t, h.db.QueryRow(h.t.Context(), query, args...).Scan(&number))
	return number
}
