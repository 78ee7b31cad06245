package hostile

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/url"

	"github.com/descope/virtualwebauthn"

	"bourse/test/e2e/kit"
)

// passkeys has a device create a passkey and log in with it.
func passkeys(j *journey) {
	p := j.guest()
	page, err := url.Parse(text(j.call(nil, "getBrand", nil), "appUrl"))
	if err != nil || j.isBroken {
		return
	}
	device := virtualwebauthn.NewAuthenticator()
	credential := virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, deviceKey())
	app := virtualwebauthn.RelyingParty{ID: page.Hostname(), Name: "Bourse", Origin: page.Scheme + "://" + page.Host}
	begun := j.call(p, "beginPasskey", nil)
	creation, err := virtualwebauthn.ParseAttestationOptions(jsonOf(begun["publicKey"]))
	if err != nil {
		return
	}
	device.Options.UserHandle = []byte(creation.UserID)
	made := virtualwebauthn.CreateAttestationResponse(app, device, credential, *creation)
	id := text(j.call(p, "addPasskey", kit.Body{"ceremonyToken": begun["ceremonyToken"], "name": "Laptop", "credential": objectIn(made)}), "id")
	j.list(p, "listPasskeys")
	j.call(p, "renamePasskey", kit.Body{"name": "Old laptop"}, "passkeyId", id)
	asked := j.call(nil, "beginPasskeyLogin", kit.Body{"tenant": "default"})
	wanted, err := virtualwebauthn.ParseAssertionOptions(jsonOf(asked["publicKey"]))
	if err != nil {
		return
	}
	credential.Counter++
	signed := virtualwebauthn.CreateAssertionResponse(app, device, credential, *wanted)
	j.call(nil, "loginWithPasskey", kit.Body{"ceremonyToken": asked["ceremonyToken"], "credential": objectIn(signed)})
	j.call(p, "beginReauthentication", nil)
	j.call(p, "removePasskey", nil, "passkeyId", id)
}

// deviceKey makes a key whose coordinates have no leading zeros, which the authenticator would omit.
func deviceKey() []byte {
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err) // the machine has no randomness
		}
		if point, err := key.PublicKey.Bytes(); err != nil || point[1] == 0 || point[33] == 0 {
			continue
		}
		made, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			panic(err) // it was made one line above
		}
		return made
	}
}

func jsonOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return string(text)
}

func objectIn(text string) map[string]any {
	var value map[string]any
	_ = json.Unmarshal([]byte(text), &value) // the authenticator writes JSON
	return value
}
