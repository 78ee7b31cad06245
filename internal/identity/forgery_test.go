package identity_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

type fields = map[string]any

// forger holds a genuine token, knows everything that is public, and can have anything signed by the real key.
type forger struct {
	*person
	header, claims fields
	public         ed25519.PublicKey
	own            ed25519.PrivateKey // the forger's own
}

func newForger(t *testing.T, p *person) *forger {
	t.Helper()
	f := &forger{person: p}
	parts := strings.Split(p.tokens.AccessToken, ".")
	f.header, f.claims = decoded(t, parts[0]), decoded(t, parts[1])
	f.public = publicKeys(t, p.h.JWKS())[f.header["kid"].(string)]
	var err error
	_, f.own, err = ed25519.GenerateKey(nil)
	must(t, err)
	return f
}

func decoded(t *testing.T, part string) fields {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(part)
	must(t, err)
	var object fields
	must(t, json.Unmarshal(raw, &object))
	return object
}

func encoded(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // only plain maps get here
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// publicKeys parses a key set as a third party would.
func publicKeys(t *testing.T, jwks []byte) map[string]ed25519.PublicKey {
	t.Helper()
	var set struct{ Keys []map[string]string }
	must(t, json.Unmarshal(jwks, &set))
	keys := map[string]ed25519.PublicKey{}
	for _, key := range set.Keys {
		if key["kty"] != "OKP" || key["crv"] != "Ed25519" || key["alg"] != "EdDSA" || key["use"] != "sig" || key["d"] != "" {
			t.Errorf("a published key says %v", key)
		}
		raw, err := base64.RawURLEncoding.DecodeString(key["x"])
		must(t, err)
		keys[key["kid"]] = raw
	}
	return keys
}

// with returns the fields with some replaced; a nil value removes one.
func with(base fields, changes fields) fields {
	changed := maps.Clone(base)
	for name, value := range changes {
		if value == nil {
			delete(changed, name)
		} else {
			changed[name] = value
		}
	}
	return changed
}

func assemble(header, claims fields, sign func(data []byte) []byte) string {
	data := encoded(header) + "." + encoded(claims)
	return data + "." + base64.RawURLEncoding.EncodeToString(sign([]byte(data)))
}

// genuine signs with the real key.
func (f *forger) genuine(header, claims fields) string { return assemble(header, claims, f.h.Sign) }

func (f *forger) withHeader(changes fields) string {
	return f.genuine(with(f.header, changes), f.claims)
}
func (f *forger) withClaims(changes fields) string {
	return f.genuine(f.header, with(f.claims, changes))
}

// ownJWK is the forger's key in the form in which a header can supply it.
func (f *forger) ownJWK() fields {
	public := f.own.Public().(ed25519.PublicKey)
	return fields{"kty": "OKP", "crv": "Ed25519", "x": base64.RawURLEncoding.EncodeToString(public)}
}

func nothing([]byte) []byte { return nil }

func hs256(key []byte) func([]byte) []byte {
	return func(data []byte) []byte {
		mac := hmac.New(sha256.New, key)
		mac.Write(data)
		return mac.Sum(nil)
	}
}

// forgeries must be refused as not one of our tokens.
var forgeries = map[string]func(f *forger) string{
	"alg none": func(f *forger) string { return assemble(with(f.header, fields{"alg": "none"}), f.claims, nothing) },
	"alg None": func(f *forger) string { return assemble(with(f.header, fields{"alg": "None"}), f.claims, nothing) },
	"alg NONE": func(f *forger) string { return assemble(with(f.header, fields{"alg": "NONE"}), f.claims, nothing) },
	"alg empty": func(f *forger) string {
		return assemble(with(f.header, fields{"alg": ""}), f.claims, nothing)
	},
	"alg missing":          func(f *forger) string { return f.withHeader(fields{"alg": nil, "x": "3"}) },
	"alg none, signed":     func(f *forger) string { return f.withHeader(fields{"alg": "none"}) },
	"alg of another curve": func(f *forger) string { return f.withHeader(fields{"alg": "ES256"}) },
	"HS256 with the public key as the secret": func(f *forger) string {
		return assemble(with(f.header, fields{"alg": "HS256"}), f.claims, hs256(f.public))
	},
	"HS256 with the published text of the key as the secret": func(f *forger) string {
		text := base64.RawURLEncoding.EncodeToString(f.public)
		return assemble(with(f.header, fields{"alg": "HS256"}), f.claims, hs256([]byte(text)))
	},
	"signed by another key": func(f *forger) string {
		return assemble(f.header, f.claims, func(data []byte) []byte { return ed25519.Sign(f.own, data) })
	},
	"foreign kid":        func(f *forger) string { return f.withHeader(fields{"kid": uuid.NewString()}) },
	"kid that is a path": func(f *forger) string { return f.withHeader(fields{"kid": "../../dev/null"}) },
	"array kid":          func(f *forger) string { return f.withHeader(fields{"kid": []any{f.header["kid"]}}) },
	"number kid":         func(f *forger) string { return f.withHeader(fields{"kid": 7}) },
	"missing kid":        func(f *forger) string { return f.withHeader(fields{"kid": nil}) },
	"missing kid, another header in its place": func(f *forger) string {
		return f.withHeader(fields{"kid": nil, "cty": "JWT"})
	},
	"jku header": func(f *forger) string { return f.withHeader(fields{"jku": "https://evil.test/jwks.json"}) },
	"jwk header": func(f *forger) string { return f.withHeader(fields{"jwk": f.ownJWK()}) },
	"jwk header and a signature by it": func(f *forger) string {
		return assemble(with(f.header, fields{"jwk": f.ownJWK()}), f.claims,
			func(data []byte) []byte { return ed25519.Sign(f.own, data) })
	},
	"x5u header":  func(f *forger) string { return f.withHeader(fields{"x5u": "https://evil.test/cert.pem"}) },
	"x5c header":  func(f *forger) string { return f.withHeader(fields{"x5c": []any{"MIIB"}}) },
	"crit header": func(f *forger) string { return f.withHeader(fields{"crit": []any{"exp"}}) },
	"b64 header":  func(f *forger) string { return f.withHeader(fields{"b64": false}) },
	"typ JWT":     func(f *forger) string { return f.withHeader(fields{"typ": "JWT"}) },
	"missing typ": func(f *forger) string { return f.withHeader(fields{"typ": nil}) },

	"wrong iss":         func(f *forger) string { return f.withClaims(fields{"iss": "https://evil.test"}) },
	"missing iss":       func(f *forger) string { return f.withClaims(fields{"iss": nil}) },
	"wrong aud":         func(f *forger) string { return f.withClaims(fields{"aud": []any{"another-api"}}) },
	"missing aud":       func(f *forger) string { return f.withClaims(fields{"aud": nil}) },
	"missing exp":       func(f *forger) string { return f.withClaims(fields{"exp": nil}) },
	"exp that is never": func(f *forger) string { return f.withClaims(fields{"exp": "never"}) },
	"missing nbf":       func(f *forger) string { return f.withClaims(fields{"nbf": nil}) },
	"not yet valid":     func(f *forger) string { return f.withClaims(fields{"nbf": start.Add(time.Second).Unix()}) },
	"sub of nobody":     func(f *forger) string { return f.withClaims(fields{"sub": uuid.NewString()}) },
	"sub that is no id": func(f *forger) string { return f.withClaims(fields{"sub": "1 OR 1=1"}) },
	"missing sid":       func(f *forger) string { return f.withClaims(fields{"sid": nil}) },
	"another tenant":    func(f *forger) string { return f.withClaims(fields{"tid": uuid.NewString()}) },

	"tampered payload": func(f *forger) string {
		parts := strings.Split(f.tokens.AccessToken, ".")
		return parts[0] + "." + encoded(with(f.claims, fields{"role": "super_admin"})) + "." + parts[2]
	},
	"expired and signed by another key": func(f *forger) string {
		return assemble(f.header, with(f.claims, fields{"exp": start.Unix()}),
			func(data []byte) []byte { return ed25519.Sign(f.own, data) })
	},
	"no signature": func(f *forger) string {
		return f.tokens.AccessToken[:strings.LastIndexByte(f.tokens.AccessToken, '.')+1]
	},
	"signature in another spelling": func(f *forger) string { return respelled(f.tokens.AccessToken) },
	"padded signature":              func(f *forger) string { return f.tokens.AccessToken + "==" },
	"a space after it":              func(f *forger) string { return f.tokens.AccessToken + " " },
	"a fourth part":                 func(f *forger) string { return f.tokens.AccessToken + ".e30" },
	"nothing":                       func(*forger) string { return "" },
	"two dots":                      func(*forger) string { return ".." },
	"very long":                     func(*forger) string { return strings.Repeat("e30.", 1<<18) },
	"refresh token":                 func(f *forger) string { return f.tokens.RefreshToken },
}

// respelled changes the last base64 letter so that only unused bits differ.
func respelled(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.IndexByte(alphabet, token[len(token)-1])
	return token[:len(token)-1] + string(alphabet[last^1])
}

func TestForgedAccessTokensAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		f := newForger(t, h.register("ann@example.com"))
		// The forger's tools work: what is not changed is accepted, whether or not it is identical byte for byte.
		for _, good := range []string{
			f.genuine(f.header, f.claims), f.withClaims(fields{"more": "than we say"}), f.tokens.AccessToken,
		} {
			if _, err := h.Authenticate(t.Context(), good); err != nil {
				t.Fatalf("a genuine token is refused: %v", err)
			}
		}
		for name, forge := range forgeries {
			t.Run(name, func(t *testing.T) {
				caller, err := h.Authenticate(t.Context(), forge(f))
				testkit.WantFault(t, err, fault.Unauthorized)
				if caller != (identity.Caller{}) {
					t.Error("a refused token stands for somebody")
				}
			})
		}
	})
}

