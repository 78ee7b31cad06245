//go:build unix

package secret_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"bourse/internal/secret"
)

func rotate(t testing.TB, path string) *secret.Keyring {
	t.Helper()
	if err := secret.Rotate(path); err != nil {
		t.Fatal(err)
	}
	return load(t, path)
}

func TestAfterARotationOldDataOpensAndNewDataHasANewKey(t *testing.T) {
	t.Parallel()
	path, before := newFile(t)
	sealedBefore := seal(t, before, "old", "context")
	after := rotate(t, path)
	wantOpens(t, after, sealedBefore, "context", "old")
	sealedAfter := seal(t, after, "new", "context")
	wantOpens(t, after, sealedAfter, "context", "new")
	// The old ring lacks the new key, which proves that there is one; it still works with its own.
	wantRefused(t, before, sealedAfter, "context")
	wantOpens(t, before, sealedBefore, "context", "old")
	wantFiles(t, filepath.Dir(path), "keys.json")
}

func TestAfterRotationsMACsListsEveryValueNewestFirst(t *testing.T) {
	t.Parallel()
	path, ring := newFile(t)
	data := []byte("data")
	want := [][]byte{ring.MAC("p", data)}
	for range 3 {
		ring = rotate(t, path)
		want = slices.Insert(want, 0, ring.MAC("p", data))
	}
	if got := ring.MACs("p", data); !slices.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("the values are %x, want %x", got, want)
	}
	for i, value := range want {
		if slices.ContainsFunc(want[:i], func(other []byte) bool { return bytes.Equal(value, other) }) {
			t.Error("two keys give the same value")
		}
	}
}

// An operator who reverts a rotation by hand makes an older key the primary again.
func TestThePrimaryThatTheFileNamesIsUsedWhereverItStands(t *testing.T) {
	t.Parallel()
	path, first := newFile(t)
	rotate(t, path)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	lookup := file["lookup"].(map[string]any)
	lookup["primaryKeyId"] = lookup["key"].([]any)[0].(map[string]any)["keyId"]
	if content, err = json.Marshal(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	values := load(t, path).MACs("p", nil)
	if len(values) != 2 || !bytes.Equal(values[0], first.MAC("p", nil)) {
		t.Errorf("the values are %x, want two with the first key's first", values)
	}
}

func TestARotatedFileIsStillForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	rotate(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode is %v, want 0600", info.Mode())
	}
}

func TestARotatedFileKeepsItsOwner(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	owner := os.Getuid()
	if owner == 0 {
		// Only root can change a file's owner, and so take it from its owner.
		owner = 12345
	}
	if err := os.Chown(path, owner, -1); err != nil {
		t.Fatal(err)
	}
	rotate(t, path)
	var info syscall.Stat_t
	if err := syscall.Stat(path, &info); err != nil {
		t.Fatal(err)
	}
	if int(info.Uid) != owner {
		t.Errorf("the owner is %d, want %d", info.Uid, owner)
	}
}

func TestARotationBehindALinkKeepsTheLink(t *testing.T) {
	t.Parallel()
	path, before := newFile(t)
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	rotate(t, link)
	info, err := os.Lstat(link)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link has been replaced by a file")
	}
	if len(load(t, path).MACs("p", nil)) != 2 || len(before.MACs("p", nil)) != 1 {
		t.Error("the file behind the link was not rotated")
	}
}

func TestARotationUnderWayIsNotDisturbed(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	if err := os.WriteFile(path+".new", []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := secret.Rotate(path)
	if err == nil || !strings.Contains(err.Error(), "remove "+path+".new") {
		t.Errorf("the error is %v, want one that names the file to remove", err)
	}
	wantFiles(t, filepath.Dir(path), "keys.json", "keys.json.new")
	if len(load(t, path).MACs("p", nil)) != 1 {
		t.Error("the keys have been rotated")
	}
}

func TestRotationsAtOnceLoseNoKeyAndReadersSeeWholeFiles(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	var (
		all       sync.WaitGroup
		mutex     sync.Mutex
		succeeded int
	)
	for range 10 {
		all.Go(func() {
			for range 5 {
				if err := secret.Rotate(path); err == nil {
					mutex.Lock()
					succeeded++
					mutex.Unlock()
				} else if !strings.Contains(err.Error(), "another rotation is under way") {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for range 5 {
				if _, err := secret.Load(path); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := len(load(t, path).MACs("p", nil)); got != succeeded+1 {
		t.Errorf("the ring has %d keys after %d rotations", got, succeeded)
	}
	if succeeded == 0 {
		t.Error("no rotation succeeded")
	}
	wantFiles(t, filepath.Dir(path), "keys.json")
}

func TestARotationOfAFolderIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := secret.Rotate(folder); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}
