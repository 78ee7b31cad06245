package platform_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/descope/virtualwebauthn"

	"bourse/test/e2e/kit"
)

const guestPassword = "correct horse battery staple"

// account is the life of an account, from the registration to its end.
func (w *tour) account(t *testing.T) {
	nobody := w.Client()
	const email = "ada@example.test"
	credentials := kit.Body{"email": email, "password": guestPassword}
	w.guest = kit.NewMember(w.Server, email, guestPassword, w.call(t, nobody, "register", credentials))
	guest := w.guest.Client
	w.call(t, guest, "resendVerificationMail", nil)
	w.call(t, nobody, "verifyEmail", kit.Body{"token": w.Place.AwaitLetter(t, "verify_email", email, 2).Token(t)})
	tokens := w.call(t, nobody, "login", credentials)
	w.call(t, nobody, "refreshTokens", kit.Body{"refreshToken": tokens["refreshToken"]})
	w.call(t, guest, "updateMe", kit.Body{"displayName": "Ada Lovelace", "locale": "en-GB", "timeZone": "Europe/London"})
	w.call(t, guest, "getMe", nil)
	w.call(t, guest, "listLogIns", nil)
	w.call(t, guest, "exportMe", nil)
	w.call(t, guest, "reauthenticate", kit.Body{"password": guestPassword})
	for _, session := range w.list(t, guest, "listSessions") {
		if session["isCurrent"] != true {
			w.things["sessionId"] = session["id"].(string)
		}
	}
	w.call(t, guest, "revokeSession", nil)
	w.call(t, guest, "sendPhoneCode", kit.Body{"phoneNumber": "+41791234567"})
	w.call(t, guest, "verifyPhone", kit.Body{"code": w.Place.AwaitLetter(t, "phone_code", "+41791234567", 1).Code(t)})
	w.call(t, guest, "changeEmail", kit.Body{"newEmail": "countess@example.test"})
	w.call(t, nobody, "confirmEmailChange", kit.Body{"token": w.Place.AwaitLetter(t, "change_email_new", "countess@example.test", 1).Token(t)})
	links := w.Place.AwaitLetter(t, "change_email_present", email, 1).Tokens()
	w.call(t, nobody, "cancelEmailChange", kit.Body{"token": links[len(links)-1]})
	w.call(t, guest, "changePassword", kit.Body{"currentPassword": guestPassword, "newPassword": guestPassword + " again"})
	w.call(t, nobody, "forgotPassword", kit.Body{"email": email})
	token := w.Place.AwaitLetter(t, "reset_password", email, 1).Token(t)
	w.call(t, nobody, "resetPassword", kit.Body{"token": token, "password": guestPassword}) // which ends all sessions
	w.guest = w.guest.Login(t, w.Server)
	leaving := w.Register(t)
	w.call(t, leaving.Login(t, w.Server).Client, "logout", kit.Body{"scope": "local"})
	w.call(t, leaving.Client, "deleteMe", nil)
	w.things["keyId"] = w.call(t, w.guest.Client, "createApiKey", kit.Body{"name": "Reporting server", "scopes": []string{"trading:read"}})["id"].(string)
	w.list(t, w.guest.Client, "listApiKeys")
	w.call(t, w.guest.Client, "revokeApiKey", nil)
}

// secondFactor turns a user's second factor on and off again.
func (w *tour) secondFactor(t *testing.T) {
	m := w.Register(t)
	secret := w.call(t, m.Client, "setupTwoFactor", nil)["secret"].(string)
	codes := kit.Texts(w.call(t, m.Client, "verifyTwoFactor", kit.Body{"code": kit.AppCode(t, secret, 0)})["codes"])
	m.Post(t, "/auth/reauthenticate", kit.Body{"password": m.Password, "code": codes[0]}).Ok(t, 200)
	w.call(t, m.Client, "listBackupCodes", nil)
	codes = kit.Texts(w.call(t, m.Client, "replaceBackupCodes", nil)["codes"])
	challenge := w.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 200).Envelope["data"].(map[string]any)
	w.call(t, w.Client(), "completeLogin", kit.Body{"challengeToken": challenge["challengeToken"], "code": codes[0]})
	w.call(t, m.Client, "disableTwoFactor", kit.Body{"code": codes[1]})
}

