package database

import "syscall"

// spaceLeft returns how many bytes are free on a file's disk.
func spaceLeft(path string) (bytes uint64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil || disk.Bsize <= 0 {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}
