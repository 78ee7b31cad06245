package auth_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"bourse/internal/webhook/auth"
)

// secrets are configurations with %s in place of the secret.
var secrets = map[string]string{
	auth.Basic:  `{"username":"a","password":"%s"}`,
	auth.Bearer: `{"token":"%s"}`,
	auth.HMAC:   `{"secret":"%s"}`,
	auth.OAuth2: `{"tokenUrl":"https://id.example.com/token","clientId":"a","clientSecret":"%s"}`,
}

func TestMasksShowTheEndOfLongSecretsOnly(t *testing.T) {
	t.Parallel()
	for secret, want := range map[string]string{
		"0123456789abcdef": "••••cdef",
		"0123456789abcde":  "••••",
		"x":                "••••",
	} {
		for kind, config := range secrets {
			masked := string(parse(t, kind, fmt.Sprintf(config, secret)).Masked())
			if !strings.Contains(masked, `"`+want+`"`) || strings.Contains(masked, `"`+secret) {
				t.Errorf("%s: %s is shown as %s", kind, secret, masked)
			}
		}
	}
}

func TestSecretsAreNotPrintedByAccident(t *testing.T) {
	t.Parallel()
	const secret = "s3cret-s3cret-s3cret-end"
	for kind, config := range secrets {
		method := parse(t, kind, fmt.Sprintf(config, secret))
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "method", method)
		slog.New(slog.NewTextHandler(&log, nil)).Info("m", "method", method)
		encoded, err := json.Marshal(map[string]any{"method": method})
		if err != nil {
			t.Fatal(err)
		}
		printed := fmt.Sprintf("%v %+v %#v %s %q", method, method, method, method, method) + log.String() + string(encoded)
		if strings.Contains(printed, "s3cret") {
			t.Errorf("%s: %s", kind, printed)
		}
	}
}

func TestFailuresDoNotRepeatSecrets(t *testing.T) {
	t.Parallel()
	for kind, config := range secrets {
		for _, secret := range []string{`s3cret\n`, "••••s3cret", strings.Repeat("s3cret", 1000), `s3cret","s3cret":"s3cret`} {
			_, err := newParser(t, local, time.Now).Parse(kind, fmt.Appendf(nil, config, secret))
			if err == nil || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

func TestSendingAMaskBackKeepsTheSecret(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{"0123456789abcdef", "short"} {
		for kind, config := range secrets {
			present := parse(t, kind, fmt.Sprintf(config, secret))
			merged := auth.Merge(present, kind, present.Masked())
			changed := parse(t, kind, string(merged))
			if string(changed.Config()) != string(present.Config()) {
				t.Errorf("%s: %s became %s", kind, present.Config(), changed.Config())
			}
		}
	}
}

func TestOtherSettingsCanChangeBesideAMask(t *testing.T) {
	t.Parallel()
	present := parse(t, auth.HMAC, `{"secret":"0123456789abcdef"}`)
	merged := auth.Merge(present, auth.HMAC, []byte(`{"secret":"••••cdef","encoding":"base64"}`))
	want := `{"algorithm":"sha256","encoding":"base64","header":"X-Webhook-Signature","secret":"0123456789abcdef"}`
	if got := string(parse(t, auth.HMAC, string(merged)).Config()); got != want {
		t.Errorf("got %s", got)
	}
}

func TestANewSecretReplacesTheOldOne(t *testing.T) {
	t.Parallel()
	present := parse(t, auth.Bearer, `{"token":"0123456789abcdef"}`)
	if merged := auth.Merge(present, auth.Bearer, []byte(`{"token":"cdef"}`)); string(merged) != `{"token":"cdef"}` {
		t.Errorf("got %s", merged)
	}
}

func TestAMaskThatStandsForNothingIsRefused(t *testing.T) {
	t.Parallel()
	basic := parse(t, auth.Basic, `{"username":"a","password":"0123456789abcdef"}`)
	oauth2 := parse(t, auth.OAuth2, fmt.Sprintf(secrets[auth.OAuth2], "0123456789abcdef"))
	for _, c := range []struct {
		present             auth.Method
		kind, config, field string
	}{
		{basic, auth.Basic, `{"username":"a","password":"••••beef"}`, "authConfig.password"},
		{basic, auth.Basic, `{"username":"a","password":"••••"}`, "authConfig.password"},
		{basic, auth.Basic, `{"username":"a"}`, "authConfig.password"},
		{basic, auth.Bearer, `{"token":"••••cdef"}`, "authConfig.token"},
		{basic, auth.Basic, `nonsense`, "authConfig"},
		// The secret must not follow a token endpoint to another server.
		{oauth2, auth.OAuth2, `{"tokenUrl":"https://evil.example/token","clientId":"a","clientSecret":"••••cdef"}`, "authConfig.clientSecret"},
		{parse(t, auth.None, "{}"), auth.Bearer, `{"token":"••••cdef"}`, "authConfig.token"},
	} {
		_, err := newParser(t, local, time.Now).Parse(c.kind, auth.Merge(c.present, c.kind, []byte(c.config)))
		wantConfigError(t, err, c.field)
	}
}
