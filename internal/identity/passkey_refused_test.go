package identity_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// flaws are the ways in which a device's answer can be wrong although everything else is right.
var flaws = map[string]func(*device){
	"a page of another host":              func(d *device) { d.page.Origin = "https://app.bourse.example" },
	"a page of a host within the app's":   func(d *device) { d.page.Origin = "https://evil.app.bourse.test" },
	"a page of another port":              func(d *device) { d.page.Origin = "https://app.bourse.test:8443" },
	"a page without encryption":           func(d *device) { d.page.Origin = "http://app.bourse.test" },
	"a passkey of another domain":         func(d *device) { d.page.ID = "bourse.test" },
	"a device that did not check a thing": func(d *device) { d.authenticator.Options.UserNotVerified = true },
	"a device that nobody touched":        func(d *device) { d.authenticator.Options.UserNotPresent = true },
}

func TestAPasskeyIsRefusedForTheSmallestFlawAndUsesItsChallengeUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		all := map[string]func(*device){
			"the signature of another key": func(d *device) { d.credential.Key = newDevice(t).credential.Key },
			"a passkey that nobody has":    func(d *device) { d.credential.ID = append([]byte("x"), d.credential.ID...) },
			"the handle of another user":   func(d *device) { d.authenticator.Options.UserHandle = []byte("0123456789abcdef") },
			"no handle":                    func(d *device) { d.authenticator.Options.UserHandle = nil },
			"a passkey that moved":         func(d *device) { d.authenticator.Options.BackupEligible = true },
		}
		for name, flaw := range flaws {
			all[name] = flaw
		}
		for name, flaw := range all {
			options := h.beginPasskeyLogin("", "")
			flawed := *phone
			flaw(&flawed)
			_, err := h.LoginWithPasskey(t.Context(), origin, flawed.proof(options), "")
			if testkit.WantFault(t, err, fault.InvalidCredentials, "credential"); t.Failed() {
				t.Fatalf("with %s", name)
			}
			_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(options), "")
			if testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken"); t.Failed() {
				t.Fatalf("after %s", name)
			}
		}
		first, second := h.beginPasskeyLogin("", ""), h.beginPasskeyLogin("", "")
		mixed := phone.proof(first)
		mixed.CeremonyToken = second.CeremonyToken
		_, err := h.LoginWithPasskey(t.Context(), origin, mixed, "")
		testkit.WantFault(t, err, fault.InvalidCredentials, "credential") // an answer to another challenge
		for _, junk := range []string{"", "null", "{}", `{"id":"AA","rawId":"AA","type":"public-key","response":{}}`} {
			_, err := h.LoginWithPasskey(t.Context(), origin, identity.PasskeyProof{CeremonyToken: first.CeremonyToken, Credential: []byte(junk)}, "")
			testkit.WantFault(t, err, fault.ValidationError, "credential")
		}
		if sessions := h.openSessions(ann.id); sessions != 1 {
			t.Errorf("there are %d sessions, want that of the registration", sessions)
		}
		_, err = h.enterWith(phone)
		must(t, err)
	})
}

func TestANewPasskeyIsRefusedForTheSmallestFlawAndUsesItsChallengeUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for name, flaw := range flaws {
			options, flawed := ann.beginPasskey(), newDevice(t)
			flaw(flawed)
			_, err := ann.handIn(flawed, options, "Phone")
			if testkit.WantFault(t, err, fault.ValidationError, "credential"); t.Failed() {
				t.Fatalf("with %s", name)
			}
			_, err = ann.handIn(newDevice(t), options, "Phone")
			testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		}
		first, second := ann.beginPasskey(), ann.beginPasskey()
		_, err := h.AddPasskey(t.Context(), ann.caller(), identity.NewPasskey{
			CeremonyToken: second.CeremonyToken, Name: "Phone", Credential: newDevice(t).create(first),
		})
		testkit.WantFault(t, err, fault.ValidationError, "credential")
		elsewhere, bob := *ann, h.register("bob@example.com")
		elsewhere.enter()
		for _, stranger := range []*person{&elsewhere, bob} {
			_, err = stranger.handIn(newDevice(t), first, "Phone")
			testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		}
		phone := newDevice(t)
		_, err = ann.handIn(phone, first, "Phone") // which a stranger cannot spoil
		must(t, err)
		_, err = ann.handIn(phone, ann.beginPasskey(), "Again")
		testkit.WantFault(t, err, fault.Conflict, "credential")
		_, err = bob.handIn(phone, bob.beginPasskey(), "Mine too")
		testkit.WantFault(t, err, fault.Conflict, "credential")
		if passkeys := h.number(`SELECT COUNT(*) FROM passkeys`); passkeys != 1 {
			t.Errorf("there are %d passkeys", passkeys)
		}
	})
}

