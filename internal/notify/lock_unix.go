//go:build unix

package notify

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes, and other openings in this one, from the file until it is closed.
func lock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
