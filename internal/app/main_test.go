package app

import (
	"testing"

	"bourse/internal/testkit"
)

func TestMain(m *testing.M) {
	// The goroutine that sweeps the session cache ends with the process: the library offers no other end.
	testkit.Main(m, "github.com/maypok86/otter/v2.periodicCleanUp[...]")
}
