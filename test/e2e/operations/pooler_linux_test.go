package operations_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// TestReplicasShareAPoolerInTransactionMode lets two replicas publish, trade and log users in through five sessions
// of PostgreSQL. One of them has a way to listen, the other reports what it lacks without.
func TestReplicasShareAPoolerInTransactionMode(t *testing.T) {
	direct := databasetest.Direct(databasetest.MigratedURL(t, database.Postgres))
	pooled := databasetest.BehindBouncer(t, direct)
	folder := filepath.Join(t.TempDir(), "first")
	place := &kit.Installation{
		Server: kit.Binary, Engine: database.Postgres, Folder: folder, KeyFile: filepath.Join(folder, "keys.json"), DatabaseURL: pooled,
	}
	work := &failoverWork{venue: kit.NewVenue(t, place, "--database-listen-url", direct, "--log-level", "info"), journal: newJournal()}
	deaf := *place
	deaf.Folder = filepath.Join(t.TempDir(), "second")
	work.replicas = [2]*kit.Server{work.venue.Server, deaf.Serve(t, append(work.venue.Flags(), "--log-level", "info")...)}
	const warning = "--database-listen-url is not set"
	if !strings.Contains(work.replicas[1].Log(), warning) || strings.Contains(work.replicas[0].Log(), warning) {
		t.Error("the replica that cannot listen does not say so, or the other one does")
	}
	for i := range work.replicas {
		work.traders[i] = work.venue.Register(t)
	}
	work.admin = work.venue.Officer(t, "admin", "")
	signals := make([]string, 40)
	for i := range signals {
		signals[i] = work.venue.Signal(t, "entry_long", nil)
	}
	running := work.begin(t, 0, signals)
	running.await(t, "everything has worked for a while", func(r *recovery) bool { return r.successes() >= 8 })
	running.until(t, time.Now())
	for _, wrong := range work.answers.wrong {
		t.Errorf("a wrong answer: %s", wrong)
	}
	if work.answers.busy > 0 {
		t.Errorf("%d requests were refused", work.answers.busy)
	}
	// A session closed at one replica is closed at the other, whether that is notified or not.
	for i, at := range work.replicas {
		m := work.venue.Register(t)
		m.At(work.replicas[1-i]).Get(t, "/auth/me").Ok(t, 200)
		m.At(at).Post(t, "/auth/logout", nil).Done(t, 200)
		testkit.Within(t, kit.Patience, "the other replica refuses", func() bool { return m.At(work.replicas[1-i]).Get(t, "/auth/me").Status == 401 })
	}
	work.stop(t)
	work.audit(t, direct)
}