func TestAnExpiredAccessTokenIsToBeRefreshed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		f := newForger(t, h.register("ann@example.com"))
		_, err := h.Authenticate(t.Context(), f.withClaims(fields{"exp": start.Unix()}))
		testkit.WantFault(t, err, fault.TokenExpired)
		// The answer is the same when the token was seen before and is not verified again.
		h.clock.Advance(15*time.Minute - time.Microsecond)
		f.caller()
		h.clock.Advance(time.Microsecond)
		_, err = f.authenticate()
		testkit.WantFault(t, err, fault.TokenExpired)
		f.tokens, err = h.Refresh(t.Context(), origin, f.tokens.RefreshToken)
		must(t, err)
		f.caller()
	})
}

func TestATokenOfAnUnknownSessionIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		f := newForger(t, h.register("ann@example.com"))
		_, err := h.Authenticate(t.Context(), f.withClaims(fields{"sid": uuid.NewString()}))
		testkit.WantFault(t, err, fault.SessionRevoked)
		other := h.register("bob@example.com")
		theirs := newForger(t, other)
		_, err = h.Authenticate(t.Context(), f.withClaims(fields{"sid": theirs.claims["sid"]}))
		testkit.WantFault(t, err, fault.Unauthorized)
	})
}

func TestAChallengeIsNoAccessToken(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		ann.enableTwoFactor()
		_, err := h.Authenticate(t.Context(), ann.challenge())
		testkit.WantFault(t, err, fault.Unauthorized)
	})
}