// passkeys has a device create a passkey and log in with it.
func (w *tour) passkeys(t *testing.T) {
	m, nobody := w.Register(t), w.Client()
	device := virtualwebauthn.NewAuthenticator()
	credential := virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, deviceKey(t))
	page, err := url.Parse(nobody.Get(t, "/brand").Ok(t, 200).Envelope["data"].(map[string]any)["appUrl"].(string))
	if err != nil {
		t.Fatal(err)
	}
	app := virtualwebauthn.RelyingParty{ID: page.Hostname(), Name: "Bourse", Origin: page.Scheme + "://" + page.Host}
	begun := w.call(t, m.Client, "beginPasskey", nil)
	creation, err := virtualwebauthn.ParseAttestationOptions(encoded(t, begun["publicKey"]))
	if err != nil {
		t.Fatal(err)
	}
	device.Options.UserHandle = []byte(creation.UserID)
	made := virtualwebauthn.CreateAttestationResponse(app, device, credential, *creation)
	added := w.call(t, m.Client, "addPasskey", kit.Body{"ceremonyToken": begun["ceremonyToken"], "name": "Laptop", "credential": decoded(t, made)})
	w.things["passkeyId"] = added["id"].(string)
	w.list(t, m.Client, "listPasskeys")
	w.call(t, m.Client, "renamePasskey", kit.Body{"name": "Old laptop"})
	asked := w.call(t, nobody, "beginPasskeyLogin", kit.Body{"tenant": "default"})
	request, err := virtualwebauthn.ParseAssertionOptions(encoded(t, asked["publicKey"]))
	if err != nil {
		t.Fatal(err)
	}
	credential.Counter++
	signed := virtualwebauthn.CreateAssertionResponse(app, device, credential, *request)
	w.call(t, nobody, "loginWithPasskey", kit.Body{"ceremonyToken": asked["ceremonyToken"], "credential": decoded(t, signed)})
	w.call(t, m.Client, "beginReauthentication", nil)
	w.call(t, m.Client, "removePasskey", nil)
}

// deviceKey makes a key whose coordinates have no leading zeros, which the authenticator would omit.
func deviceKey(t *testing.T) []byte {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if point, err := key.PublicKey.Bytes(); err != nil || point[1] == 0 || point[33] == 0 {
			continue
		}
		made, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func decoded(t *testing.T, text string) (value map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// administration is what administrators do with users, brands and mails.
func (w *tour) administration(t *testing.T) {
	admin, super := w.admin.Client, w.super.Client
	w.things["userId"] = w.guest.ID
	w.list(t, admin, "listUsers?limit=3")
	w.call(t, admin, "getUser", nil)
	w.call(t, admin, "updateUser", kit.Body{"role": "trader"})
	w.guest = w.guest.Login(t, w.Server) // the previous tokens are those of another role
	w.list(t, admin, "listAuditLog?limit=3")
	w.things["tenantId"] = w.call(t, super, "createTenant", kit.Body{"slug": "southwind", "name": "Southwind"})["id"].(string)
	w.list(t, super, "listTenants")
	w.call(t, super, "updateTenant", kit.Body{"productName": "Southwind", "supportAddress": "help@southwind.test", "primaryColor": "#1a5fb4"})
	w.call(t, super, "getTenant", nil)
	w.things["kind"] = "verify_email"
	w.call(t, super, "setMailTemplate", aTemplate)
	w.list(t, super, "listMailTemplates")
	w.call(t, super, "previewMail", aTemplate)
	w.call(t, super, "sendTestMail", nil)
	w.call(t, super, "resetMailTemplate", nil)
	w.call(t, w.Client(), "getBrand", nil)
	w.until(t, admin, "getPlatformHealth", "the books are looked at", func(data map[string]any) bool {
		return data["books"].(map[string]any)["state"] == "balanced"
	})
}
