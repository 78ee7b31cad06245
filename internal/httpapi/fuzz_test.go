package httpapi_test

import (
	"strings"
	"testing"

	"bourse/internal/httpapi"
)

// FuzzNoEncodingIsInvented checks that nothing is sent in an encoding that the browser has not listed.
func FuzzNoEncodingIsInvented(f *testing.F) {
	for _, seed := range []string{"", "gzip", "GZIP;q=0.5", "gzip;q=0", "br;q=nan", "gzip;q=", "gzip,,br;;q=1", "*", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accepted string) {
		for _, encoding := range []string{"gzip", "br"} {
			if httpapi.AcceptsEncoding(accepted, encoding) && !strings.Contains(strings.ToLower(accepted), encoding) {
				t.Errorf("%q accepts %s", accepted, encoding)
			}
		}
	})
}
