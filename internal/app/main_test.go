package app

import (
	"testing"

	"bourse/internal/testkit"
)

func TestMain(m *testing.M) {
	// What sweeps the cache of sessions ends with the process: the library has no other end for it.
	testkit.Main(m, "github.com/maypok86/otter/v2.periodicCleanUp[...]")
}
