package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/egress"
)

func TestNoneSetsNoHeader(t *testing.T) {
	t.Parallel()
	for _, config := range []string{"", "{}", "null"} {
		method := parse(t, auth.None, config)
		if header := apply(t, method, "body"); len(header) != 0 || method.HeaderName() != "" {
			t.Errorf("%q: got %v", config, header)
		}
		if string(method.Config()) != "{}" || string(method.Masked()) != "{}" {
			t.Errorf("%q: shown as %s and %s", config, method.Config(), method.Masked())
		}
	}
}

func TestBasicSendsNameAndPassword(t *testing.T) {
	t.Parallel()
	for _, password := range []string{"öffne:dich", ""} {
		request := &http.Request{Header: apply(t, parse(t, auth.Basic, `{"username":"bourse","password":"`+password+`"}`), "")}
		if gotName, gotPassword, ok := request.BasicAuth(); !ok || gotName != "bourse" || gotPassword != password {
			t.Errorf("got %q, %q, %t", gotName, gotPassword, ok)
		}
	}
}

func TestBearerSendsItsToken(t *testing.T) {
	t.Parallel()
	method := parse(t, auth.Bearer, `{"token":"abc.def-1_2~3+/=="}`)
	want := http.Header{"Authorization": {"Bearer abc.def-1_2~3+/=="}}
	if diff := cmp.Diff(want, apply(t, method, "")); diff != "" {
		t.Error(diff)
	}
}

func TestHMACSignsTheBody(t *testing.T) {
	t.Parallel()
	short := hmac.New(sha256.New, []byte("the secret"))
	short.Write([]byte("the body"))
	long := hmac.New(sha512.New, []byte("the secret"))
	long.Write([]byte("the body"))
	for config, want := range map[string]http.Header{
		`{"secret":"the secret"}`:                                                        {"X-Webhook-Signature": {hex.EncodeToString(short.Sum(nil))}},
		`{"secret":"the secret","header":"x-sig","encoding":"base64"}`:                   {"X-Sig": {base64.StdEncoding.EncodeToString(short.Sum(nil))}},
		`{"secret":"the secret","header":"Authorization","algorithm":"sha512"}`:          {"Authorization": {hex.EncodeToString(long.Sum(nil))}},
		`{"secret":"the secret","algorithm":"sha512","encoding":"base64","header":null}`: {"X-Webhook-Signature": {base64.StdEncoding.EncodeToString(long.Sum(nil))}},
	} {
		method := parse(t, auth.HMAC, config)
		apply(t, method, "another body") // must not affect the next signature
		if diff := cmp.Diff(want, apply(t, method, "the body")); diff != "" {
			t.Errorf("%s: %s", config, diff)
		}
		if _, has := want[method.HeaderName()]; !has {
			t.Errorf("%s: the method says it sets %s", config, method.HeaderName())
		}
	}
}

func TestFixedCredentialsAreNotRenewed(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]string{
		auth.None: `{}`, auth.Basic: `{"username":"a","password":"b"}`, auth.Bearer: `{"token":"a"}`, auth.HMAC: `{"secret":"a"}`,
	} {
		method := parse(t, kind, config)
		if method.Invalidate(apply(t, method, "")) {
			t.Errorf("%s promises that another try helps", kind)
		}
	}
}

