package operations_test

import (
	"fmt"
	"os"
	"testing"
)

// needMountingRights ends a test that needs its own disk but may not mount one.
func needMountingRights(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		lacking(t, "only root can mount a disk of its own")
	}
}

// lacking ends a test that cannot run on this machine: where changes are checked that is a failure, because nobody
// would notice that it never runs.
func lacking(t *testing.T, format string, arguments ...any) {
	t.Helper()
	message := fmt.Sprintf(format, arguments...)
	if os.Getenv("CI") != "" {
		t.Fatal(message)
	}
	t.Skip("NOT RUN: " + message)
}