func TestAPasskeyWhoseCounterGoesBackIsDisabledAndItsOwnerTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		stolen := *phone // the copy has a counter of its own
		for range 3 {
			_, err := h.enterWith(phone)
			must(t, err)
		}
		_, err := h.enterWith(&stolen)
		testkit.WantFault(t, err, fault.InvalidCredentials, "credential")
		for range 2 { // either device: nobody can tell which one is the copy
			_, err = h.enterWith(phone)
			testkit.WantFault(t, err, fault.InvalidCredentials, "credential")
		}
		listed, err := h.Passkeys(t.Context(), ann.caller())
		must(t, err)
		if len(listed) != 1 || !listed[0].DisabledAt.Equal(h.clock.Now()) {
			t.Fatalf("the passkeys are %+v", listed)
		}
		if told := h.messages("passkey_copied"); len(told) != 1 || told[0].Recipient != ann.email || !strings.Contains(told[0].Text, `"Phone"`) {
			t.Errorf("the owner was told by %+v", told)
		}
		if entries := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'passkey.copied'`); entries != 1 {
			t.Errorf("it is written down %d times", entries)
		}
		key, _ := ann.enableTwoFactor()
		result, err := ann.login()
		must(t, err)
		if len(result.Challenge.Methods) != 2 {
			t.Errorf("the methods are %v", result.Challenge.Methods)
		}
		ann.tokens, err = ann.complete(result.Challenge.Token, h.code(key, 0))
		must(t, err)
		must(t, h.RemovePasskey(t.Context(), ann.caller(), listed[0].ID))
		ann.addPasskey(phone, "Phone again")
		_, err = h.enterWith(phone)
		must(t, err)
	})
}

func TestAPasskeyThatDoesNotCountIsNotTakenForACopy(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		synced := newDevice(t)
		synced.authenticator.Options.BackupEligible, synced.authenticator.Options.BackupState = true, true
		if added := ann.addPasskey(synced, "Password manager"); !added.BackedUp {
			t.Errorf("the passkey is %+v", added)
		}
		for range 3 {
			synced.credential.Counter = ^uint32(0) // sign increments it to zero
			_, err := h.enterWith(synced)
			must(t, err)
		}
	})
}

func TestOneChallengeOfAPasskeyOpensOneSession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		proof := phone.proof(h.beginPasskeyLogin("", ""))
		counts := tally(t, h.inParallel(12, func(int) error {
			_, err := h.LoginWithPasskey(t.Context(), origin, proof, "")
			return err
		}))
		if counts[""] != 1 || counts[fault.TokenInvalid] != 11 || h.openSessions(ann.id) != 2 {
			t.Errorf("twelve uses of one challenge gave %v and %d sessions", counts, h.openSessions(ann.id))
		}
	})
}

func TestAPasskeyDoesNotHelpWhoIsSuspendedOrComesToAnotherTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		boss := h.employ("boss@example.com", identity.RoleSuperAdmin, "")
		_, err := h.CreateTenant(t.Context(), boss.caller(), "northwind", "Northwind")
		must(t, err)
		ann, phone, _ := passkeyHouse(t, h)
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(h.beginPasskeyLogin("northwind", "")), "")
		testkit.WantFault(t, err, fault.InvalidCredentials, "credential")
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(h.beginPasskeyLogin("default", "")), "")
		must(t, err)
		_, err = h.BeginPasskeyLogin(t.Context(), origin, "nowhere", "")
		testkit.WantFault(t, err, fault.ValidationError, "tenant")

		yes := true
		_, err = h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		options := h.beginPasskeyLogin("", "")
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(options), "")
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(options), "")
		testkit.WantFault(t, err, fault.TokenInvalid)
	})
}

func TestWhatIsAskedOfAPasskeyExpiresAndIsCleanedUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		login, creation := h.beginPasskeyLogin("", ""), ann.beginPasskey()
		h.clock.Advance(5*time.Minute - time.Microsecond)
		must(t, h.Cleanup(t.Context()))
		if left := h.number(`SELECT COUNT(*) FROM passkey_ceremonies`); left != 2 {
			t.Errorf("%d ceremonies are left before their time", left)
		}
		h.clock.Advance(time.Microsecond)
		_, err := h.LoginWithPasskey(t.Context(), origin, phone.proof(login), "")
		testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		_, err = ann.handIn(newDevice(t), creation, "Late")
		testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		h.clock.Advance(time.Microsecond)
		must(t, h.Cleanup(t.Context()))
		if left := h.number(`SELECT COUNT(*) FROM passkey_ceremonies`); left != 0 {
			t.Errorf("%d ceremonies are left", left)
		}
	})
}

func TestAResetGivesAnEmailThatWasNeverVerifiedToItsOwnerWithoutTheStrangersPasskeys(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		stranger, key := h.register("ann@example.com"), newDevice(t)
		stranger.addPasskey(key, "Phone")
		begun := stranger.beginPasskey()
		h.forget(stranger.email)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		_, err := h.enterWith(key)
		testkit.WantFault(t, err, fault.InvalidCredentials)
		if left := h.number(`SELECT (SELECT COUNT(*) FROM passkeys) + (SELECT COUNT(*) FROM passkey_ceremonies WHERE user_id IS NOT NULL)`); left != 0 {
			t.Errorf("%d rows of the stranger's passkeys are left", left)
		}
		result, err := h.Login(t.Context(), origin, stranger.email, newPassword)
		must(t, err)
		owner := &person{h, stranger.id, stranger.email, result.Tokens}
		_, err = owner.handIn(newDevice(t), begun, "Late")
		testkit.WantFault(t, err, fault.TokenInvalid)
		owner.addPasskey(newDevice(t), "Mine")

		h.forget(owner.email) // from now on the email is proved to be the owner's
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), password))
		if left := h.number(`SELECT COUNT(*) FROM passkeys`); left != 1 {
			t.Errorf("%d passkeys are left, want the owner's", left)
		}
	})
}

// Only PostgreSQL allows a log-in while the owner's erasure is running.
func TestAPasskeyThatGoesWithItsOwnerWhileItIsShownLeavesNoTrace(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db)
	ann, phone, _ := passkeyHouse(t, h)
	proof := phone.proof(h.beginPasskeyLogin("", ""))
	leave := databasetest.Hold(t, db, `WITH gone AS (DELETE FROM passkeys) SELECT id FROM users WHERE id = $1 FOR UPDATE`, ann.id)
	answered := make(chan error, 1)
	go func() {
		_, err := h.LoginWithPasskey(t.Context(), origin, proof, "")
		answered <- err
	}()
	testkit.Until(t, "who logs in waits", func() bool {
		return h.number(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0
	})
	leave()
	testkit.WantFault(t, testkit.Receive(t, "who logs in is answered", answered), fault.InvalidCredentials, "credential")
	if written := h.number(`SELECT COUNT(*) FROM audit_log WHERE user_id = $1 AND action = 'login.failed'`, ann.id); written != 0 {
		t.Error("it is written down of somebody who may have left")
	}
}

func TestWhatABrowserTellsOfExtensionsIsLeftUnread(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone := h.register("ann@example.com"), newDevice(t)
		for _, told := range []string{`{"credProps":{"rk":true},"vendor":[{"a":1}]}`, `{"appid":true}`, `{"appid":"of the wrong type"}`, `null`, `[]`} {
			begun := ann.beginPasskey()
			added, err := h.AddPasskey(t.Context(), ann.caller(), identity.NewPasskey{
				CeremonyToken: begun.CeremonyToken, Name: "Phone", Credential: withExtensions(phone.create(begun), told),
			})
			must(t, err)
			proof := phone.proof(h.beginPasskeyLogin("", ""))
			proof.Credential = withExtensions(proof.Credential, told)
			_, err = h.LoginWithPasskey(t.Context(), origin, proof, "")
			must(t, err)
			must(t, h.RemovePasskey(t.Context(), ann.caller(), added.ID))
		}
	})
}

// withExtensions returns a credential with its extension outputs replaced.
func withExtensions(credential []byte, told string) []byte {
	return append([]byte(strings.TrimSuffix(strings.TrimSpace(string(credential)), "}")), []byte(`,"clientExtensionResults":`+told+`}`)...)
}

// This test measures what the process allocates, so it must not run in parallel.
func TestWhatABrowserTellsOfExtensionsTakesLittleMoreThanItsRoom(t *testing.T) {
	const size = 1 << 20
	told := `{"a":[` + strings.Repeat(`{"":0},`, size/7) + `0]}`
	for name, read := range map[string]func([]byte) error{"signed": identity.ReadPasskeyProof, "made": identity.ReadNewPasskey} {
		credential := withExtensions([]byte(`{"id":"AA","rawId":"AA","type":"public-key"}`), told)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read(credential)
		runtime.ReadMemStats(&after)
		testkit.WantFault(t, err, fault.ValidationError, "credential") // it holds nothing else
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 4*size {
			t.Errorf("%s: a credential of %d bytes takes %d", name, len(credential), taken)
		}
	}
}
