package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bourse/test/e2e/bourse"
)

// blackBox is the folder of the tests that run the built binary.
const blackBox = "bourse/test/e2e/"

func isBlackBox(name string) bool { return strings.HasPrefix(name, blackBox) }

// journeys is the folder of the tests that need Node or a browser, too.
const journeys = "bourse/test/journeys/"

func isJourney(name string) bool { return strings.HasPrefix(name, journeys) }

// split separates the flags of go test from its packages, which it lists by name: those that have tests, the ones
// with the most to test first, so that none runs alone at the end. Without any it lists all but the journeys. It fails
// when go cannot list them.
func split(ctx context.Context, arguments []string, racing bool) (flags, packages []string, err error) {
	var patterns []string
	for _, argument := range arguments {
		if isPackage(argument) {
			patterns = append(patterns, argument)
		} else {
			flags = append(flags, argument)
		}
	}
	wholeHouse := len(patterns) == 0
	if wholeHouse {
		patterns = []string{"bourse/..."} // with the Go client, a module of its own
	}
	const format = `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}`
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-f", format}, patterns...)...)
	var said bytes.Buffer
	list.Stderr = &said
	output, err := list.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w\n%s", err, said.Bytes())
	}
	sizes := map[string]int64{}
	for line := range strings.Lines(string(output)) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), " ")
		if wholeHouse && isJourney(name) || racing && !races(name, folder) {
			continue
		}
		packages = append(packages, name)
		sizes[name] = sizeOfTests(folder)
	}
	slices.SortStableFunc(packages, func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	return flags, packages, nil
}

// sizeOfTests is the size of a package's test files, which says roughly how long they take.
func sizeOfTests(folder string) (size int64) {
	files, _ := filepath.Glob(filepath.Join(folder, "*_test.go")) // the pattern is valid
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			size += info.Size()
		}
	}
	return size
}

// isPackage distinguishes packages from flags and their values, as far as possible: a package of ours starts with a
// dot or with the module's name.
func isPackage(argument string) bool {
	return strings.HasPrefix(argument, ".") || strings.HasPrefix(argument, "bourse/")
}

// buildBinary builds the binary for the black-box tests of all packages in a new folder, with flags of go build.
func buildBinary(ctx context.Context, flags []string) (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "bourse-built-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) } // leftovers are in the system's temporary folder
	if _, err := bourse.Build(ctx, folder, flags...); err != nil {
		remove()
		return "", nil, err
	}
	return folder, remove, nil
}
