// Package web holds the built console. What is in dist is made by `make web` from src and committed, so that neither
// building nor running the server needs Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist is the files of the console as they are served, each with its compressed forms (.br, .gz) beside it.
func Dist() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: " + err.Error()) // the name is a constant, and a valid one
	}
	return files
}
