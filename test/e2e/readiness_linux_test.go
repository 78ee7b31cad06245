package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"bourse/internal/database"
)

func TestAFullDiskIsNotReadyUntilThereIsSpaceAgain(t *testing.T) {
	t.Parallel()
	place := newInstallation(t, database.SQLite)
	if err := os.MkdirAll(place.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mounted := mountSmall(t, place.folder)
	s := place.serve(t)
	s.troubled = true
	m := s.register(t)
	s.awaitReadiness(t, "ready", "")
	var release func()
	if mounted {
		release = fillDisk(t, place.folder)
	} else { // whoever may not mount may still limit how large the files of the process get
		release = limitFiles(t, s)
	}
	if reason := s.awaitReadiness(t, "unready", "database"); !strings.Contains(reason, "disk") && !strings.Contains(reason, "files") {
		t.Errorf("the reason is %q", reason)
	}
	eventually(t, patience, "writes are refused", func() bool {
		a := s.client().post(t, "/auth/register", body{"email": newEmail(), "password": "a password for a full disk"})
		if a.status == http.StatusCreated { // there was a little space left
			return false
		}
		wantUnavailable(t, a)
		return true
	})
	m.get(t, "/auth/me").ok(t, 200) // reading goes on
	if s.client().fetch(t, http.MethodGet, "/healthz", nil).status != 200 {
		t.Error("a process that lives is not alive")
	}
	release()
	s.awaitReadiness(t, "ready", "")
	s.register(t)
}

// mountSmall puts a small disk under the folder, if this process may.
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

// limitFiles lets no file of the server grow any more, until it is released.
func limitFiles(t *testing.T, s *server) (release func()) {
	t.Helper()
	var largest int64
	files, err := filepath.Glob(filepath.Join(s.place.folder, "*"))
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
