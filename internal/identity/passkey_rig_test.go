package identity_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"testing"

	"github.com/descope/virtualwebauthn"

	"bourse/internal/identity"
)

// appPage is the brand's app as a relying party.
var appPage = virtualwebauthn.RelyingParty{ID: "app.bourse.test", Name: "Bourse", Origin: "https://app.bourse.test"}

// device is an authenticator in software with one passkey, and the page that it is used on.
type device struct {
	t             *testing.T
	page          virtualwebauthn.RelyingParty
	authenticator virtualwebauthn.Authenticator
	credential    virtualwebauthn.Credential
}

func newDevice(t *testing.T) *device {
	t.Helper()
	return &device{
		t: t, page: appPage, authenticator: virtualwebauthn.NewAuthenticator(),
		credential: virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, newKey(t)),
	}
}

// newKey generates a key whose coordinates have no leading zeros, which the authenticator would drop.
func newKey(t *testing.T) []byte {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		must(t, err)
		point, err := key.PublicKey.Bytes()
		must(t, err)
		if point[1] != 0 && point[33] != 0 {
			encoded, err := x509.MarshalPKCS8PrivateKey(key)
			must(t, err)
			return encoded
		}
	}
}

// create answers the options of a new passkey, as navigator.credentials.create does.
func (d *device) create(options identity.PasskeyOptions) []byte {
	d.t.Helper()
	asked, err := virtualwebauthn.ParseAttestationOptions(string(options.PublicKey))
	must(d.t, err)
	d.authenticator.Options.UserHandle = []byte(asked.UserID)
	return []byte(virtualwebauthn.CreateAttestationResponse(d.page, d.authenticator, d.credential, *asked))
}

// sign answers the options of a log-in, as navigator.credentials.get does, and increments the counter.
func (d *device) sign(options identity.PasskeyOptions) []byte {
	d.t.Helper()
	asked, err := virtualwebauthn.ParseAssertionOptions(string(options.PublicKey))
	must(d.t, err)
	d.credential.Counter++
	return []byte(virtualwebauthn.CreateAssertionResponse(d.page, d.authenticator, d.credential, *asked))
}

// proof is what the browser submits for the options.
func (d *device) proof(options identity.PasskeyOptions) identity.PasskeyProof {
	d.t.Helper()
	return identity.PasskeyProof{CeremonyToken: options.CeremonyToken, Credential: d.sign(options)}
}

func (p *person) beginPasskey() identity.PasskeyOptions {
	p.h.t.Helper()
	options, err := p.h.BeginPasskey(p.h.t.Context(), p.caller())
	must(p.h.t, err)
	return options
}

// addPasskey creates a passkey on the device and adds it to the person's account.
func (p *person) addPasskey(d *device, name string) *identity.Passkey {
	p.h.t.Helper()
	passkey, err := p.handIn(d, p.beginPasskey(), name)
	must(p.h.t, err)
	return passkey
}

func (p *person) handIn(d *device, options identity.PasskeyOptions, name string) (*identity.Passkey, error) {
	p.h.t.Helper()
	return p.h.AddPasskey(p.h.t.Context(), p.caller(), identity.NewPasskey{
		CeremonyToken: options.CeremonyToken, Name: name, Credential: d.create(options),
	})
}

// beginPasskeyLogin begins a log-in at a tenant, or that of the challenged user.
func (h *house) beginPasskeyLogin(tenant, challenge string) identity.PasskeyOptions {
	h.t.Helper()
	options, err := h.BeginPasskeyLogin(h.t.Context(), origin, tenant, challenge)
	must(h.t, err)
	return options
}

// enterWith logs in with nothing but the device.
func (h *house) enterWith(d *device) (identity.Tokens, error) {
	h.t.Helper()
	return h.LoginWithPasskey(h.t.Context(), origin, d.proof(h.beginPasskeyLogin("", "")), "")
}

// passkeyHouse is a house with a person who has a passkey on a device.
func passkeyHouse(t *testing.T, h *house) (*person, *device, *identity.Passkey) {
	t.Helper()
	ann, phone := h.registerProven("ann@example.com"), newDevice(t)
	return ann, phone, ann.addPasskey(phone, "Phone")
}
