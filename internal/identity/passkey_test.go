package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAPasskeyOpensASessionWithoutPasswordAndName(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, added := passkeyHouse(t, h)
		if added.Name != "Phone" || !added.LastUsedAt.IsZero() || added.AAGUID != phone.authenticator.Aaguid {
			t.Errorf("the passkey is %+v", added)
		}
		bob, key := h.registerProven("bob@example.com"), newDevice(t)
		bob.addPasskey(key, "Key")
		ann.enableTwoFactor() // a passkey already counts as two factors
		h.clock.Advance(time.Hour)
		var entered person
		for _, c := range []struct {
			device *device
			owner  *person
		}{{phone, ann}, {key, bob}, {phone, ann}} {
			tokens, err := h.enterWith(c.device)
			must(t, err)
			if tokens.User.ID != c.owner.id {
				t.Errorf("the passkey of %s let %s in", c.owner.email, tokens.User.Email)
			}
			entered = *c.owner
			entered.tokens = tokens
			if aal := newForger(t, &entered).claims["aal"]; aal != "2" {
				t.Errorf("the assurance is %v", aal)
			}
			must(t, entered.caller().RequireRecentLogin(h.clock.Now()))
		}
		listed, err := h.Passkeys(t.Context(), h.freshCaller(ann))
		must(t, err)
		if len(listed) != 1 || !listed[0].LastUsedAt.Equal(h.clock.Now()) {
			t.Errorf("the passkeys are %+v", listed)
		}
		must(t, h.RemovePasskey(t.Context(), entered.caller(), added.ID))
		events := map[string]string{}
		for _, event := range h.events.All() {
			if data, err := json.Marshal(event.Data); err == nil && strings.Contains(string(data), added.ID.String()) {
				events[event.Type] = string(data)
			}
		}
		model := fmt.Sprintf(`"aaguid":%q`, added.AAGUID)
		if first, last := events["identity.passkey.added"], events["identity.passkey.removed"]; !strings.Contains(first, model) || strings.Contains(first, "lastUsedAt") ||
			!strings.Contains(last, model) || !strings.Contains(last, `"lastUsedAt":"`+h.clock.Now().UTC().Format("2006-01-02T15:04:05.000Z")) {
			t.Errorf("the events are %v", events)
		}
		told := map[string]string{}
		for _, mail := range h.messages("passkey_added") {
			told[mail.Recipient] = mail.Text
		}
		if len(told) != 2 || !strings.Contains(told[ann.email], `"Phone"`) || !strings.Contains(told[bob.email], `"Key"`) {
			t.Errorf("the owners were told %q", told)
		}
	})
}

// freshCaller is the person with a new session.
func (h *house) freshCaller(p *person) identity.Caller {
	h.t.Helper()
	again := *p
	again.enter()
	return again.caller()
}

func TestTheOptionsAskForAPasskeyThatIsFoundByItselfAndChecksItsOwner(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		begun := ann.beginPasskey()
		var creation struct {
			RP                     struct{ ID, Name string }
			User                   struct{ ID, Name string }
			Timeout                int
			Attestation            string
			ExcludeCredentials     []struct{ ID, Type string }
			AuthenticatorSelection struct{ ResidentKey, UserVerification string }
		}
		must(t, json.Unmarshal(begun.PublicKey, &creation))
		encode := base64.RawURLEncoding.EncodeToString
		if creation.RP.ID != "app.bourse.test" || creation.RP.Name != "Bourse" || creation.User.ID != encode(ann.id[:]) ||
			creation.User.Name != ann.email || creation.Timeout != 300_000 || creation.Attestation != "none" ||
			creation.AuthenticatorSelection.ResidentKey != "required" || creation.AuthenticatorSelection.UserVerification != "required" {
			t.Errorf("the options of a new passkey are %s", begun.PublicKey)
		}
		if known := creation.ExcludeCredentials; len(known) != 1 || known[0].ID != encode(phone.credential.ID) || known[0].Type != "public-key" {
			t.Errorf("the passkeys that there are already are %+v", known)
		}
		asked := h.beginPasskeyLogin("", "")
		var request struct {
			RPID             string `json:"rpId"`
			UserVerification string
			AllowCredentials []any
		}
		must(t, json.Unmarshal(asked.PublicKey, &request))
		if request.RPID != "app.bourse.test" || request.UserVerification != "required" || request.AllowCredentials == nil ||
			len(request.AllowCredentials) != 0 || asked.ExpiresIn != 5*time.Minute {
			t.Errorf("the options of a log-in are %s", asked.PublicKey)
		}
	})
}

