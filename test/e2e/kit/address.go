package kit

import (
	"testing"

	"bourse/test/e2e/bourse"
)

// FreeAddress is one on the loopback that nobody listens at.
func FreeAddress(t *testing.T) string {
	t.Helper()
	address, err := bourse.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}
