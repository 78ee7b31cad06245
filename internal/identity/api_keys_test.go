package identity_test

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

var (
	readPrices  = identity.Operation{ID: "readPrices", Group: "trading:read"}
	placeOrder  = identity.Operation{ID: "placeOrder", Group: "trading:write"}
	listPeople  = identity.Operation{ID: "listPeople", Group: "people:read"}
	changeRole  = identity.Operation{ID: "changeRole", Group: "people:write", ClosedToKeys: true}
	changeLogin = identity.Operation{ID: "changeLogin", Group: "people:read", ClosedToKeys: true}
	operations  = []identity.Operation{readPrices, placeOrder, listPeople, changeRole, changeLogin}
)

// newKey creates a key of the person's for everything that keys may call.
func (p *person) newKey() (identity.APIKey, string) {
	p.h.t.Helper()
	key, text, err := p.h.CreateAPIKey(p.h.t.Context(), p.caller(), identity.APIKeyRequest{
		Name: "a bot", Scopes: []string{"trading:read", "trading:write", "people:read"},
	})
	must(p.h.t, err)
	return key, text
}

func TestAKeyActsAsItsOwnerWithinItsScopes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		all := [5]fault.Code{"", "", "", fault.Forbidden, fault.Forbidden}
		for name, c := range map[string]struct {
			scopes []string
			want   [5]fault.Code // by operation
		}{
			"a group that reads":  {[]string{"trading:read"}, [5]fault.Code{"", fault.Forbidden, fault.Forbidden, fault.Forbidden, fault.Forbidden}},
			"a group that writes": {[]string{"trading:write"}, [5]fault.Code{fault.Forbidden, "", fault.Forbidden, fault.Forbidden, fault.Forbidden}},
			"an operation":        {[]string{"listPeople"}, [5]fault.Code{fault.Forbidden, fault.Forbidden, "", fault.Forbidden, fault.Forbidden}},
			"everything":          {[]string{"trading:read", "people:read", "placeOrder", "trading:read"}, all},
		} {
			key, text, err := h.CreateAPIKey(t.Context(), ann.caller(), identity.APIKeyRequest{Name: " " + name, Scopes: c.scopes})
			must(t, err)
			if key.Name != name || !strings.HasPrefix(text, key.Prefix) || len(key.Prefix) != 13 || !identity.IsAPIKey(text) {
				t.Errorf("the key is %+v, %q", key, text)
			}
			caller, err := h.Authenticate(t.Context(), text)
			must(t, err)
			if caller.UserID != ann.id || caller.KeyID != key.ID || caller.Role != identity.RoleUser || caller.TenantID != ann.caller().TenantID {
				t.Errorf("the caller is %+v", caller)
			}
			for i, operation := range operations {
				if got := code(caller.MayCall(operation)); got != c.want[i] {
					t.Errorf("a key for %s may call %s: %q, want %q", name, operation.ID, got, c.want[i])
				}
				must(t, ann.caller().MayCall(operation))
			}
		}
	})
}

