package identity

import (
	"crypto/sha256"
	"hash/crc32"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// APIKey is what is known of a key with which a program calls in its owner's name. The key itself is shown once.
type APIKey struct {
	ID         uuid.UUID
	UserID     uuid.UUID
	Name       string
	Prefix     string // what it begins with, by which its owner tells it from others
	Scopes     Scopes
	ExpiresAt  time.Time
	LastUsedAt time.Time // zero until it was used
	LastUsedIP string
	CreatedAt  time.Time

	tenantID  uuid.UUID
	hash      []byte
	revokedAt time.Time
}

// A key is its prefix, thirty random letters and digits (178 bits), and their checksum: whoever finds one in a file or a
// log knows what it is, and a mistyped one is refused without a look at the database.
const (
	apiKeyPrefix   = "bourse_"
	apiKeyBody     = 30
	apiKeyChecksum = 6
	apiKeyLength   = len(apiKeyPrefix) + apiKeyBody + apiKeyChecksum
	apiKeyShown    = len(apiKeyPrefix) + 6
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newAPIKey makes a key that nobody can guess.
func newAPIKey() string {
	body := make([]byte, 0, apiKeyBody)
	for len(body) < apiKeyBody {
		for _, b := range random(apiKeyBody) {
			// The last few values of a byte would make some symbols likelier than others.
			if b < 4*62 && len(body) < apiKeyBody {
				body = append(body, base62[b%62])
			}
		}
	}
	return apiKeyPrefix + string(body) + checksumOf(string(body))
}

// checksumOf is the CRC-32 of a text in six digits of base 62, as scanners of leaked secrets know it from others' keys.
func checksumOf(body string) string {
	var digits [apiKeyChecksum]byte
	rest := crc32.ChecksumIEEE([]byte(body))
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = base62[rest%62]
		rest /= 62
	}
	return string(digits[:])
}

// isAPIKey reports whether a text has the form of a key, checksum included.
func isAPIKey(text string) bool {
	rest, ok := strings.CutPrefix(text, apiKeyPrefix)
	if !ok || len(text) != apiKeyLength {
		return false
	}
	body, sum := rest[:apiKeyBody], rest[apiKeyBody:]
	for _, symbol := range []byte(body) {
		if strings.IndexByte(base62, symbol) < 0 {
			return false
		}
	}
	return checksumOf(body) == sum
}

// hashAPIKey is what is stored of a key. It is unguessable already, so a plain hash does.
func hashAPIKey(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

var errBadAPIKey = fault.New(fault.Unauthorized, "the API key is not valid")

// open fails with UNAUTHORIZED once the key was revoked or has expired.
func (k *APIKey) open(now time.Time) error {
	switch {
	case !k.revokedAt.IsZero():
		return fault.New(fault.Unauthorized, "this API key was revoked")
	case !now.Before(k.ExpiresAt):
		return fault.New(fault.Unauthorized, "this API key has expired")
	}
	return nil
}
