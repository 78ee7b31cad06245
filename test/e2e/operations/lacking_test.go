package operations_test

import (
	"fmt"
	"os"
	"testing"
)

// needMountingRights ends a test that needs a disk of its own and may not have one.
func needMountingRights(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		lacking(t, "only root can mount a disk of its own")
	}
}

// lacking ends a test that this machine cannot run: where changes are checked that is a failure, because nobody would notice
// that it never runs.
func lacking(t *testing.T, format string, arguments ...any) {
	t.Helper()
	message := fmt.Sprintf(format, arguments...)
	if os.Getenv("CI") != "" {
		t.Fatal(message)
	}
	t.Skip("NOT RUN: " + message)
}
