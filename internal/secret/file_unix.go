//go:build unix

package secret

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// checkPrivate refuses a file that the group or others may touch in any way, unless root lends it to us.
func checkPrivate(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("key file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("key file %s is not a file", file.Name())
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && !isLent(info) {
		return fmt.Errorf("key file %s is open to other users (mode %04o): run chmod 600 %s", file.Name(), mode, file.Name())
	}
	return nil
}

// isLent reports whether root owns the file and lets only our group read it: that is how Kubernetes mounts a secret
// (owner root, the group of fsGroup, mode 0440). We could not make such a file more private. One that we own we can.
func isLent(info fs.FileInfo) bool {
	of, isKnown := info.Sys().(*syscall.Stat_t)
	if !isKnown || of.Uid != 0 || os.Geteuid() == 0 || info.Mode().Perm()&0o037 != 0 {
		return false
	}
	groups, err := os.Getgroups()
	return err == nil && slices.Contains(append(groups, os.Getegid()), int(of.Gid))
}

// keepOwner gives the new file to the owner of the old one. A rotation run by root would otherwise lock
// out the service, which notices only at its next start.
func keepOwner(oldPath, newPath string) error {
	oldOwner, oldGroup, err := owner(oldPath)
	if err != nil {
		return err
	}
	newOwner, newGroup, err := owner(newPath)
	if err != nil {
		return err
	}
	if oldOwner == newOwner && oldGroup == newGroup {
		return nil
	}
	return os.Chown(newPath, oldOwner, oldGroup)
}

func owner(path string) (user, group int, err error) {
	var info syscall.Stat_t
	if err := syscall.Stat(path, &info); err != nil {
		return 0, 0, &os.PathError{Op: "stat", Path: path, Err: err}
	}
	return int(info.Uid), int(info.Gid), nil
}

// syncFolder makes the new name of a file survive a power failure.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