func TestAPasskeyAnswersForTheSecondFactor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		key, _ := ann.enableTwoFactor()
		result, err := ann.login()
		must(t, err)
		if want := []string{"totp", "backup_code", "passkey"}; !slices.Equal(result.Challenge.Methods, want) {
			t.Errorf("the methods are %v", result.Challenge.Methods)
		}
		challenge := result.Challenge.Token
		options := h.beginPasskeyLogin("", challenge)
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(options), "") // not as a log-in by itself
		testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		_, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(h.beginPasskeyLogin("", "")), challenge) // nor the other way round
		testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		ann.tokens, err = h.LoginWithPasskey(t.Context(), origin, phone.proof(options), challenge)
		must(t, err)
		if aal := newForger(t, ann).claims["aal"]; aal != "2" {
			t.Errorf("the assurance is %v", aal)
		}
		_, err = h.BeginPasskeyLogin(t.Context(), origin, "", challenge) // which was valid for one session
		testkit.WantFault(t, err, fault.TokenInvalid, "challengeToken")

		bob, other := h.register("bob@example.com"), newDevice(t)
		bob.enableTwoFactor()
		_, err = h.BeginPasskeyLogin(t.Context(), origin, "", bob.challenge())
		testkit.WantFault(t, err, fault.Conflict)
		bob.addPasskey(other, "Key")
		challenge = ann.challenge()
		_, err = h.LoginWithPasskey(t.Context(), origin, other.proof(h.beginPasskeyLogin("", challenge)), challenge)
		testkit.WantFault(t, err, fault.Invalid2FACode, "credential")
		_, err = h.LoginWithPasskey(t.Context(), origin, other.proof(h.beginPasskeyLogin("", bob.challenge())), challenge)
		testkit.WantFault(t, err, fault.TokenInvalid, "ceremonyToken")
		_, err = ann.complete(challenge, h.code(key, 0)) // a refused passkey leaves the other ways in
		must(t, err)
	})
}

func TestShowingAPasskeyAgainIsARecentLogin(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, _ := passkeyHouse(t, h)
		bob, other := h.register("bob@example.com"), newDevice(t)
		_, err := h.BeginReauthentication(t.Context(), bob.caller())
		testkit.WantFault(t, err, fault.Conflict)
		bob.addPasskey(other, "Key")
		ann.enableTwoFactor()
		ann.enter() // a session with only a password
		_, err = h.BeginPasskey(t.Context(), ann.caller())
		testkit.WantFault(t, err, fault.ReauthenticationRequired)

		again := func(d *device, begun identity.PasskeyOptions) error {
			tokens, err := h.ReauthenticateWithPasskey(t.Context(), ann.caller(), d.proof(begun))
			if err == nil {
				ann.tokens = tokens
			}
			return err
		}
		begin := func(p *person) identity.PasskeyOptions {
			options, err := h.BeginReauthentication(t.Context(), p.caller())
			must(t, err)
			return options
		}
		testkit.WantFault(t, again(other, begin(ann)), fault.ValidationError, "passkey.credential")
		testkit.WantFault(t, again(phone, begin(bob)), fault.TokenInvalid, "ceremonyToken")
		elsewhere := *ann
		elsewhere.enter()
		testkit.WantFault(t, again(phone, begin(&elsewhere)), fault.TokenInvalid, "ceremonyToken")
		testkit.WantFault(t, again(phone, h.beginPasskeyLogin("", "")), fault.TokenInvalid, "ceremonyToken")
		must(t, again(phone, begin(ann)))
		if aal := newForger(t, ann).claims["aal"]; aal != "2" {
			t.Errorf("the assurance is %v", aal)
		}
		ann.beginPasskey()
		_, err = h.Reauthenticate(t.Context(), ann.caller(), "", "")
		testkit.WantFault(t, err, fault.ValidationError, "password")
	})
}