func TestAKeyIsRefusedThatCannotBe(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		reading, many := []string{"trading:read"}, make([]string, 51)
		for i := range many {
			many[i] = "trading:read" + strings.Repeat("x", i)
		}
		for name, c := range map[string]struct {
			request identity.APIKeyRequest
			want    fault.Code
			field   string
		}{
			"no name":               {identity.APIKeyRequest{Name: " \t", Scopes: reading}, fault.ValidationError, "name"},
			"a long name":           {identity.APIKeyRequest{Name: strings.Repeat("é", 101), Scopes: reading}, fault.ValidationError, "name"},
			"two lines":             {identity.APIKeyRequest{Name: "a\nb", Scopes: reading}, fault.ValidationError, "name"},
			"no text":               {identity.APIKeyRequest{Name: "\xff", Scopes: reading}, fault.ValidationError, "name"},
			"no scopes":             {identity.APIKeyRequest{Name: "a"}, fault.ValidationError, "scopes"},
			"too many":              {identity.APIKeyRequest{Name: "a", Scopes: many}, fault.ValidationError, "scopes"},
			"an unknown one":        {identity.APIKeyRequest{Name: "a", Scopes: []string{"trading:read", "trading"}}, fault.ValidationError, "scopes"},
			"a group of nothing":    {identity.APIKeyRequest{Name: "a", Scopes: []string{"people:write"}}, fault.ValidationError, "scopes"},
			"what no key may":       {identity.APIKeyRequest{Name: "a", Scopes: []string{"changeRole"}}, fault.Forbidden, "scopes"},
			"an end that was":       {identity.APIKeyRequest{Name: "a", Scopes: reading, ExpiresAt: start}, fault.ValidationError, "expiresAt"},
			"an end too far":        {identity.APIKeyRequest{Name: "a", Scopes: reading, ExpiresAt: start.Add(366*24*time.Hour + time.Microsecond)}, fault.ValidationError, "expiresAt"},
			"the last end there is": {identity.APIKeyRequest{Name: "a", Scopes: reading, ExpiresAt: start.Add(366 * 24 * time.Hour)}, "", ""},
		} {
			_, _, err := h.CreateAPIKey(t.Context(), ann.caller(), c.request)
			if c.want == "" {
				must(t, err)
				continue
			}
			if refusal := testkit.WantFault(t, err, c.want); refusal.Field != c.field {
				t.Errorf("%s: the field is %q, want %q", name, refusal.Field, c.field)
			}
		}
		h.clock.Advance(16 * time.Minute)
		ann.tokens, _ = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		_, _, err := h.CreateAPIKey(t.Context(), ann.caller(), identity.APIKeyRequest{Name: "a", Scopes: reading})
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
	})
}

func TestAKeyEndsWhenItExpiresIsRevokedOrItsOwnerIsLockedOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob, boss := h.register("ann@example.com"), h.register("bob@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		key, text := ann.newKey()
		wants := func(what string, want fault.Code) {
			t.Helper()
			_, err := h.Authenticate(t.Context(), text)
			if got := code(err); got != want {
				t.Errorf("%s: %q, want %q (%v)", what, got, want, err)
			}
			if _, err := h.CallerOf(t.Context(), key.ID); code(err) != want {
				t.Errorf("%s: who has it open is told %v, want %q", what, err, want)
			}
		}
		yes, no, trader := true, false, identity.RoleTrader
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		wants("its owner is locked out", fault.AccountSuspended)
		_, err = h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &no, Role: &trader})
		must(t, err)
		wants("its owner is back", "")
		if caller, _ := h.Authenticate(t.Context(), text); caller.Role != trader {
			t.Errorf("the key's role is %s, want that of its owner now", caller.Role)
		}

		testkit.WantFault(t, h.RevokeAPIKey(t.Context(), bob.caller(), key.ID), fault.NotFound)
		ann.enter() // the suspension has ended the session, but not the key
		must(t, h.RevokeAPIKey(t.Context(), ann.caller(), key.ID))
		wants("it was revoked", fault.Unauthorized)
		testkit.WantFault(t, h.RevokeAPIKey(t.Context(), ann.caller(), key.ID), fault.NotFound)
		if left, err := h.APIKeys(t.Context(), ann.caller()); err != nil || len(left) != 0 {
			t.Errorf("%d keys are listed, %v", len(left), err)
		}

		key, text = ann.newKey()
		h.clock.Set(key.ExpiresAt.Add(-time.Microsecond))
		wants("before it expires", "")
		h.clock.Advance(time.Microsecond)
		wants("it has expired", fault.Unauthorized)
		if want := start.Add(90 * 24 * time.Hour); !key.ExpiresAt.Equal(want) {
			t.Errorf("the key expires at %s, want %s", key.ExpiresAt, want)
		}

		h.clock.Advance(30*24*time.Hour + time.Second)
		must(t, h.Cleanup(t.Context()))
		if left := h.number(`SELECT COUNT(*) FROM api_keys`); left != 0 {
			t.Errorf("%d keys are kept that ended a month ago", left)
		}
		wantGone(t, h, text)
	})
}

func wantGone(t *testing.T, h *house, text string) {
	t.Helper()
	h.Forget("")
	_, err := h.Authenticate(t.Context(), text)
	testkit.WantFault(t, err, fault.Unauthorized)
}

