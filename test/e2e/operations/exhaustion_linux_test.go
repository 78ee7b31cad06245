package operations_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

// fault is a resource that runs out. It lasts until end is called.
type fault struct {
	name string
	// isBrief: short enough for every run; the others have tests of their own, and only run here with the full
	// storms.
	isBrief bool
	// served are the kinds of requests that continue undisturbed.
	served []string
	begin  func(x *exhaustion, ctx context.Context, t *testing.T) (end func())
}

// faults happen one after the other to one process, which is never restarted.
var faults = []fault{
	{"full disk", false, []string{"read"}, (*exhaustion).fillDisk},
	{"disk that can only be read", true, []string{"read"}, (*exhaustion).freeze},
	{"no descriptors left", true, []string{"read"}, (*exhaustion).takeDescriptors},
	{"no descriptors left, and a processor that comes and goes", true, []string{"read"}, (*exhaustion).takeDescriptorsAndTime},
	{"5,000 idle connections", false, []string{"read"}, crowd(func(*weather, int) string { return "" })},
	{"5,000 slow requests", false, []string{"read"}, crowd(func(w *weather, i int) string {
		return w.post("/auth/login", i, 100_000, "") + "{"
	})},
	{"large bodies in 256 MB", false, []string{"read"}, crowd(func(w *weather, i int) string {
		if i >= 200 {
			return ""
		}
		large := strings.Repeat(" ", 1_000_000)
		return w.post("/auth/login", i, len(large), "") + large
	})},
	{"log-in storm", false, []string{"read"}, (*exhaustion).guess},
}

// exhaustion is a server that runs out of something, in a container of 256 MB.
type exhaustion struct {
	*weather
	place   *kit.Installation
	disk    string                // the database's
	cluster *databasetest.Cluster // nil on SQLite
}

// TestExhaustionIsOverWithoutARestart measures a normal user's requests before, during and after something has run
// out, and requires that no answer is an internal error, that whoever can be served is, and that everything recovers
// on its own.
func TestExhaustionIsOverWithoutARestart(t *testing.T) {
	isFull := os.Getenv(stormVariable) != ""
	needMountingRights(t)
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			lasts := time.Second
			if isFull {
				lasts = 12 * time.Second
			} else {
				t.Parallel()
			}
			x := newExhaustion(t, engine)
			for _, one := range faults {
				if isFull || one.isBrief {
					t.Run(one.name, func(t *testing.T) { x.suffer(t, one, lasts) })
				}
			}
		})
	}
}

func newExhaustion(t *testing.T, engine database.Engine) *exhaustion {
	t.Helper()
	disk, err := os.MkdirTemp("", "bourse-disk-") // PostgreSQL's account may not access the tests' folders
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(disk) })
	x := &exhaustion{disk: disk}
	if engine == database.SQLite {
		mountFile(t, x.disk, 160<<20)
		x.place = kit.NewEmptyInstallation(t, engine)
		x.place.Folder, x.place.KeyFile, x.place.DatabaseURL = x.disk, filepath.Join(x.disk, "keys.json"), filepath.Join(x.disk, "bourse.db")
	} else {
		mount(t, x.disk, "size=400m,mode=755")
		cluster, err := databasetest.StartClusterIn(t.Context(), x.disk)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cluster.Stop() })
		x.cluster, x.place = cluster, newPlaceAt(t, cluster.URL())
	}
	x.weather = newWeather(t, x.place, ordinaryPeople)
	return x
}

