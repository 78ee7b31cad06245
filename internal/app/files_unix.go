//go:build unix

package app

import (
	"math"
	"syscall"
)

// mostFiles is how many files and connections the process may have open; zero means unlimited. Go raised the soft
// limit to the hard one when the process started.
func mostFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return 0
	}
	return int(limit.Cur)
}
