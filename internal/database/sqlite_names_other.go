//go:build !unix

package database

// Where links cannot be counted, nothing is refused.
func checkOneName(string) error { return nil }

// Where a folder cannot be synchronized, its file system does so by itself.
func syncFolder(string) error { return nil }
