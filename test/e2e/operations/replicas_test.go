package operations_test

import (
	"context"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// hearing is how soon every replica must know what one of them did.
const hearing = time.Second

// replicas are two processes on one PostgreSQL, the only engine that processes share. The second one reaches it
// through a proxy.
type replicas struct {
	first, second *kit.Server
	network       *proxy
	database      *database.DB
}

const applicationOfSecond = "bourse-second-replica"

func startReplicas(t *testing.T) *replicas {
	t.Helper()
	place := kit.NewInstallation(t, database.Postgres)
	first := place.Serve(t)
	other := *place
	other.Folder = filepath.Join(t.TempDir(), "second")
	network, address := newProxy(t, place.DatabaseURL)
	other.DatabaseURL = address + "&application_name=" + applicationOfSecond
	r := &replicas{first: first, second: other.Serve(t), network: network, database: databasetest.OpenURL(t, place.DatabaseURL)}
	testkit.Within(t, kit.Patience, "the second replica listens", func() bool { return network.listeners() == 1 })
	return r
}

// wantSoonRefused lets a user use both replicas, does something about them on the first, and checks that the second
// refuses with the status and the code in time.
func (r *replicas) wantSoonRefused(t *testing.T, m *kit.Member, status int, code string, do func()) {
	t.Helper()
	there := m.At(r.second)
	for range 5 { // so that the second replica has the session cached
		there.Get(t, "/auth/me").Ok(t, 200)
	}
	do()
	done := time.Now()
	var last *kit.Answer
	served := done // when the last request was sent that the second replica accepted
	testkit.Within(t, kit.Patience, "the second replica refuses", func() bool {
		sent := time.Now()
		if last = there.Get(t, "/auth/me"); last.Status == http.StatusOK {
			served = sent
		}
		return last.Status != http.StatusOK
	})
	if late := served.Sub(done); late > hearing {
		t.Errorf("the second replica served a request that was sent %v later, want at most %v", late, hearing)
	}
	last.Failed(t, status, code, "")
	m.Get(t, "/auth/me").Failed(t, status, code, "") // the first one did at once
}

// wantAllHeard checks everything that a replica has to be notified of.
func (r *replicas) wantAllHeard(t *testing.T) {
	t.Helper()
	admin := r.first.Officer(t, "admin", "")
	revoked, promoted, suspended := r.first.Register(t), r.first.Register(t), r.first.Register(t)
	r.wantSoonRefused(t, revoked, 401, "SESSION_REVOKED", func() {
		revoked.Call(t, http.MethodDelete, "/auth/sessions/"+revoked.SessionID(t), nil).Done(t, 200)
	})
	r.wantSoonRefused(t, promoted, 401, "TOKEN_EXPIRED", func() {
		admin.Update(t, promoted, kit.Body{"role": "trader"}).Ok(t, 200)
	})
	r.wantSoonRefused(t, suspended, 403, "ACCOUNT_SUSPENDED", func() {
		admin.Update(t, suspended, kit.Body{"suspended": true}).Ok(t, 200)
	})
}

func TestWhatOneReplicaDoesTheOtherHearsWithinASecond(t *testing.T) {
	t.Parallel()
	startReplicas(t).wantAllHeard(t)
}

func TestAReplicaWhoseListenerIsCutOffUnawaresStillRefusesInTime(t *testing.T) {
	t.Parallel()
	r := startReplicas(t)
	r.second.Troubled = true
	r.first.Register(t).At(r.second).Get(t, "/auth/me").Ok(t, 200) // so that there is a connection for queries
	r.network.refuseNew()
	r.network.freezeListener(t)
	r.wantAllHeard(t)
}

func TestReplicasCanAllStartAtOnceOnAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	place := kit.NewEmptyInstallation(t, database.Postgres)
	place.KeyFile = filepath.Join(t.TempDir(), "shared", "keys.json")
	servers := make([]*kit.Server, 4)
	failures := make([]error, len(servers))
	var starting sync.WaitGroup
	for i := range servers {
		own := *place
		own.Folder = filepath.Join(t.TempDir(), "data")
		call := own.Call("serve", "--listen", "127.0.0.1:0", "--rate-limit", "off")
		starting.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), kit.Patience)
			defer cancel()
			process, err := call.Serve(ctx)
			servers[i], failures[i] = &kit.Server{Process: process, Place: &own}, err
		})
	}
	starting.Wait()
	for i, s := range servers {
		if failures[i] != nil {
			t.Errorf("replica %d does not start: %v", i, failures[i])
			continue
		}
		t.Cleanup(func() { s.MustStop(t) })
	}
	if t.Failed() {
		return
	}
	m := servers[0].Register(t)
	for _, s := range servers {
		m.At(s).Get(t, "/auth/me").Ok(t, 200)
	}
}
