package identity

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"bourse/internal/fault"
)

const (
	shortestPassword = 8
	longestPassword  = 128
)

//go:embed common_passwords.txt
var commonPasswordList string

// commonPasswords are the passwords that attackers try first, in lower case.
var commonPasswords = sync.OnceValue(func() map[string]struct{} {
	set := map[string]struct{}{}
	for password := range strings.Lines(commonPasswordList) {
		set[strings.TrimRight(password, "\n")] = struct{}{}
	}
	return set
})

// checkPassword fails with WEAK_PASSWORD when a new password would soon be guessed. It has no rules about composition:
// what helps is length and not being on the list.
func checkPassword(field, password, email string) error {
	length := utf8.RuneCountInString(password)
	if length > longestPassword {
		return fault.Invalid(field, "must have at most %d characters", longestPassword)
	}
	if length < shortestPassword {
		return fault.New(fault.WeakPassword, "must have at least %d characters", shortestPassword).About(field)
	}
	lower := strings.ToLower(password)
	if _, common := commonPasswords()[lower]; common {
		return fault.New(fault.WeakPassword, "is one of the most common passwords").About(field)
	}
	local, _, _ := strings.Cut(email, "@")
	if lower == email || lower == local {
		return fault.New(fault.WeakPassword, "must not be the email").About(field)
	}
	return nil
}

// argonParameters are stored with each hash, so that they can be raised later.
type argonParameters struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

var presentParameters = argonParameters{memory: 19 * 1024, time: 2, threads: 1}

const (
	saltLength = 16
	hashLength = 32
)

// hasher computes argon2id hashes, a few at a time: more than one per processor would only use memory, 19 MiB each. A
// request that would wait longer than longestHashWait is refused instead.
type hasher struct {
	slots      *semaphore.Weighted
	width      int64           // the number of slots
	parameters argonParameters // for new hashes
	// dummy is a hash of an unknown password. Verifying against it takes as long as against a real one, so that the
	// response time does not reveal whether an email is registered.
	dummy func() string
	// compute is argon2id, unless a test counts calls.
	compute func(password, salt []byte, time, memory uint32, threads uint8, length uint32) []byte

	inside atomic.Int64 // requests that hash or wait
	lasts  atomic.Int64 // current duration of a hash, in nanoseconds
}

// longestHashWait is the longest wait for a slot. A person has given up by then.
const longestHashWait = 2 * time.Second

// firstGuess is the assumed duration of a hash before the first: the limit also applies to a process that has just
// started.
const firstGuess = 50 * time.Millisecond

var errTooManyHashes = fault.New(fault.ServiceUnavailable, "too many log-ins at once; try again")

// newHasher creates a hasher with the given number of slots; zero is one per processor.
func newHasher(parameters argonParameters, slots int) *hasher {
	width := int64(cmp.Or(slots, runtime.GOMAXPROCS(0)))
	h := &hasher{
		slots:      semaphore.NewWeighted(width),
		width:      width,
		parameters: parameters,
		compute:    argon2.IDKey,
		dummy:      sync.OnceValue(func() string { return encodeHash(parameters, random(saltLength), random(hashLength)) }),
	}
	h.lasts.Store(int64(firstGuess))
	return h
}

// hash fails with SERVICE_UNAVAILABLE when too many wait, and when the context ends while waiting for a slot.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := random(saltLength)
	digest, err := h.derive(ctx, password, salt, h.parameters, hashLength)
	if err != nil {
		return "", err
	}
	return encodeHash(h.parameters, salt, digest), nil
}

// verify reports whether the password matches the stored hash; for an empty hash it does the same work and reports
// false. outdated means that the hash was made with other parameters than the current ones.
func (h *hasher) verify(ctx context.Context, password, stored string) (fits, outdated bool, err error) {
	known := stored != ""
	if !known {
		stored = h.dummy()
	}
	parameters, salt, want, err := decodeHash(stored)
	if err != nil {
		return false, false, err
	}
	got, err := h.derive(ctx, password, salt, parameters, len(want))
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, parameters != h.parameters, nil
}

func (h *hasher) derive(ctx context.Context, password string, salt []byte, p argonParameters, length int) ([]byte, error) {
	defer h.inside.Add(-1)
	if wait := h.expectedWait(h.inside.Add(1)); wait > longestHashWait {
		return nil, errTooManyHashes.After(wait)
	}
	// Hashes may become slower while a request waits.
	waiting, cancel := context.WithTimeout(ctx, longestHashWait)
	defer cancel()
	if err := h.slots.Acquire(waiting, 1); err != nil && ctx.Err() == nil {
		return nil, errTooManyHashes.After(longestHashWait)
	} else if err != nil {
		return nil, fmt.Errorf("wait to hash a password: %w", err)
	}
	defer h.slots.Release(1)
	started := time.Now()
	derived := h.compute([]byte(password), salt, p.time, p.memory, p.threads, uint32(length))
	if p == h.parameters { // an old, cheaper hash says nothing about the wait
		h.took(time.Since(started))
	}
	return derived, nil
}

// recentHashes is about how many hashes their duration is averaged over. If only the last one counted, a process that
// has stood still for a moment would refuse everybody who arrives during the next one.
const recentHashes = 8

func (h *hasher) took(last time.Duration) {
	before := h.lasts.Load()
	h.lasts.Store(before + (int64(last)-before)/recentHashes) // of two concurrent updates one may be lost
}

// expectedWait estimates how long the request at this position will wait for a slot, from the current duration of a
// hash.
func (h *hasher) expectedWait(position int64) time.Duration {
	return time.Duration(max(0, position-h.width) * h.lasts.Load() / h.width)
}

func encodeHash(p argonParameters, salt, digest []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.memory, p.time, p.threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(digest))
}

var errBadHash = errors.New("a stored password hash is malformed")

func decodeHash(encoded string) (p argonParameters, salt, digest []byte, err error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return p, nil, nil, errBadHash
	}
	var version int
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return p, nil, nil, errBadHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.time, &p.threads); err != nil || p.time < 1 || p.threads < 1 {
		return p, nil, nil, errBadHash
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	digest, digestErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || digestErr != nil || len(digest) == 0 {
		return p, nil, nil, errBadHash
	}
	return p, salt, digest, nil
}

// random returns unguessable bytes. crypto/rand never fails: it ends the process instead.
func random(length int) []byte {
	bytes := make([]byte, length)
	rand.Read(bytes)
	return bytes
}
