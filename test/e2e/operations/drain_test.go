package operations_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// finishTime is how long a stop may take after --drain-delay and --drain-timeout, according to the handbook.
const finishTime = 20 * time.Second

// overhead is what everything without a limit may take: the race detector alone waits a second.
const overhead = 10 * time.Second

// wantStopWithin checks that a server that was told to stop ends in order and in time.
func wantStopWithin(t *testing.T, s *kit.Server, limit time.Duration) {
	t.Helper()
	stopping := testkit.StartStopwatch()
	if err := s.Terminate(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), kit.Patience)
	defer cancel()
	status, err := s.Wait(ctx)
	took := stopping.Elapsed()
	t.Logf("the stop took %v", took.Round(10*time.Millisecond))
	if err != nil || status != 0 || took > limit+overhead {
		t.Errorf("the server ended after %v with status %d, want 0 within %v: %v\n%s", took, status, limit, err, kit.Tail(s.Log(), 10))
	}
}

func TestADrainingServerIsNotReadyAndServesOn(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--drain-delay", "5m")
		m := s.Register(t)
		if err := s.Terminate(); err != nil {
			t.Fatal(err)
		}
		s.AwaitReadiness(t, "draining", "process")
		m.Get(t, "/auth/me").Ok(t, 200)
		s.Register(t) // over a new connection or an old one
		connection, err := net.Dial("tcp", s.Address)
		if err != nil {
			t.Fatalf("the listener is closed while load balancers do not know: %v", err)
		}
		connection.Close()
		wantStopWithin(t, s, finishTime) // the second signal does not wait for the delay
	})
}

func TestTheDelayOfADrainEndsByItself(t *testing.T) {
	t.Parallel()
	place := kit.NewInstallation(t, database.SQLite)
	s := place.Serve(t, "--drain-delay", "2s")
	began := time.Now()
	wantStopWithin(t, s, 2*time.Second+finishTime)
	if took := time.Since(began); took < 2*time.Second {
		t.Errorf("it stopped after %v, before load balancers could notice", took)
	}
}

// A receiver that accepts a delivery and never answers delays a stop no longer than documented.
func TestAStopIsInTimeAlthoughReceiversHang(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, append([]string{"--drain-timeout", "2s"}, kit.LocalReceivers...)...)
		admin := s.TenantAdmin(t)
		release := make(chan struct{})
		office := kit.NewReceiver(t, func(http.ResponseWriter, kit.Delivered) { <-release })
		t.Cleanup(func() { close(release) }) // before the receiver waits for its answers
		admin.Endpoint(t, office.URL, nil)
		for i := range 20 {
			admin.Publish(t, "custom.thing", kit.Body{"number": i})
		}
		office.Await(t, 1)
		wantStopWithin(t, s, 2*time.Second+finishTime)
	})
}

// A mail server that accepts and says nothing is given up too, and the mail is sent later.
func TestAStopIsInTimeAlthoughTheMailServerHangs(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		silent, connected := newSilentServer(t)
		_, port, _ := net.SplitHostPort(silent)
		s := place.Serve(t, "--drain-timeout", "2s", "--mail-sender", "smtp", "--mail-smtp-host", "127.0.0.1", "--mail-smtp-port", port, "--mail-smtp-tls", "none")
		s.Register(t)
		select {
		case <-connected:
		case <-time.After(kit.Patience):
			t.Fatal("no mail was sent")
		}
		wantStopWithin(t, s, 2*time.Second+finishTime)
	})
}

// newSilentServer accepts connections and never says anything. It signals accepted connections.
func newSilentServer(t *testing.T) (address string, connected <-chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan struct{}, 100)
	var accepting sync.WaitGroup
	accepting.Go(func() {
		var open []net.Conn
		for {
			connection, err := listener.Accept()
			if err != nil {
				break
			}
			open = append(open, connection)
			select {
			case accepted <- struct{}{}:
			default: // already signalled
			}
		}
		for _, connection := range open {
			connection.Close()
		}
	})
	t.Cleanup(func() {
		listener.Close()
		accepting.Wait()
	})
	return listener.Addr().String(), accepted
}

// Slow uploads keep their requests open for as long as allowed, and no longer.
func TestAStopIsInTimeAlthoughUploadsDribble(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--drain-timeout", "2s")
		stop := make(chan struct{})
		var dribbling sync.WaitGroup
		for range 10 {
			slow := beginSlowRequest(t, s, kit.NewEmail())
			dribbling.Go(func() {
				for { // endless slow spaces
					select {
					case <-stop:
						return
					case <-time.After(100 * time.Millisecond):
						if _, err := io.WriteString(slow.connection, " "); err != nil {
							return
						}
					}
				}
			})
		}
		wantStopWithin(t, s, 2*time.Second+finishTime)
		close(stop)
		dribbling.Wait()
		if !strings.Contains(s.Log(), "did not finish in time") {
			t.Error("the log does not tell that requests were given up")
		}
	})
}

func TestAStopIsInTimeAndStreamsAreToldAboutIt(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--drain-timeout", "30s")
		m := s.Register(t)
		var streams []*kit.Stream
		for range 3 {
			streams = append(streams, m.Listen(t, ""))
		}
		wantStopWithin(t, s, finishTime) // streams do not use up the drain time
		for _, one := range streams {
			one.Await(t, "end", func(any) bool { return true })
		}
	})
}

// A worker that waits for the database is interrupted.
func TestAStopIsInTimeAlthoughAWorkerWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	place := kit.NewInstallation(t, database.Postgres)
	place.Serve(t).MustStop(t)
	holdTable(t, place, "webhook_broadcasts")
	s := place.Serve(t, append([]string{"--worker-patience", "1s", "--drain-timeout", "2s"}, patientDatabase...)...)
	s.AwaitReadiness(t, "unready", "worker webhook-broadcaster")
	wantStopWithin(t, s, 2*time.Second+finishTime)
}

// A server told to stop before it is up stops, and that is not a failure.
func TestATerminatedStartEndsInOrder(t *testing.T) {
	t.Parallel()
	place := kit.NewInstallation(t, database.Postgres)
	place.Serve(t).MustStop(t)
	release := holdTable(t, place, "goose_db_version")
	process, err := place.Call("serve", "--listen", "127.0.0.1:0").Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(process.Kill)
	db := databasetest.OpenURL(t, place.DatabaseURL)
	testkit.Within(t, kit.Patience, "the start waits for the table", func() bool {
		var waiting int
		err := db.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'goose_db_version'::regclass`).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
		return waiting > 0
	})
	if err := process.Terminate(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), kit.Patience)
	defer cancel()
	status, err := process.Wait(ctx) // the table is held until it has ended
	if err != nil || status != 0 {
		t.Errorf("the start ended with status %d, want 0: %v\n%s", status, err, process.Log())
	}
	if strings.Contains(process.Log(), `"level":"ERROR"`) || strings.Contains(process.Log(), "bourse:") {
		t.Errorf("it complains: %s", process.Log())
	}
	release()
	place.Serve(t).Register(t) // nothing left behind prevents the next start
}
