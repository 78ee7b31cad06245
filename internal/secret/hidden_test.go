package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/secret"
)

const hidden = "secret.Keyring(hidden)"

func TestAPrintedRingIsAFixedText(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, ring); got != hidden {
			t.Errorf("%s prints %s", verb, got)
		}
		if got := fmt.Sprintf(verb, *ring); got != hidden {
			t.Errorf("%s of the value prints %s", verb, got)
		}
	}
}

func TestAMarshalledRingIsAFixedText(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	for _, value := range []any{ring, *ring} {
		got, err := json.Marshal(map[string]any{"ring": value})
		if err != nil {
			t.Fatal(err)
		}
		if want := `{"ring":"` + hidden + `"}`; string(got) != want {
			t.Errorf("JSON is %s, want %s", got, want)
		}
	}
}

func TestALoggedRingIsAFixedText(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	for _, value := range []any{ring, *ring} {
		if got := slog.AnyValue(value).Resolve(); !got.Equal(slog.StringValue(hidden)) {
			t.Errorf("the log value is %v", got)
		}
	}
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"text": func(out *bytes.Buffer) slog.Handler { return slog.NewTextHandler(out, nil) },
		"json": func(out *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(out, nil) },
	} {
		for _, value := range []any{ring, *ring} {
			var out bytes.Buffer
			slog.New(handler(&out)).Info("started", "ring", value)
			if !strings.Contains(out.String(), hidden) {
				t.Errorf("%s handler wrote %s", name, out.String())
			}
		}
	}
}

// fmt never calls the methods of an unexported field, so here the structure itself must hide the keys.
func TestARingInsideAnotherStructureShowsNoKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	ring, _, err := secret.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	type service struct {
		name    string
		pointer *secret.Keyring
		value   secret.Keyring
	}
	holder := service{"identity", ring, *ring}
	var printed strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		fmt.Fprintf(&printed, verb, holder)
		fmt.Fprintf(&printed, verb, &holder)
		fmt.Fprintf(&printed, verb, ring)
	}
	for _, key := range keysInFile(t, path) {
		for _, form := range []string{
			string(key), hex.EncodeToString(key), base64.StdEncoding.EncodeToString(key),
			strings.Trim(fmt.Sprint(key), "[]"), strings.Trim(fmt.Sprintf("%#v", key), "[]byte{}"),
		} {
			if strings.Contains(printed.String(), form) {
				t.Error("a key has been printed")
			}
		}
	}
}

// keysInFile returns the last 32 bytes of the serialised keys: in both kinds the raw key comes last.
func keysInFile(t *testing.T, path string) [][]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type set struct {
		Key []struct {
			KeyData struct {
				Value []byte `json:"value"`
			} `json:"keyData"`
		} `json:"key"`
	}
	var file struct{ Encryption, Lookup set }
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	var keys [][]byte
	for _, key := range append(file.Encryption.Key, file.Lookup.Key...) {
		keys = append(keys, key.KeyData.Value[len(key.KeyData.Value)-32:])
	}
	if len(keys) != 2 {
		t.Fatalf("found %d keys in the file, want 2", len(keys))
	}
	return keys
}
