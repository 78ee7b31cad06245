//go:build !unix

package notify

import "os"

// lock does nothing here: replicas that share a folder want a system that can lock a file.
func lock(*os.File) error { return nil }
