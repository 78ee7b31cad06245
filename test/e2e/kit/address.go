package kit

import (
	"testing"

	"bourse/test/e2e/bourse"
)

// FreeAddress is an unused address on the loopback.
func FreeAddress(t *testing.T) string {
	t.Helper()
	address, err := bourse.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}
