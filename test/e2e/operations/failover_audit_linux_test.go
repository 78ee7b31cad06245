package operations_test

import (
	"sync"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

// journal is what the replicas have acknowledged.
type journal struct {
	mutex                                      sync.Mutex
	events, positions, trades, users, payments map[string]string
	stops                                      []string
}

func newJournal() *journal {
	return &journal{events: map[string]string{}, positions: map[string]string{}, trades: map[string]string{}, users: map[string]string{}, payments: map[string]string{}}
}

func (j *journal) add(to map[string]string, id, of string) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	to[id] = of
}

// doneTwice are queries for what was done more than once.
var doneTwice = map[string]string{
	"events of one call":         `SELECT COUNT(*) FROM (SELECT body::json->'data'->>'number' FROM webhook_events WHERE type = 'custom.failover' GROUP BY 1 HAVING COUNT(*) > 1) AS twice`,
	"users with one email":       `SELECT COUNT(*) FROM (SELECT email FROM users GROUP BY email HAVING COUNT(*) > 1) AS twice`,
	"closings of one position":   `SELECT COUNT(*) FROM (SELECT position_id FROM trades GROUP BY position_id HAVING COUNT(*) > 1) AS twice`,
	"positions of one execution": `SELECT COUNT(*) FROM (SELECT user_id, signal_id FROM positions GROUP BY user_id, signal_id HAVING COUNT(*) > 1) AS twice`,
}

// audit compares what was acknowledged with what exists.
func (w *failoverWork) audit(t *testing.T, url string) {
	t.Helper()
	a := kit.Audit{DB: databasetest.OpenURL(t, url)}
	for what, query := range kit.Impossible {
		wantNone(t, a, what, query)
	}
	twice := 0
	for what, query := range doneTwice {
		twice += wantNone(t, a, what, query)
	}
	lost := 0
	for what, pairs := range map[string][2]map[string]string{
		"event":    {a.Pairs(t, `SELECT id::text, body::json->'data'->>'number' FROM webhook_events WHERE type = 'custom.failover'`), w.journal.events},
		"position": {a.Pairs(t, `SELECT id, signal_id FROM positions`), w.journal.positions},
		"trade":    {a.Pairs(t, `SELECT id, position_id FROM trades`), w.journal.trades},
		"user":     {a.Pairs(t, `SELECT email, email FROM users`), w.journal.users},
		"payment":  {a.Pairs(t, `SELECT id, account_id FROM payments WHERE kind = 'deposit'`), w.journal.payments},
	} {
		held, said := pairs[0], pairs[1]
		for id, of := range said {
			if held[id] != of {
				lost++
			}
		}
		kit.WantHeld(t, what, held, said)
	}
	closed := a.Pairs(t, `SELECT position_id, exit_reason FROM trades WHERE exit_reason = 'stop_loss'`)
	for _, id := range w.journal.stops {
		if closed[id] == "" {
			t.Errorf("the position %s was not closed by its stop", id)
		}
	}
	t.Logf("acknowledged: %d events, %d executions, %d closings, %d registrations, %d payments; %d stops; lost %d, done twice %d",
		len(w.journal.events), len(w.journal.positions), len(w.journal.trades), len(w.journal.users), len(w.journal.payments), len(w.journal.stops), lost, twice)
}

// wantNone checks that a query counts nothing, and returns its count.
func wantNone(t *testing.T, a kit.Audit, what, query string) (count int) {
	t.Helper()
	if err := a.DB.QueryRow(t.Context(), query).Scan(&count); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if count != 0 {
		t.Errorf("%d %s", count, what)
	}
	return count
}
