package databasetest

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"bourse/internal/database"
)

// Statements records the statements of a use case that were sent to a database, without those that begin and end
// transactions, and those of hints, which are sent later.
type Statements struct {
	mutex sync.Mutex
	sent  []string
}

func (s *Statements) observe(statement string) {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(statement)), " ")
	if slices.Contains([]string{"begin", "commit", "rollback"}, strings.TrimSuffix(first, ";")) || strings.Contains(statement, "pg_notify") {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sent = append(s.sent, strings.Join(strings.Fields(statement), " "))
}

// During returns the statements that were sent while work ran, in order.
func (s *Statements) During(work func()) []string {
	s.mutex.Lock()
	before := len(s.sent)
	s.mutex.Unlock()
	work()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.sent[before:])
}

// EachObserved is Each for tests that count the statements of a use case.
func EachObserved(t *testing.T, test func(t *testing.T, db *database.DB, statements *Statements)) {
	t.Helper()
	for _, engine := range Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			statements := &Statements{}
			test(t, open(t, database.Options{URL: MigratedURL(t, engine), Limits: database.PatientLimits, Observe: statements.observe}), statements)
		})
	}
}
