package identity_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestACachedKeyCostsNoQuery(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite))
	key, text := h.enterAs("ann@example.com", "default", identity.RoleUser).newKey()
	want, err := h.Authenticate(t.Context(), text)
	must(t, err)
	must(t, h.db.Close())
	got, err := h.Authenticate(t.Context(), text)
	must(t, err)
	if got != want {
		t.Errorf("the caller is %+v, want %+v", got, want)
	}
	got.NoteKeyUse("203.0.113.9")
	h.Forget(key.ID.String())
	if _, err := h.Authenticate(t.Context(), text); err == nil {
		t.Error("a forgotten key is let in without asking the database")
	}
	for _, junk := range []string{"bourse_", text[:42] + "_", identity.NewAPIKeyText()[:42]} {
		_, err := h.Authenticate(t.Context(), junk)
		testkit.WantFault(t, err, fault.Unauthorized) // without a query: the database is closed
	}
}

func TestWithoutAListenerEveryUseOfAKeyAsksTheDatabase(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.Postgres))
	_, text := h.enterAs("ann@example.com", "default", identity.RoleUser).newKey()
	_, err := h.Authenticate(t.Context(), text)
	must(t, err)
	h.exec(`UPDATE api_keys SET revoked_at = 1`) // by somebody whose notifications this process cannot hear
	_, err = h.Authenticate(t.Context(), text)
	testkit.WantFault(t, err, fault.Unauthorized)
}

func TestTheEndOfAKeyIsHeardByOtherReplicas(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	ann, boss := a.enterAs("ann@example.com", "default", identity.RoleUser), a.enterAs("boss@example.com", "default", identity.RoleAdmin)
	for range 20 {
		key, text := ann.newKey()
		caller, err := b.Authenticate(t.Context(), text)
		must(t, err)
		heard := make(chan struct{}, 100)
		cancel := b.Follow(caller.SessionID, func() { heard <- struct{}{} })
		must(t, a.RevokeAPIKey(t.Context(), ann.caller(), key.ID))
		_, err = a.Authenticate(t.Context(), text)
		testkit.WantFault(t, err, fault.Unauthorized) // immediately where it was revoked
		b.wantRefusedSoon(text, fault.Unauthorized)
		testkit.Receive(t, "who has something open with the key hears of it", heard)
		testkit.WantFault(t, b.StillIn(t.Context(), caller), fault.Unauthorized)
		cancel()
	}
	key, text := ann.newKey()
	_, err := b.Authenticate(t.Context(), text)
	must(t, err)
	yes, no := true, false
	_, err = a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
	must(t, err)
	b.wantRefusedSoon(text, fault.AccountSuspended)
	_, err = a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &no})
	must(t, err)
	testkit.Until(t, "the key is let in again", func() bool { _, err := b.Authenticate(t.Context(), text); return err == nil })
	a.clock.Set(key.ExpiresAt)
	for _, h := range []*house{a, b} {
		_, err = h.Authenticate(t.Context(), text)
		testkit.WantFault(t, err, fault.Unauthorized)
	}
}

func TestOnceAKeyIsRevokedNoRequestGetsIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.listen() // otherwise the cache keeps nothing on PostgreSQL
		ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
		owner := ann.caller()
		for round := range 40 {
			key, text := ann.newKey()
			var (
				revoked   atomic.Bool
				intruders atomic.Int64
				running   sync.WaitGroup
			)
			for range 8 {
				running.Go(func() {
					for after := 0; after < 20; {
						late := revoked.Load()
						_, err := h.Authenticate(t.Context(), text)
						if err != nil && !fault.Is(err, fault.Unauthorized) {
							t.Errorf("the key is refused with %v", err)
							return
						}
						if !late {
							h.Forget(key.ID.String()) // so that somebody is always reading while it changes
							continue
						}
						after++
						if err == nil {
							intruders.Add(1)
						}
					}
				})
			}
			err := h.RevokeAPIKey(t.Context(), owner, key.ID)
			revoked.Store(true)
			running.Wait()
			must(t, err)
			if count := intruders.Load(); count > 0 {
				t.Fatalf("in round %d the revoked key was let in %d times", round, count)
			}
		}
	})
}

func TestTheLastUseOfAKeyIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		ann.newKey() // which nobody uses
		_, text := ann.newKey()
		use := func(address string) identity.APIKey {
			t.Helper()
			caller, err := h.Authenticate(t.Context(), text)
			must(t, err)
			caller.NoteKeyUse(address)
			must(t, h.WriteActivity(t.Context()))
			keys, err := h.APIKeys(t.Context(), ann.caller())
			must(t, err)
			if !keys[1].LastUsedAt.IsZero() {
				t.Errorf("the other key was used at %s", keys[1].LastUsedAt)
			}
			return keys[0]
		}
		for _, c := range []struct {
			wait          time.Duration
			address, want string
			at            time.Duration
		}{
			{0, "203.0.113.1", "203.0.113.1", 0},
			{59 * time.Second, "203.0.113.2", "203.0.113.1", 0},
			{time.Second, "203.0.113.3", "203.0.113.3", time.Minute},
		} {
			h.clock.Advance(c.wait)
			if got := use(c.address); got.LastUsedIP != c.want || !got.LastUsedAt.Equal(start.Add(c.at)) {
				t.Errorf("the key was last used at %s from %s, want %s from %s", got.LastUsedAt, got.LastUsedIP, start.Add(c.at), c.want)
			}
		}
	})
}
