package secret_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bourse/internal/secret"
)

// readingFile is the variable that names the key file for the process that a test starts as another user.
const readingFile = "TEST_READS_KEY_FILE"

// The tests' users and groups, which nobody else has.
const (
	ourUser, ourGroup, lentGroup, foreignGroup = 65532, 65532, 65531, 65530
)

// A secret mounted by Kubernetes belongs to root, and its pod reads it through the group.
func TestAFileThatRootLendsIsRead(t *testing.T) {
	t.Parallel()
	if path := os.Getenv(readingFile); path != "" {
		if _, err := secret.Load(path); err != nil {
			t.Fatal(err)
		}
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: only root can lend a file")
	}
	folder := openFolder(t)
	program := filepath.Join(folder, "program")
	copyFile(t, os.Args[0], program, 0o755)
	made, _ := newFile(t)
	for name, c := range map[string]struct {
		owner, group int
		mode         fs.FileMode
		isRead       bool
	}{
		"as Kubernetes mounts it":       {0, lentGroup, 0o440, true},
		"that root may change":          {0, lentGroup, 0o640, true},
		"to the group of the process":   {0, ourGroup, 0o440, true},
		"to another group":              {0, foreignGroup, 0o440, false},
		"to everybody":                  {0, lentGroup, 0o444, false},
		"as Kubernetes does by default": {0, lentGroup, 0o644, false},
		"to be changed":                 {0, lentGroup, 0o460, false},
		"to be run":                     {0, lentGroup, 0o450, false},
		"of our own":                    {ourUser, lentGroup, 0o440, false},
		"of somebody else":              {ourUser - 10, lentGroup, 0o440, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, strings.ReplaceAll(name, " ", "-"))
			copyFile(t, made, path, c.mode)
			if err := errors.Join(os.Chown(path, c.owner, c.group), os.Chmod(path, c.mode)); err != nil {
				t.Fatal(err)
			}
			reading := exec.CommandContext(t.Context(), program, "-test.run=^TestAFileThatRootLendsIsRead$")
			reading.Dir, reading.Env = "/", append(os.Environ(), readingFile+"="+path)
			reading.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ourUser, Gid: ourGroup, Groups: []uint32{lentGroup}}}
			said, err := reading.CombinedOutput()
			if (err == nil) != c.isRead {
				t.Errorf("reading it is %v:\n%s", err, said)
			}
			if !c.isRead && !strings.Contains(string(said), "key file "+path) && !strings.Contains(string(said), "permission denied") {
				t.Errorf("it does not say why:\n%s", said)
			}
		})
	}
}

// openFolder returns a folder that other users may enter, unlike a test's own.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "lent")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

func copyFile(t *testing.T, from, to string, mode fs.FileMode) {
	t.Helper()
	source, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(target, source)
	if err := errors.Join(err, target.Close()); err != nil {
		t.Fatal(err)
	}
}
