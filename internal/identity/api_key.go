package identity

import (
	"crypto/sha256"
	"hash/crc32"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// APIKey describes a key with which a program acts as its owner. The key itself is shown only once.
type APIKey struct {
	ID         uuid.UUID
	UserID     uuid.UUID
	Name       string
	Prefix     string // the start of the key, by which its owner recognises it
	Scopes     Scopes
	ExpiresAt  time.Time
	LastUsedAt time.Time // zero until first used
	LastUsedIP string
	CreatedAt  time.Time

	tenantID  uuid.UUID
	hash      []byte
	revokedAt time.Time
}

// A key is its prefix, thirty random letters and digits (178 bits), and their checksum: anyone who finds one in a file
// or a log can tell what it is, and a mistyped one is refused without a query.
const (
	apiKeyPrefix   = "bourse_"
	apiKeyBody     = 30
	apiKeyChecksum = 6
	apiKeyLength   = len(apiKeyPrefix) + apiKeyBody + apiKeyChecksum
	apiKeyShown    = len(apiKeyPrefix) + 6
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// newAPIKey generates an unguessable key.
func newAPIKey() string {
	body := make([]byte, 0, apiKeyBody)
	for len(body) < apiKeyBody {
		for _, b := range random(apiKeyBody) {
			// Using the last few byte values would make some symbols likelier than others.
			if b < 4*62 && len(body) < apiKeyBody {
				body = append(body, base62[b%62])
			}
		}
	}
	return apiKeyPrefix + string(body) + checksumOf(string(body))
}

// checksumOf is the CRC-32 of a text in six base-62 digits, the format that secret scanners know from other vendors'
// keys.
func checksumOf(body string) string {
	var digits [apiKeyChecksum]byte
	rest := crc32.ChecksumIEEE([]byte(body))
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = base62[rest%62]
		rest /= 62
	}
	return string(digits[:])
}

// isAPIKey reports whether a text has the form of a key, including the checksum.
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

// hashAPIKey returns the hash under which a key is stored. Keys are unguessable, so a plain hash is enough.
func hashAPIKey(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

var errBadAPIKey = fault.New(fault.Unauthorized, "the API key is not valid")

// open fails with UNAUTHORIZED once the key has been revoked or has expired.
func (k *APIKey) open(now time.Time) error {
	switch {
	case !k.revokedAt.IsZero():
		return fault.New(fault.Unauthorized, "this API key was revoked")
	case !now.Before(k.ExpiresAt):
		return fault.New(fault.Unauthorized, "this API key has expired")
	}
	return nil
}
