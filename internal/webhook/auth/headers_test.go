package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"bourse/internal/webhook/auth"
)

func TestOrdinaryHeadersAreAccepted(t *testing.T) {
	t.Parallel()
	fifty := map[string]string{}
	for i := range 50 {
		fifty[fmt.Sprintf("X-%d", i)] = "value"
	}
	for _, headers := range []map[string]string{
		nil, fifty,
		{"X-Tenant": "7", "accept": "application/json; q=0.9", "X-Empty": "", "Authorization": "ApiKey 7", "X-Tab": "a\tb"},
		{"X-Webhook-Source": "bourse", "Cookie": "a=b", strings.Repeat("X", 128): strings.Repeat("y", 4096)},
	} {
		if err := auth.CheckHeaders(headers, parse(t, auth.None, "")); err != nil {
			t.Error(err)
		}
		if err := auth.CheckHeaders(headers, nil); err != nil {
			t.Error(err)
		}
	}
}

func TestHeadersOfTheSenderAndOfTheConnectionAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"webhook-id", "Webhook-Timestamp", "WEBHOOK-SIGNATURE", "webhook-anything", "content-type", "Content-Length", "content-encoding",
		"accept-encoding", "User-Agent", "host", "Expect", "Connection", "keep-alive", "Proxy-Authenticate", "proxy-authorization",
		"Proxy-Connection", "TE", "trailer", "Transfer-Encoding", "upgrade", "HTTP2-Settings",
	} {
		wantConfigError(t, auth.CheckHeaders(map[string]string{name: "x"}, nil), "customHeaders."+name)
	}
}

func TestAHeaderThatTheMethodSetsIsRefused(t *testing.T) {
	t.Parallel()
	for kind, config := range secrets {
		method := parse(t, kind, fmt.Sprintf(config, "0123456789abcdef"))
		name := strings.ToLower(method.HeaderName())
		wantConfigError(t, auth.CheckHeaders(map[string]string{name: "x"}, method), "customHeaders."+name)
	}
	signing := parse(t, auth.HMAC, `{"secret":"a","header":"X-Sig"}`)
	if err := auth.CheckHeaders(map[string]string{"Authorization": "x", "X-Webhook-Signature": "y"}, signing); err != nil {
		t.Error(err)
	}
}

func TestHeadersThatCannotBeSentAreRefused(t *testing.T) {
	t.Parallel()
	tooMany := map[string]string{}
	for i := range 51 {
		tooMany[fmt.Sprintf("X-%d", i)] = "value"
	}
	for _, c := range []struct {
		headers map[string]string
		field   string
	}{
		{map[string]string{"": "x"}, "customHeaders"},
		{map[string]string{"X Y": "x"}, "customHeaders"},
		{map[string]string{"X:": "x"}, "customHeaders"},
		{map[string]string{"X\r\nY": "x"}, "customHeaders"},
		{map[string]string{"Ünder": "x"}, "customHeaders"},
		{map[string]string{strings.Repeat("X", 129): "x"}, "customHeaders"},
		{map[string]string{"X-A": "a\r\nX-B: b"}, "customHeaders.X-A"},
		{map[string]string{"X-A": "a\nb"}, "customHeaders.X-A"},
		{map[string]string{"X-A": "a\x00b"}, "customHeaders.X-A"},
		{map[string]string{"X-A": "ä"}, "customHeaders.X-A"},
		{map[string]string{"X-A": "\x7f"}, "customHeaders.X-A"},
		{map[string]string{"X-A": strings.Repeat("a", 4097)}, "customHeaders.X-A"},
		{map[string]string{"X-A": "1", "x-a": "2"}, "customHeaders.x-a"},
		{map[string]string{"A": strings.Repeat("a", 4096), "B": strings.Repeat("a", 4096), "C": strings.Repeat("a", 4096), "D": strings.Repeat("a", 4096)}, "customHeaders"},
		{tooMany, "customHeaders"},
	} {
		failure := wantConfigError(t, auth.CheckHeaders(c.headers, nil), c.field)
		if strings.ContainsAny(failure.Error(), "\r\n\x00") {
			t.Errorf("the failure says %q", failure)
		}
	}
}
