package databasetest

import "syscall"

const (
	// sharedMemory is a file system in memory, on Linux.
	sharedMemory = "/dev/shm"
	// memoryWanted is how much has to be free there: several times what the databases and the log of all tests take at
	// once, since a container may have very little of it.
	memoryWanted = 6 << 30
)

// MemoryFolder is a folder in memory with room for a cluster and for the files of tests; empty when there is none.
func MemoryFolder() string {
	var space syscall.Statfs_t
	if err := syscall.Statfs(sharedMemory, &space); err != nil || space.Bavail*uint64(space.Bsize) < memoryWanted {
		return ""
	}
	return sharedMemory
}