func TestOfAKeyOnlyTheHashIsKept(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		_, text := h.registerProven("ann@example.com").newKey()
		var (
			hash  []byte
			shown string
		)
		must(t, db.QueryRow(t.Context(), `SELECT hash, name || ' ' || prefix || ' ' || scopes || ' ' || id FROM api_keys`).Scan(&hash, &shown))
		if sum := sha256.Sum256([]byte(text)); !bytes.Equal(hash, sum[:]) {
			t.Errorf("%x is kept, want the hash %x", hash, sum)
		}
		if strings.Contains(shown, text[13:]) || strings.Contains(shown, text[13:37]) {
			t.Errorf("the key stands in the database: %s", shown)
		}
		if logged := string(h.log.bytes()); strings.Contains(logged, text[13:37]) {
			t.Error("the key stands in the log")
		}
		for _, mail := range h.messages("api_key_created") {
			if strings.Contains(mail.Text, text[:13]) || !strings.Contains(mail.Text, `"a bot"`) {
				t.Errorf("the owner is told %q", mail.Text)
			}
		}
	})
}

func TestAUserHasFiftyKeysHoweverManyAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		results := testkit.InParallel(60, func(int) error {
			_, _, err := h.CreateAPIKey(t.Context(), caller, identity.APIKeyRequest{Name: "a bot", Scopes: []string{"trading:read"}})
			if err != nil && !fault.Is(err, fault.Conflict) {
				t.Errorf("a key more is %v", err)
			}
			return err
		})
		keys, err := h.APIKeys(t.Context(), caller)
		must(t, err)
		if made := testkit.Succeeded(results); made != 50 || len(keys) != 50 {
			t.Errorf("%d keys were made and %d are listed, want 50", made, len(keys))
		}
		ended := testkit.InParallel(10, func(int) error { return h.RevokeAPIKey(t.Context(), caller, keys[0].ID) })
		if count := testkit.Succeeded(ended); count != 1 {
			t.Errorf("a key was revoked %d times", count)
		}
		if mails := len(h.messages("api_key_revoked")); mails != 1 {
			t.Errorf("its owner was told %d times", mails)
		}
		ann.newKey() // there is room again
	})
}

func TestAKeyReachesNothingThatGuardsTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		key, text := h.employ("boss@example.com", identity.RoleSuperAdmin, "").newKey()
		caller, err := h.Authenticate(t.Context(), text)
		must(t, err)
		caller.Origin = origin
		testkit.WantFault(t, caller.RequireRecentLogin(start), fault.Forbidden)
		testkit.WantFault(t, h.RevokeAPIKey(t.Context(), caller, key.ID), fault.Forbidden)
		_, err = h.APIKeys(t.Context(), caller)
		testkit.WantFault(t, err, fault.Forbidden)
		_, _, err = h.CreateAPIKey(t.Context(), caller, identity.APIKeyRequest{Name: "another", Scopes: []string{"trading:read"}})
		testkit.WantFault(t, err, fault.Forbidden)
		_, err = h.SetupTwoFactor(t.Context(), caller)
		testkit.WantFault(t, err, fault.Forbidden)
		_, err = h.BackupCodes(t.Context(), caller)
		testkit.WantFault(t, err, fault.Forbidden)

		// What the key may call is logged under its name.
		_, err = h.CreateTenant(t.Context(), caller, "acorn", "Acorn")
		must(t, err)
		if named := h.number(`SELECT COUNT(*) FROM audit_log WHERE actor_id = $1 AND api_key_id = $2`, caller.UserID, key.ID); named != 1 {
			t.Errorf("%d entries name the key, want 1", named)
		}
		entries, _, err := h.AuditLog(t.Context(), caller, caller.TenantID, audit.Filter{Action: "api_key.created"}, database.Page{Number: 1, Limit: 10})
		must(t, err)
		if len(entries) != 1 || entries[0].Subject.ID != key.ID.String() || entries[0].Details["scopes"] != "people:read trading:read trading:write" {
			t.Errorf("the log says %+v", entries)
		}
	})
}
