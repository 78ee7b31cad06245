package edge

import (
	"crypto/rand"
	"strconv"
	"sync/atomic"
)

const longestRequestID = 64

// requestIDs generates ids for requests without one. A random prefix per process plus a counter makes them as unique
// as random ones, at the cost of a counter.
type requestIDs struct {
	prefix  string
	counter atomic.Uint64
}

func newRequestIDs() *requestIDs { return &requestIDs{prefix: rand.Text()[:16] + "-"} }

func (ids *requestIDs) next() string {
	var space [longestRequestID]byte
	id := append(space[:0], ids.prefix...)
	return string(strconv.AppendUint(id, ids.counter.Add(1), 36))
}

// givenRequestID returns the id that the client chose, or an empty one when it is not fit for a log.
func givenRequestID(values []string) string {
	if len(values) != 1 || len(values[0]) > longestRequestID {
		return ""
	}
	for _, c := range []byte(values[0]) {
		isFit := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-'
		if !isFit {
			return ""
		}
	}
	return values[0]
}
