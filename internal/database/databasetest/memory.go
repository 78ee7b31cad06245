package databasetest

import "syscall"

const (
	// sharedMemory is an in-memory file system on Linux.
	sharedMemory = "/dev/shm"
	// memoryWanted is how much must be free there, since a container may have very little: several times what the
	// databases and the log of all tests use at once.
	memoryWanted = 6 << 30
)

// MemoryFolder returns an in-memory folder with room for a cluster and the files of tests; empty without one.
func MemoryFolder() string {
	var space syscall.Statfs_t
	if err := syscall.Statfs(sharedMemory, &space); err != nil || space.Bavail*uint64(space.Bsize) < memoryWanted {
		return ""
	}
	return sharedMemory
}
