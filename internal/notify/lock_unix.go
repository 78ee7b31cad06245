//go:build unix

package notify

import (
	"errors"
	"os"
	"syscall"
)

// lock locks the file, against other processes and other descriptors in this one, until it is closed.
func lock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
