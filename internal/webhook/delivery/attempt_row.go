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

const (
	// largestHeader is how much of a header is kept, as it is stored: whoever answers could fill tables and memory with it else.
	largestHeader = 16 << 10
	// leftOut is the name under which it is told that some of a header is not kept. No receiver can send a header of this name.
	leftOut = "(left out)"
	// leftOutRoom is enough for telling it.
	leftOutRoom = 100
)

// size is about how many bytes of memory an attempt takes that waits to be recorded, and of the database afterwards.
func (a *attempt) size() int {
	return len(a.row.requestHeaders) + len(a.row.responseHeaders) + len(a.row.timing) + len(a.row.detail) + len(a.result.Body)
}

// headersJSON is a header as a JSON object of strings, with a mask for each secret one: several values of one
// name are joined. What does not fit into largestHeader is left out, each header as a whole.
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
		if before+len(name)+len(value) < largestHeader { // else there is no need to encode it
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

// appendText writes a JSON string. Nearly all names and values of headers can be written as they are. Unlike json.Marshal it
// makes nothing of what HTML or JavaScript would need, which would be up to six times as much; control characters, which no
// receiver sends that means well, stay the only ones that grow so.
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
