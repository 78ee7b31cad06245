package identity_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

func TestPasskeysWithoutABrowser(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"the options are those of the browser's interface": passkeyOptions,
		"what no browser gives is refused by its field":    passkeyNonsense,
		"strangers reach nothing":                          passkeysOfStrangers,
	})
}

var (
	aDescriptor = kit.AnObject(kit.Shape{"type": kit.AText, "id": kit.AText, "?transports": kit.AListOf(kit.AText)})
	aCreation   = kit.AnObject(kit.Shape{
		"rp":   kit.AnObject(kit.Shape{"id": kit.AText, "name": kit.AText}),
		"user": kit.AnObject(kit.Shape{"id": kit.AText, "name": kit.AText, "displayName": kit.AText}), "challenge": kit.AText,
		"pubKeyCredParams": kit.AListOf(kit.AnObject(kit.Shape{"type": kit.AText, "alg": kit.AnInteger})), "timeout": kit.AnInteger,
		"excludeCredentials": kit.AListOf(aDescriptor), "attestation": kit.AText, "authenticatorSelection": kit.AnObject(kit.Shape{
			"residentKey": kit.AText, "requireResidentKey": kit.ABoolean, "userVerification": kit.AText}),
	})
	aRequest = kit.AnObject(kit.Shape{
		"challenge": kit.AText, "timeout": kit.AnInteger, "rpId": kit.AText, "allowCredentials": kit.AListOf(aDescriptor), "userVerification": kit.AText,
	})
)

func passkeyOptions(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	begun := m.Post(t, "/auth/passkeys/options", nil).Ok(t, 200).Object(t,
		kit.Shape{"ceremonyToken": kit.AText, "expiresIn": kit.AnInteger, "publicKey": aCreation})
	if begun["expiresIn"] != 300.0 {
		t.Errorf("the options expire in %v seconds", begun["expiresIn"])
	}
	s.Client().Post(t, "/auth/login/passkey/options", nil).Ok(t, 200).Object(t,
		kit.Shape{"ceremonyToken": kit.AText, "expiresIn": kit.AnInteger, "publicKey": aRequest})
	if listed := m.Get(t, "/auth/passkeys").Ok(t, 200).List(t, kit.ShapeOfPasskey, nil); len(listed) != 0 {
		t.Errorf("the passkeys are %v", listed)
	}
}

func passkeyNonsense(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	// Browsers send more than the contract declares: that is no reason to refuse them.
	credential := func(response kit.Body) kit.Body {
		return kit.Body{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "clientExtensionResults": kit.Body{}, "more": 1, "response": response}
	}
	made := credential(kit.Body{"clientDataJSON": "e30", "attestationObject": "oA", "publicKeyAlgorithm": -7})
	signed := credential(kit.Body{"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": nil})
	m.Post(t, "/auth/passkeys", kit.Body{"ceremonyToken": "bpc_x", "credential": made}).Failed(t, 400, "VALIDATION_ERROR", "credential")
	m.Post(t, "/auth/passkeys", kit.Body{"ceremonyToken": "bpc_x", "credential": made, "surprise": 1}).Failed(t, 400, "VALIDATION_ERROR", "surprise")
	m.Post(t, "/auth/passkeys", kit.Body{"ceremonyToken": "bpc_x", "credential": made, "name": ""}).Failed(t, 400, "VALIDATION_ERROR", "name")
	s.Client().Post(t, "/auth/login/passkey", kit.Body{"ceremonyToken": "bpc_x", "credential": signed}).Failed(t, 400, "VALIDATION_ERROR", "credential")
	s.Client().Post(t, "/auth/login/passkey/options", kit.Body{"challengeToken": "bch_x"}).Failed(t, 400, "TOKEN_INVALID", "challengeToken")
	s.Client().Post(t, "/auth/login/passkey/options", kit.Body{"tenant": "nowhere"}).Failed(t, 400, "VALIDATION_ERROR", "tenant")
	m.Post(t, "/auth/reauthenticate/options", nil).Failed(t, 409, "CONFLICT", "")
	m.Post(t, "/auth/reauthenticate", kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "password")
	m.Post(t, "/auth/reauthenticate", kit.Body{"passkey": kit.Body{"ceremonyToken": "bpc_x", "credential": signed}}).
		Failed(t, 400, "VALIDATION_ERROR", "passkey.credential")
}

func passkeysOfStrangers(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	nobody, path := s.Client(), "/auth/passkeys/"+m.ID // not the id of a passkey
	nobody.Get(t, "/auth/passkeys").Failed(t, 401, "UNAUTHORIZED", "")
	nobody.Post(t, "/auth/passkeys/options", nil).Failed(t, 401, "UNAUTHORIZED", "")
	nobody.Post(t, "/auth/reauthenticate/options", nil).Failed(t, 401, "UNAUTHORIZED", "")
	m.Call(t, http.MethodPatch, path, kit.Body{"name": "Mine"}).Failed(t, 404, "NOT_FOUND", "")
	m.Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
}
