package identity_test

import (
	"fmt"
	"hash/crc32"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"bourse/internal/identity"
)

// keyForm is what scanners for leaked secrets look for.
var keyForm = regexp.MustCompile(`^bourse_[0-9A-Za-z]{36}$`)

func TestAKeyIsRecognisedByItsPrefixAndChecksum(t *testing.T) {
	t.Parallel()
	seen, symbols := map[string]bool{}, map[rune]bool{}
	for range 2000 {
		key := identity.NewAPIKeyText()
		if !keyForm.MatchString(key) || !identity.IsAPIKey(key) || seen[key] {
			t.Fatalf("%q is no new key", key)
		}
		seen[key] = true
		for _, symbol := range key[7:37] {
			symbols[symbol] = true
		}
		// This follows the documentation and not the code.
		if want := fmt.Sprintf("%06s", base62Of(crc32.ChecksumIEEE([]byte(key[7:37])))); key[37:] != want {
			t.Fatalf("the checksum of %q is %q, want %q", key, key[37:], want)
		}
	}
	if len(symbols) != 62 {
		t.Errorf("the keys are made of %d symbols, want 62", len(symbols))
	}
}

// base62Of formats a number with digits, capitals and small letters, in this order.
func base62Of(number uint32) string {
	swap := func(r rune) rune { // big.Int puts the small letters first
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	return strings.Map(swap, new(big.Int).SetUint64(uint64(number)).Text(62))
}

func TestWhatIsChangedInAKeyMakesItNone(t *testing.T) {
	t.Parallel()
	key := identity.NewAPIKeyText()
	for i := range key {
		for _, symbol := range "0Az_" {
			changed := key[:i] + string(symbol) + key[i+1:]
			if changed != key && identity.IsAPIKey(changed) {
				t.Errorf("%q passes for a key", changed)
			}
		}
	}
	for _, text := range []string{"", "bourse_", key[:42], key + "0", " " + key, key + "\n", strings.ToUpper(key), "Bourse_" + key[7:]} {
		if identity.IsAPIKey(text) {
			t.Errorf("%q passes for a key", text)
		}
	}
}

func FuzzJunkIsNoAPIKey(f *testing.F) {
	for _, seed := range []string{"", "bourse_", identity.NewAPIKeyText(), "bourse_" + strings.Repeat("0", 36), "bourse_" + strings.Repeat("é", 18)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !identity.IsAPIKey(text) {
			return
		}
		if !keyForm.MatchString(text) || identity.ChecksumOf(text[7:37]) != text[37:] {
			t.Errorf("%q passes for a key", text)
		}
	})
}
