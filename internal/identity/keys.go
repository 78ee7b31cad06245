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

	"bourse/internal/database"
	"bourse/internal/secret"
)

// keysTopic is notified when the signing keys changed.
const keysTopic = "identity.keys"

// keyReloadInterval is how often the keys are read even though nobody told of a change, as a process that
// is not a replica (the command line on SQLite) cannot tell.
const keyReloadInterval = 30 * time.Second

// keys holds the keys that sign access tokens. The next key is published before it signs and the previous
// one after, so that no verifier with a cached key set ever meets a key that it does not know.
type keys struct {
	db       *database.DB
	ring     *secret.Keyring
	now      func() time.Time
	lifetime time.Duration // of an access token
	present  atomic.Pointer[keySet]
	reload   chan struct{}
}

// keySet is the keys at one moment.
type keySet struct {
	activeID string
	active   ed25519.PrivateKey
	public   map[string]ed25519.PublicKey
	jwks     []byte
}

func newKeys(db *database.DB, ring *secret.Keyring, now func() time.Time, lifetime time.Duration) *keys {
	return &keys{db: db, ring: ring, now: now, lifetime: lifetime, reload: make(chan struct{}, 1)}
}

// ensure makes the first keys when there are none, and loads them.
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

// insert adds a new key unless one in that state exists already.
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
	_, err = tx.Exec(ctx, `
		INSERT INTO signing_keys (id, state, public_key, private_key, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (state) WHERE state <> 'previous' DO NOTHING`,
		id, state, []byte(public), sealed, database.Micros(k.now()))
	if err != nil {
		return fmt.Errorf("insert a signing key: %w", err)
	}
	return nil
}

// rotate makes the next key sign from now on. The key that signed until now stays valid for as long as
// its tokens live.
func (k *keys) rotate(ctx context.Context) error {
	err := k.db.InTx(ctx, func(tx *database.Tx) error {
		now := database.Micros(k.now())
		retired := database.Micros(k.now().Add(-2*k.lifetime - time.Hour))
		steps := []struct {
			query string
			args  []any
		}{
			// Each rotation holds every key first, so that two at once go one after the other.
			{`SELECT id FROM signing_keys ORDER BY id` + tx.ForUpdate(), nil},
			{`DELETE FROM signing_keys WHERE state = 'previous' AND retired_at < $1`, []any{retired}},
			{`UPDATE signing_keys SET state = 'previous', retired_at = $1 WHERE state = 'active'`, []any{now}},
			{`UPDATE signing_keys SET state = 'active' WHERE state = 'next'`, nil},
		}
		for _, step := range steps {
			if _, err := tx.Exec(ctx, step.query, step.args...); err != nil {
				return fmt.Errorf("rotate the signing keys: %w", err)
			}
		}
		tx.NotifyAtCommit(keysTopic, "rotated")
		return k.insert(ctx, tx, "next")
	})
	if err != nil {
		return err
	}
	return k.load(ctx)
}

// load reads the keys anew.
func (k *keys) load(ctx context.Context) error {
	type row struct {
		id, state       string
		public, private []byte
	}
	rows, err := k.db.Query(ctx, `SELECT id, state, public_key, private_key FROM signing_keys ORDER BY created_at, id`)
	stored, err := database.Collect(rows, err, func(r database.Row) (row, error) {
		var one row
		err := r.Scan(&one.id, &one.state, &one.public, &one.private)
		return one, err
	})
	if err != nil {
		return fmt.Errorf("read the signing keys: %w", err)
	}
	set := &keySet{public: map[string]ed25519.PublicKey{}}
	for _, one := range stored {
		set.public[one.id] = one.public
		if one.state == "active" {
			seed, err := k.ring.Open(one.private, "signing-key:"+one.id)
			if err != nil {
				return fmt.Errorf("the key file is not the one that this database was set up with: %w", err)
			}
			set.activeID, set.active = one.id, ed25519.NewKeyFromSeed(seed)
		}
	}
	if set.active == nil {
		return fmt.Errorf("the database holds no active signing key")
	}
	if set.jwks, err = encodeJWKS(set.public); err != nil {
		return err
	}
	k.present.Store(set)
	return nil
}

// askReload makes the worker read the keys soon.
func (k *keys) askReload() {
	select {
	case k.reload <- struct{}{}:
	default: // already asked
	}
}

// Name and Run make keys a worker that keeps them fresh.
func (k *keys) Name() string { return "identity-keys" }

func (k *keys) Run(ctx context.Context) error {
	ticker := time.NewTicker(keyReloadInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-k.reload:
		}
		if err := k.load(ctx); err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// encodeJWKS is the key set in the form of RFC 8037.
func encodeJWKS(public map[string]ed25519.PublicKey) ([]byte, error) {
	type jwk struct {
		KeyType   string `json:"kty"`
		Curve     string `json:"crv"`
		X         string `json:"x"`
		ID        string `json:"kid"`
		Use       string `json:"use"`
		Algorithm string `json:"alg"`
	}
	set := struct {
		Keys []jwk `json:"keys"`
	}{Keys: []jwk{}}
	for id, key := range public {
		set.Keys = append(set.Keys, jwk{"OKP", "Ed25519", base64.RawURLEncoding.EncodeToString(key), id, "sig", "EdDSA"})
	}
	return json.Marshal(set)
}

// RotateSigningKeys makes the next key sign access tokens from now on. Tokens signed before stay valid.
func (s *Service) RotateSigningKeys(ctx context.Context) error { return s.keys.rotate(ctx) }

// JWKS is the public key set, in the form of RFC 7517.
func (s *Service) JWKS() []byte { return s.keys.present.Load().jwks }
