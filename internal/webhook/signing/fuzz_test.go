package signing_test

import (
	"errors"
	"testing"

	"bourse/internal/webhook/signing"
)

// FuzzASecretIsAKeyOrRefused checks that any secret of a tenant yields a key or one of the two errors.
func FuzzASecretIsAKeyOrRefused(f *testing.F) {
	for _, seed := range []string{"", "whsec_", "whsec_YQ==", "whsec_YQ", "whsec_\x00", "a text of one's own", "whsec_whsec_YQ==", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, secret string) {
		if _, err := signing.ParseKey(secret); err != nil && !errors.Is(err, signing.ErrNoSecret) && !errors.Is(err, signing.ErrSecretTooLong) {
			t.Errorf("%q: %v", secret, err)
		}
	})
}