// fillDisk takes all the space left for the database. If that was too much for PostgreSQL, it is restarted.
func (x *exhaustion) fillDisk(_ context.Context, t *testing.T) func() {
	t.Helper()
	release := fillDisk(t, x.disk)
	return func() {
		release()
		if x.cluster == nil {
			return
		}
		if err := x.cluster.Exec(t.Context(), "SELECT 1"); err != nil {
			t.Logf("PostgreSQL has ended and is started again: %v", err)
			_ = x.cluster.Halt() // it has already ended
			if err := x.cluster.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// freeze prevents all writes to the database: its files cannot be changed, or PostgreSQL refuses.
func (x *exhaustion) freeze(_ context.Context, t *testing.T) func() {
	t.Helper()
	set := func(frozen bool) {
		if x.cluster != nil {
			err := x.cluster.Exec(t.Context(), fmt.Sprintf("ALTER SYSTEM SET default_transaction_read_only = %t", frozen), "SELECT pg_reload_conf()")
			if err != nil {
				t.Error(err)
			}
			return
		}
		sign := map[bool]string{true: "+i", false: "-i"}[frozen]
		said, err := exec.CommandContext(t.Context(), "chattr", sign, x.place.DatabaseURL, x.place.DatabaseURL+"-wal").CombinedOutput()
		if err != nil {
			t.Errorf("chattr: %v: %s", err, said)
		}
	}
	set(true)
	return func() { set(false) }
}

// takeDescriptors leaves the process a few files and connections, and takes those.
func (x *exhaustion) takeDescriptors(ctx context.Context, t *testing.T) func() {
	t.Helper()
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", x.server.ID()))
	if err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	set := func(wanted, old *syscall.Rlimit) {
		_, _, failed := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(x.server.ID()), syscall.RLIMIT_NOFILE,
			uintptr(unsafe.Pointer(wanted)), uintptr(unsafe.Pointer(old)), 0, 0)
		if failed != 0 {
			t.Error(failed)
		}
	}
	set(nil, &before)
	set(&syscall.Rlimit{Cur: uint64(len(open) + 8), Max: before.Max}, nil)
	x.gather(ctx, t, 64, func(int) string { return "" })
	return func() {
		set(&before, nil)
		x.everybodyLeaves()
	}
}

// takeDescriptorsAndTime also suspends the process most of the time, as on a shared machine: what users send
// meanwhile arrives all at once when it continues.
func (x *exhaustion) takeDescriptorsAndTime(ctx context.Context, t *testing.T) func() {
	t.Helper()
	giveBack := x.takeDescriptors(ctx, t)
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			for _, turn := range []struct {
				sign  syscall.Signal
				lasts time.Duration
			}{{syscall.SIGSTOP, 240 * time.Millisecond}, {syscall.SIGCONT, 30 * time.Millisecond}} {
				if err := syscall.Kill(x.server.ID(), turn.sign); err != nil {
					t.Error(err)
				}
				<-time.After(turn.lasts)
			}
		}
	}()
	goOn := func() {
		stop()
		<-done
	}
	t.Cleanup(goOn) // also when the test is aborted: a suspended process cannot be stopped
	return func() {
		goOn()
		giveBack()
	}
}

// crowd connects all at once, sends something on each connection and stays.
func crowd(say func(w *weather, i int) string) func(*exhaustion, context.Context, *testing.T) func() {
	return func(x *exhaustion, ctx context.Context, t *testing.T) func() {
		t.Helper()
		x.gather(ctx, t, 5000, func(i int) string { return say(x.weather, i) })
		return x.everybodyLeaves
	}
}

// guess logs in with wrong passwords from many addresses, without a pause.
func (x *exhaustion) guess(ctx context.Context, t *testing.T) func() {
	t.Helper()
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for round := 0; ctx.Err() == nil; round++ {
			x.gather(ctx, t, 200, func(i int) string {
				content := fmt.Sprintf(`{"email":"nobody-%d-%d@example.test","password":"a guess that is wrong"}`, round, i)
				return x.post("/auth/login", (round*200+i)%60_000, len(content), "") + content
			})
			select { // what has not been answered by then never is
			case <-ctx.Done():
			case <-time.After(500 * time.Millisecond):
			}
			x.everybodyLeaves()
		}
	}()
	return func() {
		stop()
		<-done
		x.everybodyLeaves()
	}
}
