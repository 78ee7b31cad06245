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
	// maxSecretLength is how many characters a signing secret has at most.
	maxSecretLength = 255
	// newKeyLength is as many bytes as SHA-256 yields: a longer key makes a signature no stronger.
	newKeyLength = 32
)

// What ParseKey refuses. Each completes a sentence that begins with the name of the setting; neither says what the secret was.
var (
	ErrNoSecret      = errors.New("must not be empty")
	ErrSecretTooLong = fmt.Errorf("must have at most %d characters", maxSecretLength)
)

// ParseKey makes the key that a signing secret stands for. A secret of the form whsec_<base64> stands for
// the bytes that it encodes; every other one, also one that begins with whsec_ and goes on with something
// that is not base64, stands for its own characters. It fails with ErrNoSecret when that leaves no byte,
// for anybody can sign with an empty key, and with ErrSecretTooLong.
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

// NewSecret makes a fresh secret from 32 random bytes, in the form whsec_<base64>.
func NewSecret() string {
	var key [newKeyLength]byte
	rand.Read(key[:]) // never fails: without randomness the program stops
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}
