//go:build linux || darwin

package app

import "syscall"

// diskFree returns how many bytes the process may still write in the folder.
func diskFree(folder string) (bytes uint64, known bool) {
	var info syscall.Statfs_t
	if err := syscall.Statfs(folder, &info); err != nil {
		return 0, false
	}
	return info.Bavail * uint64(info.Bsize), true
}
