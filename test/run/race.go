package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// onBothEngines are the packages whose tests run on both engines with the race detector: how each engine's
// connections, wake-ups and lanes are shared differs. In one room of the black-box tests the servers have the detector.
// The tests of all others run on PostgreSQL, where more happens at the same time.
var onBothEngines = map[string]bool{
	"bourse/internal/database": true, "bourse/internal/webhook/delivery": true, raceRoom: true,
}

// raceRoom is the room whose tests send every operation, many at the same time.
const raceRoom = blackBox + "hostile"

// races reports whether two goroutines can meet in a package: it starts some, or has what is there to share state
// between them. The others only calculate, or pass everything on: two of their callers may race, but then they do so
// in the callers' tests. With the race detector, calculating takes four times as long.
func races(name, folder string) bool {
	if isBlackBox(name) || isJourney(name) {
		return name == raceRoom
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.go")) // the pattern is valid
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil || sharesState(syntax) { // the compiler says what is wrong with it
			return true
		}
	}
	return false
}

// sharesState finds the go statement and what serves to share state: sync, errgroup and the cache.
func sharesState(file *ast.File) (found bool) {
	for _, imported := range file.Imports {
		name := strings.Trim(imported.Path.Value, `"`)
		if name == "sync" || name == "sync/atomic" || strings.HasPrefix(name, "golang.org/x/sync/") || strings.HasPrefix(name, "github.com/maypok86/otter") {
			return true
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		_, starts := node.(*ast.GoStmt)
		found = found || starts
		return !found
	})
	return found
}
