package identity_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// retiredKeyLives is how long a key verifies after its retirement: the lifetime of an access token plus what a replica
// that learns of the rotation late and a clock that is ahead may add.
const retiredKeyLives = 15*time.Minute + 35*time.Second

func TestARetiredKeyVerifiesOnlyForAsLongAsItsTokensLive(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.listen() // otherwise the cache keeps nothing on PostgreSQL
		neighbour := newReplica(t, db, h.ring, h.clock)
		ann := h.register("ann@example.com")
		thief := newForger(t, ann) // has stolen the active key and signs for a year ahead
		old := h.ActiveKeyID()
		year := h.clock.Now().Add(365 * 24 * time.Hour).Unix()
		seen, unseen := thief.withClaims(fields{"exp": year}), thief.withClaims(fields{"exp": year, "jti": "another"})
		for _, one := range []*house{h, neighbour} {
			_, err := one.Authenticate(t.Context(), seen) // and is cached
			must(t, err)
		}
		must(t, h.RotateSigningKeys(t.Context()))
		must(t, neighbour.ReloadKeys(t.Context()))

		h.clock.Advance(retiredKeyLives - time.Second)
		for _, one := range []*house{h, neighbour} {
			_, err := one.Authenticate(t.Context(), seen)
			must(t, err)
			if publicKeys(t, one.JWKS())[old] == nil {
				t.Error("the retired key is not published although its tokens may live")
			}
		}
		h.clock.Advance(time.Second)
		restarted := newReplica(t, db, h.ring, h.clock)
		for name, one := range map[string]*house{"the replica": h, "its neighbour": neighbour, "one that was restarted": restarted} {
			for what, token := range map[string]string{"a remembered": seen, "an unknown": unseen} {
				if _, err := one.Authenticate(t.Context(), token); !fault.Is(err, fault.Unauthorized) {
					t.Errorf("%s: %s token of a retired key: %v", name, what, err)
				}
			}
			if publicKeys(t, one.JWKS())[old] != nil {
				t.Errorf("%s publishes a key that verifies nothing any more", name)
			}
		}
		must(t, h.Cleanup(t.Context()))
		if kept := h.number(`SELECT COUNT(*) FROM signing_keys WHERE id = $1`, old); kept != 0 {
			t.Error("a key that is of no use any more is kept")
		}
	})
}

func TestARetiredKeyIsForgottenByWhoRememberedItsTokens(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.listen()
		ann := h.register("ann@example.com")
		ann.caller()
		h.exec(`UPDATE signing_keys SET state = 'previous', retired_at = 1 WHERE state = 'active'`) // long ago
		h.exec(`UPDATE signing_keys SET state = 'active' WHERE state = 'next'`)
		must(t, h.ReloadKeys(t.Context()))
		_, err := ann.authenticate()
		testkit.WantFault(t, err, fault.Unauthorized)
	})
}

func TestTheKeySetIsPublishedInOneOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for range 6 {
			must(t, h.RotateSigningKeys(t.Context()))
		}
		first := h.JWKS()
		same := slices.Repeat([]bool{true}, 20)
		for i := range same {
			must(t, h.ReloadKeys(t.Context()))
			same[i] = bytes.Equal(first, h.JWKS())
		}
		if slices.Contains(same, false) {
			t.Error("the same keys are published in another order each time")
		}
	})
}
