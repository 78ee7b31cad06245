//go:build !linux

package operations_test

import "testing"

// mount mounts a disk in memory, on systems that have it.
func mount(t *testing.T, _, _ string) {
	t.Helper()
	lacking(t, "no disk can be mounted here")
}
