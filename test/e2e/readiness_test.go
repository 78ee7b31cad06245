package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// readiness is what /readyz answers.
type readiness struct {
	http       int
	retryAfter string
	state      string
	reasons    map[string]string // by component
}

// readiness asks whether the server is ready, and checks that the status agrees with the body.
func (s *server) readiness(t *testing.T) readiness {
	t.Helper()
	a := s.client().fetch(t, http.MethodGet, "/readyz", nil)
	var content struct {
		Success bool
		Data    struct {
			Status  string
			Reasons []struct{ Component, Message string }
		}
		Error struct{ Code string }
	}
	if err := json.Unmarshal(a.text, &content); err != nil {
		t.Fatalf("/readyz answers %s: %v", a.text, err)
	}
	serves := content.Data.Status == "ready" || content.Data.Status == "degraded"
	wantStatus, wantCode := 503, "SERVICE_UNAVAILABLE"
	if serves {
		wantStatus, wantCode = 200, ""
	}
	if a.status != wantStatus || content.Success != serves || content.Error.Code != wantCode || (a.header.Get("Retry-After") == "") != serves {
		t.Fatalf("/readyz answers %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.text)
	}
	if text := string(a.text); strings.Contains(text, "SQL") || strings.Contains(text, "postgres") || strings.Contains(text, s.place.folder) {
		t.Errorf("/readyz tells what is inside: %s", text)
	}
	r := readiness{http: a.status, retryAfter: a.header.Get("Retry-After"), state: content.Data.Status, reasons: map[string]string{}}
	for _, reason := range content.Data.Reasons {
		r.reasons[reason.Component] = reason.Message
	}
	return r
}

// awaitReadiness waits for a state, because of a component unless that is empty, and returns the reason.
func (s *server) awaitReadiness(t *testing.T, state, component string) (reason string) {
	t.Helper()
	var last readiness
	eventually(t, patience, fmt.Sprintf("/readyz is %s because of %q", state, component), func() bool {
		last = s.readiness(t)
		reason = last.reasons[component]
		return last.state == state && (component == "" || reason != "")
	})
	t.Logf("/readyz: %d %s, %v", last.http, last.state, last.reasons)
	return reason
}

func TestADatabaseThatIsAwayIsNotReadyUntilItIsBack(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.Postgres)
	between, throughIt := newProxy(t, place.databaseURL)
	replica := *place
	replica.databaseURL = throughIt
	s := replica.serve(t)
	s.troubled = true
	m := s.register(t)
	s.awaitReadiness(t, "ready", "")
	between.setRefuses(true)
	between.each(func(l *link) { l.close() })
	if reason := s.awaitReadiness(t, "unready", "database"); reason != "the database cannot be reached" {
		t.Errorf("the reason is %q", reason)
	}
	wantUnavailable(t, s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}))
	between.setRefuses(false)
	s.awaitReadiness(t, "ready", "")
	m.login(t, s)
}

func TestAWorkerThatIsStuckIsNamed(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.Postgres)
	place.serve(t).stop(t)
	release := holdTable(t, place, "webhook_broadcasts")
	s := place.serve(t, append([]string{"--worker-patience", "3s"}, patientDatabase...)...)
	s.troubled = true
	if reason := s.awaitReadiness(t, "unready", "worker webhook-broadcaster"); !strings.Contains(reason, "no progress since") {
		t.Errorf("the reason is %q", reason)
	}
	s.register(t) // it is only not ready
	eventually(t, patience, "the log names it", func() bool { return strings.Contains(s.Log(), `"part":"worker webhook-broadcaster"`) })
	wantMetric(t, s, `bourse_degraded{part="worker webhook-broadcaster"} 1`)
	release()
	s.awaitReadiness(t, "ready", "")
	wantMetric(t, s, `bourse_degraded{part="worker webhook-broadcaster"} 0`)
}

