package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	littleSpace = 1 << 30
	leastSpace  = 64 << 20
	// fewFiles are too few for a public server: each connection takes one.
	fewFiles = 4096
)

// examineMachine looks at the process's resource limits.
func (c *doctorCommand) examineMachine(e *examination) {
	c.examineDisk(e)
	budget := findMemory(quiet)
	switch {
	case budget.files > 0 && budget.files < fewFiles:
		e.add(isWarning, "descriptors", "%d files and connections may be open: that bounds clients to %d (raise LimitNOFILE)", budget.files, budget.connections())
	case budget.files > 0:
		e.add(isFine, "descriptors", "%d files and connections may be open, %d of them of clients", budget.files, budget.connections())
	default:
		e.add(isFine, "descriptors", "any number of files and connections may be open, %d of clients", budget.connections())
	}
	if budget.limit == 0 {
		e.add(isFine, "memory", "nothing limits it: neither a container nor GOMEMLIMIT")
	} else {
		e.add(isFine, "memory", "%s for this process, %d passwords hashed at a time", mebibytes(budget.limit), max(budget.hashes(), 1))
	}
}

// examineDisk looks at the folder of the database, the key file or the outbox.
func (c *doctorCommand) examineDisk(e *examination) {
	folder := c.DataDir
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		folder = filepath.Dir(filepath.Clean(folder)) // it will be created there
	}
	free, isKnown := diskFree(folder)
	switch {
	case !isKnown:
		e.add(isWarning, "disk", "how much is free for %s is not known", c.DataDir)
	case free < leastSpace:
		e.add(isFailure, "disk", "%s has %s left", c.DataDir, mebibytes(int64(free)))
	case free < littleSpace:
		e.add(isWarning, "disk", "%s has %s left", c.DataDir, mebibytes(int64(free)))
	default:
		e.add(isFine, "disk", "%s has %s left", c.DataDir, mebibytes(int64(free)))
	}
}
