package secret_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/secret"
)

// newRing returns a ring in memory.
func newRing(t testing.TB) *secret.Keyring {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

func seal(t testing.TB, ring *secret.Keyring, plaintext, context string) []byte {
	t.Helper()
	sealed, err := ring.Seal([]byte(plaintext), context)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func wantOpens(t testing.TB, ring *secret.Keyring, sealed []byte, context, want string) {
	t.Helper()
	plaintext, err := ring.Open(sealed, context)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	if string(plaintext) != want {
		t.Errorf("opened %q, want %q", plaintext, want)
	}
}

func wantRefused(t testing.TB, ring *secret.Keyring, sealed []byte, context string) {
	t.Helper()
	plaintext, err := ring.Open(sealed, context)
	if !errors.Is(err, secret.ErrCannotOpen) {
		t.Errorf("open gave %q and error %v, want ErrCannotOpen", plaintext, err)
	}
}

func TestWhatIsSealedOpensInItsContext(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	rapid.Check(t, func(t *rapid.T) {
		plaintext := rapid.SliceOf(rapid.Byte()).Draw(t, "plaintext")
		context := rapid.String().Draw(t, "context")
		sealed, err := ring.Seal(plaintext, context)
		if err != nil {
			t.Fatal(err)
		}
		if len(plaintext) >= 4 && bytes.Contains(sealed, plaintext) {
			t.Fatal("the sealed form shows the plaintext")
		}
		opened, err := ring.Open(sealed, context)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(opened, plaintext) {
			t.Fatalf("opened %x, want %x", opened, plaintext)
		}
	})
}

func TestAnotherContextIsRefused(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	sealed := seal(t, ring, "JBSWY3DPEHPK3PXP", "totp:alice")
	wantOpens(t, ring, sealed, "totp:alice", "JBSWY3DPEHPK3PXP")
	for _, context := range []string{"", "totp:bob", "totp:alic", "totp:alicee", "TOTP:alice"} {
		wantRefused(t, ring, sealed, context)
	}
}

func TestAnotherRingIsRefused(t *testing.T) {
	t.Parallel()
	sealed := seal(t, newRing(t), "plain", "context")
	wantRefused(t, newRing(t), sealed, "context")
}

func TestEveryChangedByteIsRefused(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	sealed := seal(t, ring, "plain", "context")
	for i := range sealed {
		changed := slices.Clone(sealed)
		changed[i] ^= 1
		wantRefused(t, ring, changed, "context")
	}
	for length := range sealed {
		wantRefused(t, ring, sealed[:length], "context")
	}
	wantRefused(t, ring, append(slices.Clone(sealed), 0), "context")
}

func TestSealingTwiceGivesTwoForms(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	if bytes.Equal(seal(t, ring, "plain", "context"), seal(t, ring, "plain", "context")) {
		t.Error("the same plaintext was sealed to the same bytes")
	}
}

func TestTheErrorOfOpenHoldsNothingOfItsInput(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	_, err := ring.Open([]byte("sealed-marker"), "context-marker")
	if err == nil {
		t.Fatal("junk was opened")
	}
	if strings.Contains(err.Error(), "marker") {
		t.Errorf("the error repeats what it was given: %v", err)
	}
}

func TestAMACIsTheSameEachTimeAndOfFullLength(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	first, second := ring.MAC("backup-code", []byte("data")), ring.MAC("backup-code", []byte("data"))
	if !bytes.Equal(first, second) {
		t.Error("two values of the same data differ")
	}
	if len(first) != 32 {
		t.Errorf("the value has %d bytes, want 32", len(first))
	}
	if all := ring.MACs("backup-code", []byte("data")); len(all) != 1 || !bytes.Equal(all[0], first) {
		t.Errorf("a ring of one key gives %x, want only %x", all, first)
	}
	if bytes.Equal(first, newRing(t).MAC("backup-code", []byte("data"))) {
		t.Error("two rings give the same value")
	}
}

func TestPurposeAndDataDoNotRunIntoEachOther(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	seen := map[string]string{}
	for _, pair := range [][2]string{
		{"", ""}, {"ab", "c"}, {"a", "bc"}, {"", "abc"}, {"abc", ""}, {"c", "ab"},
		{"a", "\x00b"}, {"a\x00", "b"}, {"", "\x00\x00\x00\x00\x00\x00\x00\x01a"}, {"a", ""},
	} {
		value := string(ring.MAC(pair[0], []byte(pair[1])))
		name := pair[0] + "|" + pair[1]
		if other, found := seen[value]; found {
			t.Errorf("%q and %q have the same value", name, other)
		}
		seen[value] = name
	}
}

func TestOneRingServesManyGoroutines(t *testing.T) {
	t.Parallel()
	ring := newRing(t)
	want := ring.MAC("purpose", []byte("data"))
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 50 {
				sealed, err := ring.Seal([]byte("plain"), "context")
				if err != nil {
					t.Error(err)
					return
				}
				wantOpens(t, ring, sealed, "context", "plain")
				if !bytes.Equal(ring.MAC("purpose", []byte("data")), want) {
					t.Error("the value changed")
				}
			}
		})
	}
	all.Wait()
}

func FuzzOpenNeverPanics(f *testing.F) {
	ring := newRing(f)
	genuine := seal(f, ring, "plain", "context")
	f.Add(genuine, "context")
	f.Add(genuine[:5], "context")
	f.Add([]byte{}, "")
	f.Add([]byte{1, 0, 0, 0, 0}, "x")
	f.Fuzz(func(t *testing.T, sealed []byte, context string) {
		plaintext, err := ring.Open(sealed, context)
		if bytes.Equal(sealed, genuine) && context == "context" {
			return
		}
		if !errors.Is(err, secret.ErrCannotOpen) || plaintext != nil {
			t.Errorf("junk gave %q and error %v, want ErrCannotOpen", plaintext, err)
		}
	})
}
