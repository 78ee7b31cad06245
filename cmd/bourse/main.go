// Command bourse is the whole platform in one binary.
package main

import (
	"os"

	"bourse/internal/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }
