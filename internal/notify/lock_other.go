//go:build !unix

package notify

import "os"

// lock does nothing here: replicas that share a folder need a system with file locks.
func lock(*os.File) error { return nil }
