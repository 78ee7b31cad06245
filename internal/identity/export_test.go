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

// HashWaits is how long the second who has to wait would wait for a turn to hash after hashes took so long, and how long
// anybody may.
func (s *Service) HashWaits(took ...time.Duration) (expected, longest time.Duration) {
	for _, one := range took {
		s.hasher.took(one)
	}
	return s.hasher.expectedWait(s.hasher.width + 2), longestHashWait
}

// CountHashes makes a note of what every hash costs from now on, in KiB and passes.
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

// GiveDomains gives tenants the domains that are theirs, as they are told in a Host and in an Origin.
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

// MeantTenant is the rule of which tenant is meant.
func MeantTenant(named, ofPage, ofHost uuid.UUID, knowing []uuid.UUID, standard uuid.UUID) uuid.UUID {
	return tenancyClues{named: named, ofPage: ofPage, ofHost: ofHost, knowing: knowing, standard: standard}.meant()
}

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

// PasskeyOrigins are the pages whose passkeys count.
func PasskeyOrigins(of brand.Brand) []string {
	app, err := url.Parse(of.AppURL)
	if err != nil {
		panic(err)
	}
	return passkeyOrigins(of, app)
}

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

// The rules of profiles and devices.
var (
	ParseName     = parseName
	ParseLocale   = parseLocale
	ParseTimeZone = parseTimeZone
	HideNumber    = hideNumber
)

// DescribeDevice tells a User-Agent as people are told of it.
func DescribeDevice(userAgent string) string { return deviceOf(userAgent).String() }

// PlayedLink is a link of a change of email that is opened so long after the change was asked for.
type PlayedLink struct {
	Link  string // present, new, cancel or another
	After time.Duration
}

// PlayEmailChange opens links of one change, in order, and tells what each answers: the status, cancelled, or invalid;
// with "again" behind it when the link has done nothing.
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

// WriteActivity does now what the worker does from time to time.
func (s *Service) WriteActivity(ctx context.Context) error { return s.activity.flush(ctx) }

// ReadPasskeyProof tells whether what a browser has signed can be read.
func ReadPasskeyProof(credential []byte) error {
	_, err := PasskeyProof{Credential: credential}.parse("credential")
	return err
}

// ReadNewPasskey tells whether what a browser has made can be read.
func ReadNewPasskey(credential []byte) error {
	_, err := NewPasskey{Credential: credential}.parse()
	return err
}
