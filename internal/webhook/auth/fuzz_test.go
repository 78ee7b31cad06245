package auth_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/webhook/auth"
)

// FuzzASettingIsReadOrBlamed checks that a tenant's settings yield a method or an error about one of them.
func FuzzASettingIsReadOrBlamed(f *testing.F) {
	for kind, config := range map[string]string{
		auth.None: `{}`, auth.Basic: `{"username":"a","password":"b"}`, auth.Bearer: `{"token":"t"}`, auth.HMAC: `{"secret":"s","algorithm":"sha512"}`,
		auth.OAuth2: `{"tokenUrl":"http://127.0.0.1/","clientId":"a","clientSecret":"b","scopes":["c"]}`, "other": `null`,
	} {
		f.Add(kind, []byte(config))
		f.Add(kind, []byte(`{"token":1,"token":null,"username":"\ud800"}`))
	}
	parser := auth.NewParser(local, time.Now)
	f.Cleanup(parser.Close)
	f.Fuzz(func(t *testing.T, kind string, config []byte) {
		method, err := parser.Parse(kind, config)
		if blamed := (*auth.ConfigError)(nil); err != nil && !errors.As(err, &blamed) {
			t.Fatalf("%s %q: %v", kind, config, err)
		}
		if err == nil && kind != auth.OAuth2 {
			apply(t, method, "a body")
		}
	})
}

// FuzzATokenAnswerIsATokenOrNone checks that any answer of a token endpoint yields a token that can be sent, or none.
func FuzzATokenAnswerIsATokenOrNone(f *testing.F) {
	f.Add(200, "application/json", []byte(`{"access_token":"a","token_type":"bearer","expires_in":60}`))
	f.Add(200, "application/x-www-form-urlencoded", []byte(`access_token=a&expires_in=-1`))
	f.Add(200, "application/json", []byte(`{"access_token":"a\r\nX: y","expires_in":"99999999999999999999"}`))
	f.Add(400, "application/json", []byte(`{"error":"invalid_client"}`))
	f.Add(302, "text/html", []byte(`moved`))
	f.Fuzz(func(t *testing.T, status int, contentType string, content []byte) {
		if status < 200 || status > 599 {
			return
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{contentType}
			w.WriteHeader(status)
			_, _ = w.Write(content) // some statuses allow no body
		}))
		defer server.Close()
		method := parse(t, auth.OAuth2, `{"tokenUrl":"`+server.URL+`","clientId":"a","clientSecret":"b"}`)
		header := http.Header{}
		if err := method.Apply(t.Context(), header, nil); err != nil {
			if refused := (*auth.TokenError)(nil); !errors.As(err, &refused) {
				t.Errorf("%d %q: %v", status, content, err)
			}
			return
		}
		for _, letter := range header.Get("Authorization") {
			if letter < ' ' || letter > '~' {
				t.Errorf("%q cannot be sent", header.Get("Authorization"))
			}
		}
	})
}
