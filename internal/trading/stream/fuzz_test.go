package stream_test

import (
	"testing"

	"bourse/internal/trading/stream"
)

// FuzzAnEventIDIsOursOrNone checks that any Last-Event-ID that can be parsed is one that we would have written.
func FuzzAnEventIDIsOursOrNone(f *testing.F) {
	for _, seed := range []string{"", "0-0", "12-345", "-1-2", "1--2", "01-2", "9223372036854775808-0", "1-2-3", "+1-2", "\xff-\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if written, isOurs := stream.ReencodeEventID(id); isOurs && written != id {
			t.Errorf("%q is read as %q", id, written)
		}
	})
}
