package delivery

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/wire"
)

// attemptRow is what is kept of an attempt, ready to be stored. It is built where the attempt is made: the recorder
// keeps the database busy while it writes.
type attemptRow struct {
	requestHeaders  string // JSON, without the secrets
	responseHeaders string // JSON
	timing          string // JSON
	detail          string
}

// buildRow turns what was sent and answered into what is stored, and drops what is not needed any more.
func (a *attempt) buildRow() {
	a.row = attemptRow{
		requestHeaders: headersJSON(a.header, a.secrets), responseHeaders: headersJSON(a.result.Header, nil),
		timing: timingJSON(a.result.Timing), detail: storable(a.result.Detail),
	}
	a.header, a.secrets, a.result.Header, a.delivery.Body = nil, nil, nil, nil
}

// headersJSON is a header as a JSON object of strings, with a mask for each secret one: several values of one
// name are joined.
func headersJSON(header http.Header, secrets []string) string {
	encoded := make([]byte, 0, 512)
	encoded = append(encoded, '{')
	for name, values := range header {
		if len(values) == 0 {
			continue
		}
		if len(encoded) > 1 {
			encoded = append(encoded, ',')
		}
		value := values[0]
		switch {
		case slices.Contains(secrets, name):
			value = auth.Mask
		case len(values) > 1:
			value = strings.Join(values, ", ")
		}
		encoded = append(appendText(encoded, name), ':')
		encoded = appendText(encoded, value)
	}
	return string(append(encoded, '}'))
}

// appendText writes a JSON string. Nearly all names and values of headers can be written as they are.
func appendText(to []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(text)
			if err != nil {
				return append(to, `""`...) // cannot happen: a string
			}
			return append(to, quoted...)
		}
	}
	to = append(to, '"')
	to = append(to, text...)
	return append(to, '"')
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
