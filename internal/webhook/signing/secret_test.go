package signing_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bourse/internal/webhook/signing"
)

func TestNewSecretsAreThirtyTwoBytesAndNeverTheSame(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 100 {
		secret := signing.NewSecret()
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) != 32 || !strings.HasPrefix(secret, "whsec_") {
			t.Fatalf("%d bytes, %v", len(key), err)
		}
		if seen[secret] {
			t.Fatal("the same secret twice")
		}
		seen[secret] = true
	}
}

func TestASecretThatCannotBeAKeyIsRefused(t *testing.T) {
	t.Parallel()
	for secret, want := range map[string]error{
		"":                       signing.ErrNoSecret,
		"whsec_":                 signing.ErrNoSecret,
		strings.Repeat("k", 256): signing.ErrSecretTooLong,
		strings.Repeat("é", 256): signing.ErrSecretTooLong,
	} {
		if _, err := signing.ParseKey(secret); !errors.Is(err, want) {
			t.Errorf("%d characters: %v, want %v", len(secret), err, want)
		}
	}
}

func TestAPrefixedSecretThatIsNotBase64StandsForItsCharacters(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_700_000_000, 0)
	const secret = "whsec_my own words"
	encoded := "whsec_" + base64.StdEncoding.EncodeToString([]byte(secret))
	got := signing.Signature(id, at, body, mustKey(t, secret))
	if want := signing.Signature(id, at, body, mustKey(t, encoded)); got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
}

func TestAKeyDoesNotPrintItsSecret(t *testing.T) {
	t.Parallel()
	const secret = "hush-hush-hush"
	key := mustKey(t, secret)
	signing.Signature(id, time.Now(), body, key)
	encoded, err := json.Marshal(map[string]any{"key": key})
	if err != nil {
		t.Fatal(err)
	}
	decimal := strings.Trim(fmt.Sprint([]byte(secret)), "[]")
	for _, printed := range []string{fmt.Sprintf("%v %+v %#v", key, key, key), fmt.Sprintf("%+v", &key), string(encoded)} {
		if strings.Contains(printed, secret) || strings.Contains(printed, decimal) {
			t.Errorf("printed as %s", printed)
		}
	}
}
