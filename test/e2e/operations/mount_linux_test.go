package operations_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// mount mounts a disk in memory, which is removed when the test ends.
func mount(t *testing.T, folder, options string) {
	t.Helper()
	mounted(t, folder, syscall.Mount("tmpfs", folder, "tmpfs", 0, options))
}

// mountFile mounts a disk that is kept in a file. Unlike one in memory it supports immutable files.
func mountFile(t *testing.T, folder string, size int64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "disk.img")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, size); err != nil {
		t.Fatal(err)
	}
	var failed error
	for _, call := range [][]string{{"mkfs.ext4", "-q", file}, {"mount", "-o", "loop", file, folder}} {
		if said, err := exec.CommandContext(t.Context(), call[0], call[1:]...).CombinedOutput(); err != nil {
			failed = fmt.Errorf("%s: %w: %s", call[0], err, said)
			break
		}
	}
	mounted(t, folder, failed)
}

// mounted unmounts a folder when the test ends; err is why it could not be mounted.
func mounted(t *testing.T, folder string, err error) {
	t.Helper()
	if err != nil {
		lacking(t, "no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}
