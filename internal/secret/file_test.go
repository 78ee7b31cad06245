package secret_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/prf"

	"bourse/internal/secret"
)

// newFile creates a key file and returns its path and its ring.
func newFile(t testing.TB) (string, *secret.Keyring) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data", "keys.json")
	ring, created, err := secret.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	if !created {
		t.Fatal("the first call did not create the file")
	}
	return path, ring
}

func load(t testing.TB, path string) *secret.Keyring {
	t.Helper()
	ring, err := secret.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// wantFiles checks that only the named files are in the folder, so that no draft is left.
func wantFiles(t testing.TB, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("the folder holds %v, want %v", found, names)
	}
}

func TestACreatedFileGivesTheSameRingAgain(t *testing.T) {
	t.Parallel()
	path, ring := newFile(t)
	sealed := seal(t, ring, "plain", "context")
	again, created, err := secret.LoadOrCreate(path)
	if err != nil || created {
		t.Fatalf("created %v, error %v", created, err)
	}
	for _, loaded := range []*secret.Keyring{again, load(t, path)} {
		wantOpens(t, loaded, sealed, "context", "plain")
		if !bytes.Equal(loaded.MAC("p", []byte("d")), ring.MAC("p", []byte("d"))) {
			t.Error("the look-up value differs after loading")
		}
	}
	wantFiles(t, filepath.Dir(path), "keys.json")
}

func TestTheFileIsForItsOwnerOnlyAndSaysWhatItIs(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700 | fs.ModeDir} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), want)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Comment string }
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(file.Comment, "Key ring") {
		t.Errorf("the comment is %q", file.Comment)
	}
}

func TestAFileOpenToOthersIsRefused(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	for _, mode := range []fs.FileMode{0o640, 0o604, 0o660, 0o644, 0o620, 0o602} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, _, err := secret.LoadOrCreate(path)
		if err == nil || !strings.Contains(err.Error(), "chmod 600 "+path) {
			t.Errorf("mode %v: the error is %v, want one that says chmod 600", mode, err)
		}
		if err := secret.Rotate(path); err == nil {
			t.Errorf("mode %v: the file was rotated", mode)
		}
	}
	for _, mode := range []fs.FileMode{0o600, 0o400} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		load(t, path)
	}
	wantFiles(t, filepath.Dir(path), "keys.json")
}

func TestAMissingFileIsNotExist(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	if _, err := secret.Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("load: %v, want fs.ErrNotExist", err)
	}
	if err := secret.Rotate(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("rotate: %v, want fs.ErrNotExist", err)
	}
	wantFiles(t, filepath.Dir(path))
}

func TestTwentyStartsAtOnceAgreeOnOneFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "keys.json")
	const starts = 20
	var (
		values  [starts]string
		created [starts]bool
		ready   sync.WaitGroup
		all     sync.WaitGroup
	)
	ready.Add(starts)
	for i := range starts {
		all.Go(func() {
			ready.Done()
			ready.Wait()
			ring, made, err := secret.LoadOrCreate(path)
			if err != nil {
				t.Error(err)
				return
			}
			values[i], created[i] = string(ring.MAC("p", []byte("d"))), made
		})
	}
	all.Wait()
	makers := 0
	for i := range starts {
		if created[i] {
			makers++
		}
		if values[i] != string(load(t, path).MAC("p", []byte("d"))) {
			t.Errorf("start %d has other keys than the file", i)
		}
	}
	if makers != 1 {
		t.Errorf("%d starts created the file, want 1", makers)
	}
	wantFiles(t, filepath.Dir(path), "keys.json")
}

func TestAFileWithoutValidKeysIsRefusedWithoutQuotingIt(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	genuine, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(genuine, &parts); err != nil {
		t.Fatal(err)
	}
	swapped, err := json.Marshal(map[string]json.RawMessage{
		"comment": parts["comment"], "encryption": parts["lookup"], "lookup": parts["encryption"],
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty":           "",
		"not JSON":        "marker",
		"a list":          `["marker"]`,
		"no sets":         `{"comment":"marker"}`,
		"null sets":       `{"encryption":null,"lookup":null}`,
		"empty sets":      `{"encryption":{},"lookup":{}}`,
		"junk set":        `{"encryption":{"marker":1},"lookup":{}}`,
		"swapped sets":    string(swapped),
		"an unknown name": strings.Replace(string(genuine), `"comment"`, `"marker"`, 1),
		"cut short":       string(genuine[:len(genuine)-10]),
		"two objects":     string(genuine) + string(genuine),
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, created, err := secret.LoadOrCreate(path)
		if err == nil || created {
			t.Errorf("%s: accepted", name)
			continue
		}
		if !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "marker") {
			t.Errorf("%s: the error must name the file and quote nothing of it: %v", name, err)
		}
		if kept, _ := os.ReadFile(path); string(kept) != content {
			t.Errorf("%s: the file has been changed", name)
		}
	}
}

func TestALookUpKeyThatGivesShortValuesIsRefused(t *testing.T) {
	t.Parallel()
	path, _ := newFile(t)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(content, &parts); err != nil {
		t.Fatal(err)
	}
	// AES-CMAC would in itself be suitable for this purpose, but yields 16 bytes.
	handle, err := keyset.NewHandle(prf.AESCMACPRFKeyTemplate())
	if err != nil {
		t.Fatal(err)
	}
	var short bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&short)); err != nil {
		t.Fatal(err)
	}
	parts["lookup"] = short.Bytes()
	if content, err = json.Marshal(parts); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secret.Load(path); err == nil || !strings.Contains(err.Error(), "32-byte values") {
		t.Errorf("the error is %v", err)
	}
}

func FuzzAJunkFileIsRefused(f *testing.F) {
	path, _ := newFile(f)
	genuine, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(genuine)
	f.Add([]byte(`{"comment":"","encryption":{"primaryKeyId":1,"key":[{}]},"lookup":{}}`))
	f.Add([]byte(`{"encryption":{"primaryKeyId":1,"key":[null]},"lookup":[]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "keys.json")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		ring, err := secret.Load(path)
		if (ring == nil) == (err == nil) {
			t.Fatalf("ring %v, error %v", ring, err)
		}
		if err != nil {
			return
		}
		// Whatever loads must work, however strange the file.
		wantOpens(t, ring, seal(t, ring, "plain", "context"), "context", "plain")
		if len(ring.MAC("p", []byte("d"))) != 32 {
			t.Error("a look-up value is not of full length")
		}
	})
}
