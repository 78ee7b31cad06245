//go:build !linux && !darwin

package app

// diskFree is unknown here.
func diskFree(string) (bytes uint64, known bool) { return 0, false }
