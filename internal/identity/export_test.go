package identity

import (
	"context"
	"crypto/ed25519"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/nyaruka/phonenumbers"

	"bourse/internal/database"
	"bourse/internal/secret"
)

// Sign signs bytes as if they were an access token of ours, so that tests can forge tokens whose only
// flaw is what they say.
func (s *Service) Sign(data []byte) []byte { return ed25519.Sign(s.keys.present.Load().active, data) }

// HashCheaply makes password hashes cost next to nothing, for tests that are about something else.
func (s *Service) HashCheaply() {
	s.hasher = newHasher(argonParameters{memory: 64, time: 1, threads: 1}, 0)
}

// HashAsInProduction takes HashCheaply back.
func (s *Service) HashAsInProduction() { s.hasher = newHasher(presentParameters, 0) }

// HashOneAtATime hashes as in production with one slot, which has shown how long it takes.
func (s *Service) HashOneAtATime(ctx context.Context) error {
	s.hasher = newHasher(presentParameters, 1)
	_, err := s.hasher.hash(ctx, "the first one")
	return err
}

// HashAnew hashes as a process with one slot that has just started.
func (s *Service) HashAnew() { s.hasher = newHasher(presentParameters, 1) }

// ActiveKeyID is the kid of the key that signs.
func (s *Service) ActiveKeyID() string { return s.keys.present.Load().activeID }

// ReloadKeys does now what the worker does from time to time.
func (s *Service) ReloadKeys(ctx context.Context) error { return s.keys.load(ctx) }

// Forget drops a session from the cache, as a message about it does.
func (s *Service) Forget(session string) { s.gate.forget(session) }

// OpenSession logs a user in without the cost of a password check.
func (s *Service) OpenSession(ctx context.Context, user uuid.UUID, from Origin) (tokens Tokens, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		known, err := lockUser(ctx, tx, user)
		if err != nil {
			return err
		}
		tokens, err = s.openSession(ctx, tx, known, from, 1)
		return err
	})
	return tokens, err
}

// EnableTwoFactorWith turns the second factor on with a secret that the test knows.
func (s *Service) EnableTwoFactorWith(ctx context.Context, user uuid.UUID, key []byte) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		known, err := lockUser(ctx, tx, user)
		if err != nil {
			return err
		}
		if known.totpSecret, err = s.ring.Seal(key, "totp:"+user.String()); err != nil {
			return err
		}
		known.TOTPEnabledAt, known.totpLastStep = s.now(), 0
		return s.updateUser(ctx, tx, known)
	})
}

// ReencodeRefreshToken parses a refresh token and writes it again.
func ReencodeRefreshToken(encoded string, ring *secret.Keyring) (string, error) {
	token, err := parseRefreshToken(encoded, ring)
	if err != nil {
		return "", err
	}
	return token.encode(ring), nil
}

// EncodeRefreshToken writes a token of the given parts. The secret must have 32 bytes.
func EncodeRefreshToken(session uuid.UUID, generation int64, key []byte, ring *secret.Keyring) string {
	return refreshToken{session, generation, key}.encode(ring)
}

// ParseRefreshToken takes a token apart.
func ParseRefreshToken(encoded string, ring *secret.Keyring) (session uuid.UUID, generation int64, key []byte, err error) {
	token, err := parseRefreshToken(encoded, ring)
	return token.sessionID, token.generation, token.secret, err
}

// RecodeHash decodes a password hash and encodes it again.
func RecodeHash(encoded string) (string, error) {
	parameters, salt, digest, err := decodeHash(encoded)
	if err != nil && !errors.Is(err, errBadHash) {
		return "", errors.New("decodeHash fails with another error than its own")
	}
	return encodeHash(parameters, salt, digest), err
}

// MatchingStep is the rule of which code counts.
func MatchingStep(key []byte, code string, now time.Time, last int64) (int64, bool) {
	return matchingStep(key, code, now, last)
}

// The pure functions that properties are stated about.
var (
	NormalizeEmail      = normalizeEmail
	CanonicalBackupCode = canonicalBackupCode
	NewBackupCode       = newBackupCode
	NetworkOf           = networkOf
)

// LimitTexts sets the bounds of text messages.
func (s *Service) LimitTexts(limits TextLimits) { s.settings.Texts = limits }

// NormalizePhone brings a number to E.164.
func NormalizePhone(number string) (string, error) {
	parsed, err := parsePhone(number)
	if err != nil {
		return "", err
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), nil
}

// The form of API keys.
var (
	NewAPIKeyText = newAPIKey
	IsAPIKey      = isAPIKey
	ChecksumOf    = checksumOf
)

// WriteActivity does now what the worker does from time to time.
func (s *Service) WriteActivity(ctx context.Context) error { return s.activity.flush(ctx) }
