package identity

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/secret"
	"bourse/internal/worker"
)

// keysTopic is notified when the signing keys have changed.
const keysTopic = "identity.keys"

// keyReloadInterval is how often the keys are read without a notification: a process that is not a replica (the command
// line on SQLite) cannot notify.
const keyReloadInterval = 30 * time.Second

// keys holds the keys that sign access tokens. A key is published before it begins to sign and after it has stopped, so
// that no verifier with a cached key set ever meets an unknown key.
type keys struct {
	db       *database.DB
	ring     *secret.Keyring
	now      func() time.Time
	lifetime time.Duration // of an access token
	present  atomic.Pointer[keySet]
	wake     worker.Wake
}

// keySet is the keys at one moment.
type keySet struct {
	activeID string
	active   ed25519.PrivateKey
	public   []publicKey // oldest first
	readAt   time.Time
}

// publicKey verifies what its private half has signed.
type publicKey struct {
	id  string
	key ed25519.PublicKey
	// until is when the last token that the key can have signed expires; zero until the key is retired. A thief of the
	// key can sign for longer, but is refused from then on.
	until time.Time
}

func (k *publicKey) verifies(now time.Time) bool { return k.until.IsZero() || now.Before(k.until) }

// find returns the key with this id, unless it has outlived its use.
func (s *keySet) find(id string, now time.Time) (ed25519.PublicKey, bool) {
	for i := range s.public {
		if known := &s.public[i]; known.id == id {
			return known.key, known.verifies(now)
		}
	}
	return nil, false
}

// retiredKeyLives is how long a key verifies after its retirement. A replica that learns of the rotation only at its
// next reload signs with the key until then, by a clock that may be ahead, and such a token lives for lifetime.
func retiredKeyLives(lifetime time.Duration) time.Duration {
	return lifetime + keyReloadInterval + clockSkew
}

func newKeys(db *database.DB, ring *secret.Keyring, now func() time.Time, lifetime time.Duration) *keys {
	return &keys{db: db, ring: ring, now: now, lifetime: lifetime, wake: worker.NewWake()}
}

// ensure creates the first keys when there are none, and loads them.
func (k *keys) ensure(ctx context.Context) error {
	err := k.db.InTx(ctx, func(tx *database.Tx) error {
		for _, state := range []string{"active", "next"} {
			if err := k.insert(ctx, tx, state); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return k.load(ctx)
}

// insert adds a new key unless a key in that state already exists.
func (k *keys) insert(ctx context.Context, tx *database.Tx, state string) error {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	id := uuid.NewString()
	sealed, err := k.ring.Seal(private.Seed(), "signing-key:"+id)
	if err != nil {
		return fmt.Errorf("seal a signing key: %w", err)
	}
	return insertKey(ctx, tx, &storedKey{id: id, state: state, public: public, private: sealed, createdAt: k.now()})
}

// rotate makes the next key sign from now on. The previous one stays valid for as long as its tokens live. Record
// stores which key was active and which now is, in the same transaction.
func (k *keys) rotate(ctx context.Context, record func(tx *database.Tx, before, after string) error) error {
	err := k.db.InTx(ctx, func(tx *database.Tx) error {
		before, after, err := advanceKeys(ctx, tx, k.retiredBefore(), k.now())
		if err != nil {
			return err
		}
		tx.NotifyAtCommit(keysTopic, "rotated")
		if err := k.insert(ctx, tx, "next"); err != nil {
			return err
		}
		return record(tx, before, after)
	})
	if err != nil {
		return err
	}
	return k.load(ctx)
}

// retiredBefore is the time at or before which a key must have been retired to be of no further use.
func (k *keys) retiredBefore() time.Time { return k.now().Add(-retiredKeyLives(k.lifetime)) }

// load reloads the keys.
func (k *keys) load(ctx context.Context) error {
	stored, err := readKeys(ctx, k.db)
	if err != nil {
		return fmt.Errorf("read the signing keys: %w", err)
	}
	set := &keySet{readAt: k.now()}
	for _, key := range stored {
		public := publicKey{id: key.id, key: key.public}
		if key.state == "previous" {
			public.until = key.retiredAt.Add(retiredKeyLives(k.lifetime))
		}
		set.public = append(set.public, public)
		if key.state == "active" {
			seed, err := k.ring.Open(key.private, "signing-key:"+key.id)
			if err != nil {
				return fmt.Errorf("the key file is not the one that this database was set up with: %w", err)
			}
			set.activeID, set.active = key.id, ed25519.NewKeyFromSeed(seed)
		}
	}
	if set.active == nil {
		return fmt.Errorf("the database holds no active signing key")
	}
	k.present.Store(set)
	return nil
}

// wakeAfter makes the worker reload the keys because a token names one that is not in the set and that another replica
// may have created since. Anybody can invent a key id, so it does this at most once a second.
func (k *keys) wakeAfter(set *keySet) {
	if k.now().Sub(set.readAt) >= time.Second {
		k.wake.Notify()
	}
}

// Name and Run make keys a worker that keeps them up to date.
func (k *keys) Name() string { return "identity-keys" }

func (k *keys) Run(ctx context.Context) error {
	return worker.Loop(ctx, k.wake, worker.Every(keyReloadInterval, k.load))
}

// jwks is the key set in the form of RFC 8037, without keys that no longer verify anything.
func (s *keySet) jwks(now time.Time) []byte {
	type jwk struct {
		KeyType   string `json:"kty"`
		Curve     string `json:"crv"`
		X         string `json:"x"`
		ID        string `json:"kid"`
		Use       string `json:"use"`
		Algorithm string `json:"alg"`
	}
	published := struct {
		Keys []jwk `json:"keys"`
	}{Keys: []jwk{}}
	for i := range s.public {
		if known := &s.public[i]; known.verifies(now) {
			x := base64.RawURLEncoding.EncodeToString(known.key)
			published.Keys = append(published.Keys, jwk{"OKP", "Ed25519", x, known.id, "sig", "EdDSA"})
		}
	}
	encoded, _ := json.Marshal(published) // strings always encode
	return encoded
}

// RotateSigningKeys makes the next key sign access tokens from now on. Tokens signed earlier remain valid until they
// expire.
func (s *Service) RotateSigningKeys(ctx context.Context) error {
	tenant, err := s.TenantBySlug(ctx, DefaultTenant) // the keys are the platform's, whose log is the default tenant's
	if err != nil {
		return err
	}
	return s.keys.rotate(ctx, func(tx *database.Tx, before, after string) error {
		return s.record(ctx, tx, audit.Entry{
			TenantID: tenant.ID, Actor: operator.Actor(), Action: "signing_keys.rotated",
			Subject: audit.Subject{Kind: "signing_key", ID: after},
			Before:  audit.Fields{"active": before}, After: audit.Fields{"active": after},
		})
	})
}

// JWKS returns the public key set in the form of RFC 7517.
func (s *Service) JWKS() []byte { return s.keys.present.Load().jwks(s.now()) }
