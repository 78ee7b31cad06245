package hostile

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// headers are headers for trying out what happens, by name.
var headers = map[string][]string{
	"Content-Type": {"", "text/plain", "application/xml", "application/json; charset=utf-16", "application/json;charset=utf-8", "APPLICATION/JSON", "application/json, text/html",
		"application/x-www-form-urlencoded", "multipart/form-data", "application/json; boundary=\x01", "/", "application/merge-patch+json"},
	"Accept":                 {"", "text/html", "application/xml", "*/*;q=0", "image/*", "text/event-stream", strings.Repeat("a/b,", 500)},
	"Accept-Encoding":        {"gzip", "br", "identity;q=0", "*;q=0", "gzip;q=nan", strings.Repeat("gzip,", 500), "zstd"},
	"Accept-Language":        {"xx", strings.Repeat("en,", 500), "\xff"},
	"Idempotency-Key":        {"", " ", "again", strings.Repeat("k", 255), strings.Repeat("k", 256), "é", "\xff", "a,b", "\"quoted\""},
	"X-HTTP-Method-Override": {"DELETE", "GET"},
	"X-Http-Method":          {"DELETE"},
	"If-None-Match":          {"*", "\"a\"", "W/\"a\"", "a"},
	"If-Match":               {"*", "\"a\""},
	"If-Modified-Since":      {"Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "Fri, 31 Dec 9999 23:59:59 GMT"},
	"If-Unmodified-Since":    {"Thu, 01 Jan 1970 00:00:00 GMT"},
	"Range":                  {"bytes=0-0", "bytes=-1", "bytes=9-1", "pages=1-2"},
	"X-Request-Id":           {"mine", "", strings.Repeat("r", 129), "a b", "\xff", "<script>", "../../x"},
	"X-Forwarded-For":        {"1.2.3.4", "::1", "not an address", "1.2.3.4, 5.6.7.8", strings.Repeat("1.2.3.4,", 500), "[::1]:80", "256.1.1.1", "fe80::1%eth0", ""},
	"X-Forwarded-Host":       {"evil.example"},
	"X-Forwarded-Proto":      {"gopher"},
	"Forwarded":              {"for=1.2.3.4;host=evil.example", "for=\"[::1\""},
	"Origin":                 {"null", "https://evil.example", "http://localhost:1", "http://[", "file://"},
	"Host":                   {"evil.example", "localhost:0", "app.example.test", "xn--a.example", "[::1]"},
	"Cookie":                 {"bourse_session=x", "a=b; a=c", strings.Repeat("a=b;", 500), "__Host-bourse=%00", "=", "bourse_refresh=\"x\""},
	"Authorization":          {"", "Bearer", "Bearer ", "Basic YTpi", "bearer x", "Bearer a.b.c", "Bearer " + strings.Repeat("a", 9000), "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "Bearer bourse_x", "Bearer \xff", "Negotiate x"},
	"Last-Event-Id":          {"", "0", "-1", "x", "99999999999999999999", "019bbf1a-2c00-7000-8000-000000000051"},
	"Content-Encoding":       {"gzip", "br", "identity", "x"},
	"Traceparent":            {"00-0-0-0", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", strings.Repeat("0", 600)},
	"Stripe-Signature":       {"", "t=1,v1=0", "t=x", strings.Repeat("v1=0,", 500)},
	"Webhook-Signature":      {"v1,", "v1,YQ==", strings.Repeat("v1,YQ== ", 500)},
	"Webhook-Timestamp":      {"0", "-1", "99999999999999999999", "x"},
	"Webhook-Id":             {"", "\xff", strings.Repeat("i", 2000)},
	"Upgrade":                {"h2c", "websocket"},
	"Sec-Fetch-Site":         {"cross-site", "none"},
	"X-Long":                 {strings.Repeat("x", 20_000)},
}

// headerNames are in the same order in every run.
var headerNames = sortedNames(headers)

// spoilHeader sends one of the headers, or a modified token.
func (m *maker) spoilHeader(r *request) string {
	if r.as != nil && r.as.token != "" && m.random.IntN(5) == 0 {
		token := []byte(r.as.token)
		token[m.random.IntN(len(token))] ^= 1 << m.random.IntN(3)
		r.header.Set("Authorization", "Bearer "+string(bytes.Map(visible, token)))
		return "a token that was changed"
	}
	if m.random.IntN(6) == 0 {
		if key, has := m.pool.pick(m.random, idempotencyKey, m.as); has {
			r.header.Set(idempotencyKey, key)
			return "a key that was used"
		}
	}
	name := headerNames[m.random.IntN(len(headerNames))]
	value := headers[name][m.random.IntN(len(headers[name]))]
	r.header[name] = []string{value}
	if len(value) < 5000 && m.random.IntN(8) == 0 { // twice a long value is more than Go's server reads of a request
		r.header[name] = append(r.header[name], value)
	}
	return "header " + name
}

func visible(letter rune) rune {
	if letter <= ' ' || letter > '~' {
		return 'x'
	}
	return letter
}

// rawBody is a body that no operation takes.
func (m *maker) rawBody(r *request) []byte {
	whole := r.content()
	switch m.random.IntN(13) {
	case 0:
		return []byte{}
	case 1:
		return whole[:len(whole)/2]
	case 2:
		return append(append([]byte{}, whole...), whole...)
	case 3:
		return append([]byte("\xef\xbb\xbf"), whole...)
	case 4:
		return utf16Text(string(whole))
	case 5:
		return bytes.Repeat([]byte(" "), 1<<20+1)
	case 6:
		return append(bytes.Repeat([]byte(" "), 100_000), whole...)
	case 7:
		return []byte("null")
	case 8:
		return []byte("[]")
	case 9:
		return []byte(base64.StdEncoding.EncodeToString(whole))
	case 10:
		return []byte("email=a%40b.c&password=x")
	case 11:
		return append(append([]byte{}, whole...), 0)
	}
	return []byte(m.scalar())
}

func utf16Text(text string) (made []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		made = append(made, byte(unit), byte(unit>>8))
	}
	return made
}
