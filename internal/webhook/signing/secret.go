package signing

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// secretPrefix marks a secret whose rest is the key in base64.
	secretPrefix = "whsec_"
	// maxSecretLength is the maximum number of characters of a signing secret.
	maxSecretLength = 255
	// newKeyLength is the size of a SHA-256 hash: a longer key makes a signature no stronger.
	newKeyLength = 32
)

// Errors of ParseKey. Each completes a sentence that begins with the name of the setting; neither reveals the secret.
var (
	ErrNoSecret      = errors.New("must not be empty")
	ErrSecretTooLong = fmt.Errorf("must have at most %d characters", maxSecretLength)
)

// ParseKey returns the key for a signing secret. A secret of the form whsec_<base64> stands for the bytes that it
// encodes; any other one, even whsec_ followed by something that is not base64, stands for its own characters. It fails
// with ErrNoSecret when the key would be empty, since anybody can sign with that, and with ErrSecretTooLong.
func ParseKey(secret string) (Key, error) {
	if utf8.RuneCountInString(secret) > maxSecretLength {
		return Key{}, ErrSecretTooLong
	}
	key := []byte(secret)
	if encoded, hasPrefix := strings.CutPrefix(secret, secretPrefix); hasPrefix {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			key = decoded
		}
	}
	if len(key) == 0 {
		return Key{}, ErrNoSecret
	}
	return newKey(key), nil
}

// NewSecret returns a new secret of 32 random bytes, in the form whsec_<base64>.
func NewSecret() string {
	var key [newKeyLength]byte
	rand.Read(key[:]) // never fails: without randomness it ends the program
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}
