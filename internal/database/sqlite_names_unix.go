//go:build unix

package database

import (
	"errors"
	"os"
	"syscall"
)

var errSeveralNames = errors.New("the SQLite file has more than one name (hard links); its log is kept by name, so serving it would damage it")

// checkOneName refuses a file with several hard links: two processes using different names would not see each other's
// log and locks.
func checkOneName(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if status, ok := info.Sys().(*syscall.Stat_t); ok && status.Nlink > 1 {
		return errSeveralNames
	}
	return nil
}

// syncFolder makes the new name of a file survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