func TestPasskeysAreSeveralNamedAndRemoved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, first := passkeyHouse(t, h)
		h.clock.Advance(time.Second)
		key := newDevice(t)
		second := ann.addPasskey(key, "  Key  ")
		names := func() (all []string) {
			listed, err := h.Passkeys(t.Context(), ann.caller())
			must(t, err)
			for _, passkey := range listed {
				all = append(all, passkey.Name)
			}
			return all
		}
		if got := names(); !slices.Equal(got, []string{"Key", "Phone"}) {
			t.Errorf("the passkeys are %q", got)
		}
		_, err := h.RenamePasskey(t.Context(), ann.caller(), first.ID, "Old phone")
		must(t, err)
		for _, bad := range []string{"", "  ", "a\nb", strings.Repeat("é", 101)} {
			_, err := h.RenamePasskey(t.Context(), ann.caller(), first.ID, bad)
			testkit.WantFault(t, err, fault.ValidationError, "name")
			_, err = ann.handIn(newDevice(t), ann.beginPasskey(), bad)
			testkit.WantFault(t, err, fault.ValidationError, "name")
		}
		bob := h.register("bob@example.com")
		_, err = h.RenamePasskey(t.Context(), bob.caller(), first.ID, "Mine")
		testkit.WantFault(t, err, fault.NotFound)
		testkit.WantFault(t, h.RemovePasskey(t.Context(), bob.caller(), first.ID), fault.NotFound)

		h.clock.Advance(15*time.Minute + time.Second)
		ann.tokens, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		must(t, err)
		testkit.WantFault(t, h.RemovePasskey(t.Context(), ann.caller(), second.ID), fault.ReauthenticationRequired)
		ann.enter()
		must(t, h.RemovePasskey(t.Context(), ann.caller(), second.ID))
		testkit.WantFault(t, h.RemovePasskey(t.Context(), ann.caller(), second.ID), fault.NotFound)
		if got := names(); !slices.Equal(got, []string{"Old phone"}) {
			t.Errorf("the passkeys are %q", got)
		}
		_, err = h.enterWith(key)
		testkit.WantFault(t, err, fault.InvalidCredentials)
		_, err = h.enterWith(phone)
		must(t, err)
		if told := h.messages("passkey_removed"); len(told) != 1 || !strings.Contains(told[0].Text, `"Key"`) {
			t.Errorf("the owner was told by %+v", told)
		}
	})
}

func TestAnAccountHasAtMostTwentyPasskeysHoweverManyComeAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, _, _ := passkeyHouse(t, h)
		made, caller := make([]identity.NewPasskey, 24), ann.caller()
		for i := range made {
			begun := ann.beginPasskey()
			made[i] = identity.NewPasskey{CeremonyToken: begun.CeremonyToken, Name: "Key", Credential: newDevice(t).create(begun)}
		}
		counts := tally(t, h.inParallel(len(made), func(i int) error {
			_, err := h.AddPasskey(t.Context(), caller, made[i])
			return err
		}))
		if counts[""] != 19 || counts[fault.Conflict] != 5 {
			t.Errorf("twenty-four more at once gave %v", counts)
		}
		_, err := h.BeginPasskey(t.Context(), ann.caller())
		testkit.WantFault(t, err, fault.Conflict)
	})
}

func TestPasskeysCountOnPagesOfTheAppAndOfTheBrandsDomainsWithinItsHost(t *testing.T) {
	t.Parallel()
	for app, want := range map[string][]string{
		"https://example.com/app": {"https://example.com", "https://app.example.com", "https://example.com:8443"},
		"https://app.example.com": {"https://app.example.com", "https://app.example.com"},
		"http://localhost:3000":   {"http://localhost:3000", "https://localhost:5173", "http://localhost:5173"},
	} {
		domains := []string{"app.example.com", "example.com:8443", "notexample.com", "example.org", "localhost:5173"}
		if got := identity.PasskeyOrigins(brand.Brand{AppURL: app, Domains: domains}); !slices.Equal(got, want) {
			t.Errorf("of %s count %q, want %q", app, got, want)
		}
	}
}
