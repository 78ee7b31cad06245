//go:build !unix

package app

// mostFiles is how many files and connections the process may have open; zero means unlimited.
func mostFiles() int { return 0 }