func TestWhatCannotWorkIsRefusedByName(t *testing.T) {
	t.Parallel()
	const sound = `"tokenUrl":"https://id.example.com/token","clientId":"a","clientSecret":"b"`
	for _, c := range []struct{ kind, config, field string }{
		{"", `{}`, "authType"}, {"digest", `{}`, "authType"}, {"Basic", `{}`, "authType"},
		{auth.None, `{"token":"a"}`, "authConfig.token"}, {auth.None, `[]`, "authConfig"}, {auth.None, `{`, "authConfig"}, {auth.None, `"x"`, "authConfig"},
		{auth.Basic, `{}`, "authConfig.username"}, {auth.Basic, `{"username":"a"}`, "authConfig.password"}, {auth.Basic, `{"password":"a"}`, "authConfig.username"},
		{auth.Basic, `{"username":"","password":"b"}`, "authConfig.username"}, {auth.Basic, `{"username":"a:b","password":"b"}`, "authConfig.username"},
		{auth.Basic, `{"username":"a","password":null}`, "authConfig.password"}, {auth.Basic, `{"username":1,"password":"b"}`, "authConfig.username"},
		{auth.Basic, `{"username":"a\n","password":"b"}`, "authConfig.username"}, {auth.Basic, `{"username":"a","password":"b\u0000"}`, "authConfig.password"},
		{auth.Basic, `{"username":"a","password":"b","realm":"c"}`, "authConfig.realm"}, {auth.Basic, `{"Username":"a","password":"b"}`, "authConfig.Username"},
		{auth.Basic, `{"username":"` + strings.Repeat("a", 256) + `","password":"b"}`, "authConfig.username"},
		{auth.Bearer, `{}`, "authConfig.token"}, {auth.Bearer, `{"token":""}`, "authConfig.token"}, {auth.Bearer, `{"token":"a b"}`, "authConfig.token"},
		{auth.Bearer, `{"token":"a\r\nX: y"}`, "authConfig.token"}, {auth.Bearer, `{"token":"ä"}`, "authConfig.token"},
		{auth.Bearer, `{"token":"` + strings.Repeat("a", 4097) + `"}`, "authConfig.token"}, {auth.Bearer, `{"token":"••••"}`, "authConfig.token"},
		{auth.HMAC, `{}`, "authConfig.secret"}, {auth.HMAC, `{"secret":""}`, "authConfig.secret"},
		{auth.HMAC, `{"secret":"a","algorithm":"md5"}`, "authConfig.algorithm"}, {auth.HMAC, `{"secret":"a","algorithm":""}`, "authConfig.algorithm"},
		{auth.HMAC, `{"secret":"a","encoding":"base32"}`, "authConfig.encoding"}, {auth.HMAC, `{"secret":"a","encoding":7}`, "authConfig.encoding"},
		{auth.HMAC, `{"secret":"a","header":""}`, "authConfig.header"}, {auth.HMAC, `{"secret":"a","header":"X Y"}`, "authConfig.header"},
		{auth.HMAC, `{"secret":"a","header":"webhook-signature"}`, "authConfig.header"}, {auth.HMAC, `{"secret":"a","header":"content-length"}`, "authConfig.header"},
		{auth.OAuth2, `{}`, "authConfig.tokenUrl"}, {auth.OAuth2, `{"tokenUrl":"https://id.example.com"}`, "authConfig.clientId"},
		{auth.OAuth2, `{"tokenUrl":"https://id.example.com","clientId":"a"}`, "authConfig.clientSecret"},
		{auth.OAuth2, `{"tokenUrl":"id.example.com","clientId":"a","clientSecret":"b"}`, "authConfig.tokenUrl"},
		{auth.OAuth2, `{"tokenUrl":"https://10.0.0.1/","clientId":"a","clientSecret":"b"}`, "authConfig.tokenUrl"},
		{auth.OAuth2, `{` + sound + `,"scopes":"a"}`, "authConfig.scopes"}, {auth.OAuth2, `{` + sound + `,"scopes":["a b"]}`, "authConfig.scopes"},
		{auth.OAuth2, `{` + sound + `,"scopes":[""]}`, "authConfig.scopes"}, {auth.OAuth2, `{` + sound + `,"scopes":[1]}`, "authConfig.scopes"},
		{auth.OAuth2, `{` + sound + `,"scopes":[` + strings.Repeat(`"a",`, 50) + `"a"]}`, "authConfig.scopes"},
		{auth.OAuth2, `{` + sound + `,"audience":"a"}`, "authConfig.audience"},
		{auth.Bearer, `{"s3cret pasted as a name":"a"}`, "authConfig.*"},
	} {
		_, err := newParser(t, local, time.Now).Parse(c.kind, []byte(c.config))
		wantConfigError(t, err, c.field)
	}
}

func TestAForbiddenTokenURLCanBeToldFromAMalformedOne(t *testing.T) {
	t.Parallel()
	parser := newParser(t, egress.Policy{}, time.Now)
	_, err := parser.Parse(auth.OAuth2, []byte(`{"tokenUrl":"https://127.0.0.1/","clientId":"a","clientSecret":"b"}`))
	var refused *egress.RefusedError
	if !errors.As(err, &refused) {
		t.Errorf("got %v, want a RefusedError inside", err)
	}
	_, err = parser.Parse(auth.OAuth2, []byte(`{"tokenUrl":"nonsense","clientId":"a","clientSecret":"b"}`))
	var malformed *egress.MalformedError
	if !errors.As(err, &malformed) {
		t.Errorf("got %v, want a MalformedError inside", err)
	}
}

func TestConfigSurvivesStorage(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]string{
		auth.None:   `{}`,
		auth.Basic:  `{"password":"b <&> ü","username":"a"}`,
		auth.Bearer: `{"token":"a"}`,
		auth.HMAC:   `{"algorithm":"sha256","encoding":"hex","header":"X-Webhook-Signature","secret":"a"}`,
		auth.OAuth2: `{"clientId":"a","clientSecret":"b","scopes":[],"tokenUrl":"https://id.example.com/token"}`,
	} {
		once := parse(t, kind, config)
		again := parse(t, kind, string(once.Config()))
		if diff := cmp.Diff(string(once.Config()), string(again.Config())); diff != "" || once.Kind() != kind {
			t.Errorf("%s: %s", kind, diff)
		}
	}
}
