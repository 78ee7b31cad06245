package pages_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"bourse/test/e2e/kit"
	"bourse/test/journeys/browser"
)

//go:embed passkeys.html
var passkeysPage []byte

// newApp serves the page as the brand's app would be, by name: passkeys belong to names and not to addresses.
func newApp(t *testing.T) (origin string) {
	t.Helper()
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(passkeysPage)
	}))
	t.Cleanup(app.Close)
	at, err := url.Parse(app.URL)
	if err != nil {
		t.Fatal(err)
	}
	return "http://localhost:" + at.Port()
}

// called is the page's answer from the API.
type called struct {
	Status      int
	Data        map[string]any
	Code, Field string
	Body        map[string]any // what it had sent
}

// frontEnd is the app in a browser with a virtual authenticator that always agrees.
type frontEnd struct {
	*browser.Chromium
	t             *testing.T
	api           string
	authenticator string
}

func openApp(t *testing.T, s *kit.Server, origin string) *frontEnd {
	t.Helper()
	f := &frontEnd{Chromium: browser.New(t), t: t, api: s.URL() + "/api/v1"}
	f.show(origin)
	var added struct{ AuthenticatorID string }
	f.Command(t, "WebAuthn.enable", nil, nil)
	f.Command(t, "WebAuthn.addVirtualAuthenticator", kit.Body{"options": kit.Body{
		"protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": true,
		"hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true,
	}}, &added)
	f.authenticator = added.AuthenticatorID
	return f
}

// show opens the page of an origin, not logged in.
func (f *frontEnd) show(origin string) {
	f.t.Helper()
	f.Open(f.t, origin+"/")
	f.run("api = "+quoted(f.api), nil)
}

// be logs the page in as the member.
func (f *frontEnd) be(m *kit.Member) { f.run("token = "+quoted(m.Token), nil) }

func (f *frontEnd) run(expression string, result any) {
	f.t.Helper()
	f.Evaluate(f.t, expression, result)
}

// call runs a function of the page that calls the API.
func (f *frontEnd) call(expression string) (answer called) {
	f.t.Helper()
	f.run(expression, &answer)
	return answer
}

func (f *frontEnd) want(answer called, status int, code, field string) called {
	f.t.Helper()
	if answer.Status != status || answer.Code != code || answer.Field != field {
		f.t.Fatalf("the page was answered %+v, want %d %s %s", answer, status, code, field)
	}
	return answer
}

// credentials are the authenticator's.
func (f *frontEnd) credentials() []map[string]any {
	f.t.Helper()
	var kept struct{ Credentials []map[string]any }
	f.Command(f.t, "WebAuthn.getCredentials", kit.Body{"authenticatorId": f.authenticator}, &kept)
	return kept.Credentials
}

// replace replaces a credential of the authenticator by another with the same id.
func (f *frontEnd) replace(credential map[string]any) {
	f.t.Helper()
	of := kit.Body{"authenticatorId": f.authenticator, "credentialId": credential["credentialId"]}
	f.Command(f.t, "WebAuthn.removeCredential", of, nil)
	f.Command(f.t, "WebAuthn.addCredential", kit.Body{"authenticatorId": f.authenticator, "credential": credential}, nil)
}

// quoted is a value as JavaScript has it.
func quoted(value any) string {
	encoded, _ := json.Marshal(value) // it consists of texts
	return string(encoded)
}

// TestPasskeysInABrowser goes through every ceremony in a real browser with a virtual authenticator.
func TestPasskeysInABrowser(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		app, elsewhere := newApp(t), newApp(t)
		s := place.Serve(t, append(slices.Clone(kit.SilentMarket), "--app-url", app, "--cors-origins", app+","+elsewhere)...)
		f, m := openApp(t, s, app), s.Register(t)
		f.wantNoneOfAnotherOrigin(elsewhere, m)

		f.show(app)
		f.be(m)
		added := f.want(f.call(`addPasskey("Laptop")`), 201, "", "").Data
		kit.WantShape(t, "the passkey", added, kit.ShapeOfPasskey)
		place.AwaitLetter(t, "passkey_added", m.Email, 1)
		copied := f.credentials()[0]
		entered := f.want(f.call(`logIn()`), 200, "", "")
		if user := entered.Data["user"].(map[string]any); user["id"] != m.ID {
			t.Fatalf("the passkey let %v in", user)
		}
		session := kit.NewMember(s, m.Email, m.Password, entered.Data)
		session.Me(t)
		again := s.Client().Post(t, "/auth/login/passkey", entered.Body) // the same answer to the same challenge
		again.Failed(t, 400, "TOKEN_INVALID", "ceremonyToken")

		f.be(session)
		f.want(f.call(`showAgain()`), 200, "", "")
		session.EnableTwoFactor(t)
		asked := s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 200).Envelope["data"].(map[string]any)
		if methods := kit.Texts(asked["methods"]); !slices.Contains(methods, "passkey") {
			t.Errorf("the methods are %v", methods)
		}
		f.want(f.call(`logIn(`+quoted(asked["challengeToken"].(string))+`)`), 200, "", "")

		f.show(elsewhere) // of the same name, so that the browser allows it; only the origin differs
		f.want(f.call(`logIn()`), 401, "INVALID_CREDENTIALS", "credential")
		f.show(app)
		f.want(f.call(`logIn()`), 200, "", "")
		f.replace(copied) // its counter continues from when it was copied
		f.want(f.call(`logIn()`), 401, "INVALID_CREDENTIALS", "credential")
		place.AwaitLetter(t, "passkey_copied", m.Email, 1)
		wantRemovable(t, session, added["id"].(string))
		place.AwaitLetter(t, "passkey_removed", m.Email, 1)
	})
}

// wantNoneOfAnotherOrigin tries to create a passkey on a page of another origin, which is refused.
func (f *frontEnd) wantNoneOfAnotherOrigin(elsewhere string, m *kit.Member) {
	f.t.Helper()
	f.show(elsewhere)
	f.be(m)
	f.want(f.call(`addPasskey("Laptop")`), 400, "VALIDATION_ERROR", "credential")
	if listed := m.Get(f.t, "/auth/passkeys").Ok(f.t, 200).List(f.t, kit.ShapeOfPasskey, nil); len(listed) != 0 {
		f.t.Errorf("the passkeys are %v", listed)
	}
	f.Command(f.t, "WebAuthn.clearCredentials", kit.Body{"authenticatorId": f.authenticator}, nil)
}

// wantRemovable renames and removes a passkey that was copied.
func wantRemovable(t *testing.T, owner *kit.Member, id string) {
	t.Helper()
	listed := owner.Get(t, "/auth/passkeys").Ok(t, 200).List(t, kit.ShapeOfPasskey, nil)
	if len(listed) != 1 || listed[0]["id"] != id || listed[0]["disabledAt"] == nil || listed[0]["lastUsedAt"] == nil {
		t.Fatalf("the passkeys are %v", listed)
	}
	path := "/auth/passkeys/" + id
	renamed := owner.Call(t, http.MethodPatch, path, kit.Body{"name": "Old laptop"}).Ok(t, 200).Object(t, kit.ShapeOfPasskey)
	if renamed["name"] != "Old laptop" {
		t.Errorf("the passkey is called %v", renamed["name"])
	}
	owner.Call(t, http.MethodDelete, path, nil).Done(t, 200)
	owner.Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
}
