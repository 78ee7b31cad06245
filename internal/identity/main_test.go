package identity_test

import (
	"testing"

	"bourse/internal/testkit"
)

func TestMain(m *testing.M) {
	// The clean-up of the cache of verified tokens, which lives as long as the process: otter stops it when the cache
	// is garbage-collected.
	testkit.Main(m, "github.com/maypok86/otter/v2.periodicCleanUp[...]")
}
