package operations_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestAWorkerThatIsStuckIsNamed(t *testing.T) {
	t.Parallel()
	place := kit.NewInstallation(t, database.Postgres)
	place.Serve(t).MustStop(t)
	release := holdTable(t, place, "webhook_broadcasts")
	s := place.Serve(t, append([]string{"--worker-patience", "3s"}, patientDatabase...)...)
	s.Troubled = true
	if reason := s.AwaitReadiness(t, "unready", "worker webhook-broadcaster"); !strings.Contains(reason, "no progress since") {
		t.Errorf("the reason is %q", reason)
	}
	s.Register(t) // it is merely not ready
	testkit.Within(t, kit.Patience, "the log names it", func() bool { return strings.Contains(s.Log(), `"part":"worker webhook-broadcaster"`) })
	wantMetric(t, s, `bourse_degraded{part="worker webhook-broadcaster"} 1`)
	release()
	s.AwaitReadiness(t, "ready", "")
	wantMetric(t, s, `bourse_degraded{part="worker webhook-broadcaster"} 0`)
}

// patientDatabase lets statements wait so long that only a watchdog notices.
var patientDatabase = []string{
	"--database-lock-timeout", "5m", "--database-statement-timeout", "5m", "--database-idle-transaction-timeout", "5m",
}

// holdTable locks a table exclusively until it is released, or the test ends.
func holdTable(t *testing.T, place *kit.Installation, table string) (release func()) {
	t.Helper()
	db := databasetest.OpenURL(t, place.DatabaseURL)
	ctx, cancel := context.WithCancel(t.Context())
	held, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- db.InTx(context.WithoutCancel(ctx), func(tx *database.Tx) error {
			if _, err := tx.Exec(context.WithoutCancel(ctx), `LOCK TABLE `+table+` IN ACCESS EXCLUSIVE MODE`); err != nil {
				return err
			}
			close(held)
			<-ctx.Done()
			return nil
		})
	}()
	select {
	case <-held:
	case err := <-ended:
		t.Fatalf("hold %s: %v", table, err)
	}
	isOver := false
	release = func() {
		if isOver {
			return
		}
		isOver = true
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("let go of %s: %v", table, err)
		}
	}
	t.Cleanup(release)
	return release
}

// wantMetric waits until the metrics contain a line.
func wantMetric(t *testing.T, s *kit.Server, line string) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the metrics say "+line, func() bool { return strings.Contains(s.Metrics(t), line+"\n") })
}

// A dead outside part does not take replicas out of service; the operators are told once, and once when it is over.
func TestADeadPartOutsideIsDegradedAndTold(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		_, nobody, err := net.SplitHostPort(kit.FreeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		s := place.Serve(t, append([]string{
			"--mail-sender", "smtp", "--mail-smtp-host", "127.0.0.1", "--mail-smtp-port", nobody, "--mail-smtp-tls", "none",
		}, kit.LocalReceivers...)...)
		s.Troubled = true
		office := kit.NewReceiver(t, nil)
		s.Officer(t, "super_admin", "").Endpoint(t, office.URL, kit.Body{"subscribedEvents": []string{"platform.*"}})
		foreign := kit.NewReceiver(t, nil)
		s.TenantAdmin(t).Endpoint(t, foreign.URL, kit.Body{"subscribedEvents": []string{"platform.*"}})
		for range 3 { // each causes a verification mail
			s.Register(t)
		}
		reason := s.AwaitReadiness(t, "degraded", "mail")
		if !strings.Contains(reason, "calls failed") {
			t.Errorf("the reason is %q", reason)
		}
		told := office.Await(t, 1).Body
		if data, ok := told["data"].(map[string]any); told["type"] != "platform.degraded" || !ok || data["part"] != "mail" || data["reason"] == "" {
			t.Errorf("the operators were told %v", told)
		}
		wantMetric(t, s, `bourse_degraded{part="mail"} 1`)
		wantMetric(t, s, `bourse_degraded{part="feed"} 0`)
		if got := strings.Count(s.Log(), `"msg":"degraded","part":"mail"`); got != 1 {
			t.Errorf("%d log lines tell of it, want one", got)
		}
		if len(foreign.All()) != 0 {
			t.Errorf("another tenant was told %s", foreign.All()[0].Text)
		}
	})
}

func TestADeadFeedIsDegradedUntilItLives(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := &kit.Venue{File: filepath.Join(t.TempDir(), "prices.csv"), Minute: time.Now().Truncate(time.Minute).Add(-6 * time.Hour)}
		if err := os.WriteFile(v.File, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		v.Server = place.Serve(t, append(v.Flags(), "--market-stale-after", "20s")...) // long enough to see that one is fresh
		if reason := v.AwaitReadiness(t, "degraded", "feed"); !strings.Contains(reason, "no price") {
			t.Errorf("the reason is %q", reason)
		}
		wantMetric(t, v.Server, `bourse_degraded{part="feed"} 1`)
		v.Analyst = v.Officer(t, "super_admin", "")
		v.Price(t, kit.Xrp, "2")
		v.AwaitReadiness(t, "ready", "")
		wantMetric(t, v.Server, `bourse_degraded{part="feed"} 0`)
	})
}
