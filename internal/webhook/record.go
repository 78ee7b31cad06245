package webhook

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"bourse/internal/webhook/wire"
)

// mask stands for a secret that is not shown.
const mask = "••••"

// requestHeaders is what was sent, as JSON, without the secrets.
func (a *attempt) requestHeaders() string {
	shown := make(http.Header, len(a.request))
	for name, values := range a.request {
		if slices.Contains(a.secrets, name) {
			values = []string{mask}
		}
		shown[name] = values
	}
	return headersJSON(shown)
}

// headersJSON is a header as a JSON object of strings: several values of one name are joined.
func headersJSON(header http.Header) string {
	flat := make(map[string]string, len(header))
	for name, values := range header {
		for i, value := range values {
			if i > 0 {
				flat[name] += ", "
			}
			flat[name] += value
		}
	}
	encoded, err := json.Marshal(flat)
	if err != nil {
		return "{}" // cannot happen: strings only
	}
	return string(encoded)
}

// storable is a text without the bytes that PostgreSQL refuses in one.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// Timing is how long the phases of an attempt took, in microseconds.
type Timing struct {
	DNS       int64 `json:"dns"`
	Connect   int64 `json:"connect"`
	TLS       int64 `json:"tls"`
	FirstByte int64 `json:"firstByte"`
	Total     int64 `json:"total"`
	Reused    bool  `json:"reused"` // over a connection that was open already
}

func timingJSON(t wire.Timing) string {
	encoded, err := json.Marshal(Timing{
		DNS: t.DNS.Microseconds(), Connect: t.Connect.Microseconds(), TLS: t.TLS.Microseconds(),
		FirstByte: t.FirstByte.Microseconds(), Total: t.Total.Microseconds(), Reused: t.Reused,
	})
	if err != nil {
		return "{}" // cannot happen: numbers only
	}
	return string(encoded)
}
