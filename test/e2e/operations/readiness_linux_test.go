package operations_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestAFullDiskIsNotReadyUntilThereIsSpaceAgain(t *testing.T) {
	t.Parallel()
	place := kit.NewEmptyInstallation(t, database.SQLite)
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mounted := mountSmall(t, place.Folder)
	s := place.Serve(t)
	s.Troubled = true
	m := s.Register(t)
	s.AwaitReadiness(t, "ready", "")
	var release func()
	if mounted {
		release = fillDisk(t, place.Folder)
	} else { // without the permission to mount, limit the size of the process's files
		release = limitFiles(t, s)
	}
	if reason := s.AwaitReadiness(t, "unready", "database"); !strings.Contains(reason, "disk") && !strings.Contains(reason, "files") {
		t.Errorf("the reason is %q", reason)
	}
	testkit.Within(t, kit.Patience, "writes are refused", func() bool {
		a := s.Client().Post(t, "/auth/register", kit.Body{"email": kit.NewEmail(), "password": "a password for a full disk"})
		if a.Status == http.StatusCreated { // there was a little space left
			return false
		}
		wantUnavailable(t, a)
		return true
	})
	m.Get(t, "/auth/me").Ok(t, 200) // reading still works
	if s.Client().Fetch(t, http.MethodGet, "/healthz", nil).Status != 200 {
		t.Error("a process that lives is not alive")
	}
	release()
	s.AwaitReadiness(t, "ready", "")
	s.Register(t)
}

// mountSmall mounts a small disk at the folder, if this process may.
func mountSmall(t *testing.T, folder string) bool {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=96m"); err != nil {
		t.Logf("no disk can be mounted (%v): the files of the process are limited instead", err)
		return false
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return true
}

// limitFiles prevents all files of the server from growing, until it is released.
func limitFiles(t *testing.T, s *kit.Server) (release func()) {
	t.Helper()
	var largest int64
	files, err := filepath.Glob(filepath.Join(s.Place.Folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && filepath.Ext(name) == ".db-wal" {
			largest = max(largest, info.Size())
		}
	}
	var before syscall.Rlimit
	set := func(wanted, old *syscall.Rlimit) {
		t.Helper()
		_, _, failed := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(s.ID()), syscall.RLIMIT_FSIZE,
			uintptr(unsafe.Pointer(wanted)), uintptr(unsafe.Pointer(old)), 0, 0)
		if failed != 0 {
			t.Fatal(failed)
		}
	}
	set(nil, &before)
	set(&syscall.Rlimit{Cur: uint64(largest), Max: before.Max}, nil)
	return func() { set(&before, nil) }
}