// patientDatabase lets statements wait for so long that only a watchdog notices.
var patientDatabase = []string{
	"--database-lock-timeout", "5m", "--database-statement-timeout", "5m", "--database-idle-transaction-timeout", "5m",
}

// holdTable locks a table against everybody until it is released, or the test ends.
func holdTable(t *testing.T, place *installation, table string) (release func()) {
	t.Helper()
	db := databasetest.OpenURL(t, place.databaseURL)
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

// wantMetric waits until the metrics hold a line.
func wantMetric(t *testing.T, s *server, line string) {
	t.Helper()
	eventually(t, patience, "the metrics say "+line, func() bool { return strings.Contains(s.metrics(t), line+"\n") })
}

// What is dead outside takes no replica out, is told to the operators once, and so is its end.
func TestADeadPartOutsideIsDegradedAndTold(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		nobody := unusedPort(t)
		s := place.serve(t, append([]string{
			"--mail-sender", "smtp", "--mail-smtp-host", "127.0.0.1", "--mail-smtp-port", nobody, "--mail-smtp-tls", "none",
		}, localReceivers...)...)
		s.troubled = true
		office := newReceiver(t, nil)
		s.officer(t, "super_admin", "").endpoint(t, office.URL, body{"subscribedEvents": []string{"platform.*"}})
		foreign := newReceiver(t, nil)
		s.tenantAdmin(t).endpoint(t, foreign.URL, body{"subscribedEvents": []string{"platform.*"}})
		for range 3 { // each has a mail to be verified by
			s.register(t)
		}
		reason := s.awaitReadiness(t, "degraded", "mail")
		if !strings.Contains(reason, "calls failed") {
			t.Errorf("the reason is %q", reason)
		}
		told := office.await(t, 1).body
		if data, ok := told["data"].(map[string]any); told["type"] != "platform.degraded" || !ok || data["part"] != "mail" || data["reason"] == "" {
			t.Errorf("the operators were told %v", told)
		}
		wantMetric(t, s, `bourse_degraded{part="mail"} 1`)
		wantMetric(t, s, `bourse_degraded{part="feed"} 0`)
		if got := strings.Count(s.Log(), `"msg":"degraded","part":"mail"`); got != 1 {
			t.Errorf("%d log lines tell of it, want one", got)
		}
		if len(foreign.all()) != 0 {
			t.Errorf("another tenant was told %s", foreign.all()[0].text)
		}
	})
}

func TestADeadFeedIsDegradedUntilItLives(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		v := &venue{file: filepath.Join(t.TempDir(), "prices.csv"), minute: time.Now().Truncate(time.Minute).Add(-6 * time.Hour)}
		if err := os.WriteFile(v.file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		v.server = place.serve(t, append(v.flags(), "--market-stale-after", "2s")...)
		if reason := v.awaitReadiness(t, "degraded", "feed"); !strings.Contains(reason, "no price") {
			t.Errorf("the reason is %q", reason)
		}
		wantMetric(t, v.server, `bourse_degraded{part="feed"} 1`)
		v.analyst = v.officer(t, "super_admin", "")
		v.price(t, xrp, "2")
		v.awaitReadiness(t, "ready", "")
		wantMetric(t, v.server, `bourse_degraded{part="feed"} 0`)
	})
}

func TestABrokenPaymentProviderIsDegradedUntilItAnswers(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{"broken": func(t *testing.T, c *stripeCounter) {
		m, account := c.customer(t)
		deposit := func() *answer {
			return m.with("Idempotency-Key", newEmail()).post(t, "/payments/deposits", body{"accountId": account, "amount": 10})
		}
		c.stripe.fail(http.StatusServiceUnavailable)
		for range 3 {
			deposit()
		}
		c.awaitReadiness(t, "degraded", "stripe")
		c.stripe.fail(0)
		deposit()
		c.awaitReadiness(t, "ready", "")
	}})
}

// unusedPort is a port at which nobody answers.
func unusedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
