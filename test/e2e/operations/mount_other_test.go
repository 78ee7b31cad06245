//go:build !linux

package operations_test

import "testing"

// mount makes a disk in memory, where the system has such a thing.
func mount(t *testing.T, _, _ string) {
	t.Helper()
	lacking(t, "no disk can be mounted here")
}
