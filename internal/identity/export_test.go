package identity

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/nyaruka/phonenumbers"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/secret"
)

// Sign signs bytes with our active key, so that tests can forge access tokens whose only flaw is their content.
func (s *Service) Sign(data []byte) []byte { return ed25519.Sign(s.keys.present.Load().active, data) }

// HashCheaply makes hashing passwords almost free, for tests of other things.
func (s *Service) HashCheaply() {
	s.hasher = newHasher(argonParameters{memory: 64, time: 1, threads: 1}, 0)
}

// HashAsInProduction undoes HashCheaply.
func (s *Service) HashAsInProduction() { s.hasher = newHasher(presentParameters, 0) }

// HashOneAtATime hashes as in production, with one slot whose duration has been measured.
func (s *Service) HashOneAtATime(ctx context.Context) error {
	s.hasher = newHasher(presentParameters, 1)
	_, err := s.hasher.hash(ctx, "the first one")
	return err
}

// HashAnew hashes like a process with one slot that has just started.
func (s *Service) HashAnew() { s.hasher = newHasher(presentParameters, 1) }

// HashWaits returns the expected wait of the second waiting request after hashes took these durations, and the longest
// permitted wait.
func (s *Service) HashWaits(took ...time.Duration) (expected, longest time.Duration) {
	for _, one := range took {
		s.hasher.took(one)
	}
	return s.hasher.expectedWait(s.hasher.width + 2), longestHashWait
}

// CountHashes records what every hash costs from now on, in KiB and passes.
func (s *Service) CountHashes() (made func() [][2]uint32) {
	var (
		mutex sync.Mutex
		all   [][2]uint32
	)
	compute := s.hasher.compute
	s.hasher.compute = func(password, salt []byte, time, memory uint32, threads uint8, length uint32) []byte {
		mutex.Lock()
		all = append(all, [2]uint32{memory, time})
		mutex.Unlock()
		return compute(password, salt, time, memory, threads, length)
	}
	return func() [][2]uint32 {
		mutex.Lock()
		defer mutex.Unlock()
		made := all
		all = nil
		return made
	}
}

// GiveDomains assigns domains to tenants, as they appear in Host and Origin headers.
func (s *Service) GiveDomains(domains map[string]uuid.UUID) {
	s.domains = func(_ context.Context, _ database.Querier, place string) (uuid.UUID, bool, error) {
		_, host, isPage := strings.Cut(place, "://")
		if !isPage {
			host = place
		}
		tenant, isTheirs := domains[host]
		return tenant, isTheirs, nil
	}
}

// MeantTenant is the rule for which tenant is meant.
func MeantTenant(named, ofPage, ofHost uuid.UUID, knowing []uuid.UUID, standard uuid.UUID) uuid.UUID {
	return tenancyClues{named: named, ofPage: ofPage, ofHost: ofHost, knowing: knowing, standard: standard}.meant()
}

// ActiveKeyID is the kid of the signing key.
func (s *Service) ActiveKeyID() string { return s.keys.present.Load().activeID }

// ReloadKeys does at once what the worker does periodically.
func (s *Service) ReloadKeys(ctx context.Context) error { return s.keys.load(ctx) }

// Forget drops a session from the cache, as a notification about it does.
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

// EnableTwoFactorWith turns the second factor on with a secret known to the test.
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

// ReencodeRefreshToken parses a refresh token and encodes it again.
func ReencodeRefreshToken(encoded string, ring *secret.Keyring) (string, error) {
	token, err := parseRefreshToken(encoded, ring)
	if err != nil {
		return "", err
	}
	return token.encode(ring), nil
}

// EncodeRefreshToken encodes a token with the given parts. The secret must have 32 bytes.
func EncodeRefreshToken(session uuid.UUID, generation int64, key []byte, ring *secret.Keyring) string {
	return refreshToken{session, generation, key}.encode(ring)
}

// ParseRefreshToken splits a token into its parts.
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

// MatchingStep is the rule for which codes are accepted.
func MatchingStep(key []byte, code string, now time.Time, last int64) (int64, bool) {
	return matchingStep(key, code, now, last)
}

// The pure functions that the property tests use.
var (
	NormalizeEmail      = normalizeEmail
	CanonicalBackupCode = canonicalBackupCode
	NewBackupCode       = newBackupCode
	NetworkOf           = networkOf
)

// PasskeyOrigins are the origins whose passkeys are accepted.
func PasskeyOrigins(of brand.Brand) []string {
	app, err := url.Parse(of.AppURL)
	if err != nil {
		panic(err)
	}
	return passkeyOrigins(of, app)
}

// LimitTexts sets the limits for text messages.
func (s *Service) LimitTexts(limits TextLimits) { s.settings.Texts = limits }

// NormalizePhone converts a number to E.164.
func NormalizePhone(number string) (string, error) {
	parsed, err := parsePhone(number)
	if err != nil {
		return "", err
	}
	return phonenumbers.Format(parsed, phonenumbers.E164), nil
}

// The rules of profiles and devices.
var (
	ParseName     = parseName
	ParseLocale   = parseLocale
	ParseTimeZone = parseTimeZone
	HideNumber    = hideNumber
)

// DescribeDevice describes a User-Agent as users see it.
func DescribeDevice(userAgent string) string { return deviceOf(userAgent).String() }

// PlayedLink is a link of a change of email that is opened some time after the request.
type PlayedLink struct {
	Link  string // present, new, cancel or another
	After time.Duration
}

// PlayEmailChange opens links of one change, in order, and returns the answers: the status, cancelled, or invalid;
// followed by "again" when the link has done nothing.
func PlayEmailChange(links ...PlayedLink) (answers []string) {
	asked := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	change, tokens := newEmailChange(&User{Email: "before@example.com"}, uuid.New(), "after@example.com", asked)
	byName := map[string]string{"present": tokens.present, "new": tokens.new, "cancel": tokens.cancel}
	for _, played := range links {
		hash, now := hashToken(byName[played.Link]), asked.Add(played.After)
		step, answer := change.confirm, func() string { return string(change.status()) }
		if played.Link == "cancel" {
			step, answer = change.cancel, func() string { return "cancelled" }
		}
		switch isFirst, err := step(hash, now); {
		case err != nil:
			answers = append(answers, "invalid")
		case isFirst:
			answers = append(answers, answer())
		default:
			answers = append(answers, answer()+" again")
		}
	}
	return answers
}

// The form of API keys.
var (
	NewAPIKeyText = newAPIKey
	IsAPIKey      = isAPIKey
	ChecksumOf    = checksumOf
)

// WriteActivity does at once what the worker does periodically.
func (s *Service) WriteActivity(ctx context.Context) error { return s.activity.flush(ctx) }

// ReadPasskeyProof reports whether a browser's signature can be parsed.
func ReadPasskeyProof(credential []byte) error {
	_, err := PasskeyProof{Credential: credential}.parse("credential")
	return err
}

// ReadNewPasskey reports whether a browser's new passkey can be parsed.
func ReadNewPasskey(credential []byte) error {
	_, err := NewPasskey{Credential: credential}.parse()
	return err
}
