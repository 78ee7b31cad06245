package auth

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
)

const authorization = "Authorization"

// static sends the same Authorization header with every call, or none. It implements none, basic and bearer.
type static struct {
	settings
	value string // of the Authorization header; empty for none
}

func parseNone(config []byte) (Method, error) {
	if err := read(config).check(); err != nil {
		return nil, err
	}
	return &static{settings: settings{kind: None}}, nil
}

func parseBasic(config []byte) (Method, error) {
	f := read(config, "username", "password")
	username := f.full("username", maxName)
	password := f.secret("password", f.text("password", maxSecret))
	if strings.Contains(username, ":") {
		f.fail("username", "must not hold a colon, which ends it on the wire")
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return &static{
		settings: settings{Basic, map[string]any{"username": username, "password": password}},
		value:    "Basic " + base64.StdEncoding.EncodeToString([]byte(username+":"+password)),
	}, nil
}

func parseBearer(config []byte) (Method, error) {
	f := read(config, "token")
	token := f.secret("token", f.full("token", maxSecret))
	if f.failure == nil && !isVisible(token) {
		f.fail("token", "must be of visible ASCII characters without blanks")
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return &static{settings: settings{Bearer, map[string]any{"token": token}}, value: "Bearer " + token}, nil
}

func (s *static) HeaderName() string {
	if s.value == "" {
		return ""
	}
	return authorization
}

func (s *static) Apply(_ context.Context, header http.Header, _ []byte) error {
	if s.value != "" {
		header[authorization] = []string{s.value}
	}
	return nil
}

// Invalidate reports false: the same credentials would be refused again.
func (s *static) Invalidate(http.Header) bool { return false }

// isVisible reports whether a text has only characters that are safe in headers and log lines.
func isVisible(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}
