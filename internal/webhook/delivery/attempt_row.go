package delivery

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/wire"
)

// attemptRow is an attempt ready to be stored. It is built by the goroutine that made the attempt, because the recorder
// holds up the database while it writes.
type attemptRow struct {
	requestHeaders  string // JSON, without the secrets
	responseHeaders string // JSON
	timing          string // JSON
	detail          string
}

// buildRow converts the request and the answer to what is stored, and drops what is no longer needed.
func (a *attempt) buildRow() {
	a.row = attemptRow{
		requestHeaders: headersJSON(a.header, a.secrets), responseHeaders: headersJSON(a.result.Header, nil),
		timing: timingJSON(a.result.Timing), detail: storable(a.result.Detail),
	}
	a.header, a.secrets, a.result.Header, a.delivery.Body = nil, nil, nil, nil
}

const (
	// largestHeader is how much of a header is kept, in its stored form: otherwise receivers could fill tables and
	// memory with it.
	largestHeader = 16 << 10
	// leftOut is the name of the entry that says that part of a header was omitted. No receiver can send a header with
	// this name.
	leftOut = "(left out)"
	// leftOutRoom is enough for that entry.
	leftOutRoom = 100
)

// size estimates how many bytes an attempt takes in memory until it is recorded, and afterwards in the database.
func (a *attempt) size() int {
	return len(a.row.requestHeaders) + len(a.row.responseHeaders) + len(a.row.timing) + len(a.row.detail) + len(a.result.Body)
}

// headersJSON returns a header as a JSON object of strings, with secret values masked and several values of one name
// joined. Entries that do not fit into largestHeader are omitted whole.
func headersJSON(header http.Header, secrets []string) string {
	encoded, omitted := make([]byte, 0, 512), 0
	encoded = append(encoded, '{')
	for name, values := range header {
		if len(values) == 0 {
			continue
		}
		before := len(encoded)
		if before > 1 {
			encoded = append(encoded, ',')
		}
		value := values[0]
		switch {
		case slices.Contains(secrets, name):
			value = auth.Mask
		case len(values) > 1:
			value = strings.Join(values, ", ")
		}
		if before+len(name)+len(value) < largestHeader { // else do not bother to encode it
			encoded = append(appendText(encoded, name), ':')
			encoded = appendText(encoded, value)
			if len(encoded) <= largestHeader-leftOutRoom {
				continue
			}
		}
		encoded = encoded[:before]
		omitted++
	}
	if omitted > 0 {
		if len(encoded) > 1 {
			encoded = append(encoded, ',')
		}
		encoded = fmt.Appendf(encoded, `"%s":"%d headers, to keep %d bytes at most"`, leftOut, omitted, largestHeader)
	}
	return string(append(encoded, '}'))
}

// appendText writes a JSON string. Nearly all header names and values need no escaping. Unlike json.Marshal it does not
// escape for HTML or JavaScript, which can take six times the space; only control characters, which no well-meaning
// receiver sends, still grow like that.
func appendText(to []byte, text string) []byte {
	to = append(to, '"')
	text = strings.ToValidUTF8(text, "\uFFFD")
	written := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, text[written:i]...)
		written = i + 1
		switch c {
		case '"', '\\':
			to = append(to, '\\', c)
		case '\t':
			to = append(to, `\t`...)
		default:
			to = fmt.Appendf(to, `\u%04x`, c)
		}
	}
	to = append(to, text[written:]...)
	return append(to, '"')
}

// storable returns a text without the bytes that PostgreSQL refuses.
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
	Reused    bool  `json:"reused"` // over an already open connection
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
