package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"bourse/test/e2e/bourse"
)

// blackBox is the folder of the tests that run the built binary.
const blackBox = "bourse/test/e2e/"

// client is the Go client, a module of its own that this one requires.
const client = "bourse/sdk/go/..."

func isBlackBox(name string) bool { return strings.HasPrefix(name, blackBox) }

// onlyCalculates are the packages that start no goroutine, which a test checks: two of their callers may race, but
// then they do so in the callers' tests. With the race detector, calculating takes four times as long.
var onlyCalculates = map[string]bool{
	"bourse/internal/architecture": true, "bourse/internal/market/sim": true, "bourse/internal/ml/features": true,
	"bourse/internal/ml/logistic": true, "bourse/internal/ml/trial": true, "bourse/internal/money": true, "bourse/internal/stats": true,
	"bourse/internal/tools/oasgen": true, "bourse/internal/tools/operationstable": true, "bourse/internal/tools/sdkgen": true, "bourse/internal/trading/engine": true,
	"bourse/internal/trading/strategy": true, "bourse/internal/webhook/topic": true,
}

// split separates the flags of go test from its packages, which it lists by name: those that have tests, the ones
// with the most to test first, so that none runs alone at the end. It fails when go cannot list them.
func split(ctx context.Context, arguments []string) (flags, packages []string, err error) {
	var patterns []string
	for _, argument := range arguments {
		if isPackage(argument) {
			patterns = append(patterns, argument)
		} else {
			flags = append(flags, argument)
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"./...", client}
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
		packages = append(packages, name)
		sizes[name] = sizeOfTests(folder)
		if slices.Contains(browserTests, name) {
			sizes[name] += waitsForBrowsers
		}
	}
	slices.SortStableFunc(packages, func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	return flags, packages, nil
}

// waitsForBrowsers is larger than any package's tests: tests in browsers take minutes, whatever their size, and
// mostly wait.
const waitsForBrowsers = 1 << 30

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

// buildBinaries builds the binaries for the black-box tests, with and without the race detector, once for all of
// their packages, and returns the folder with both.
func buildBinaries(ctx context.Context, out io.Writer) (folder string, remove func(), err error) {
	fmt.Fprintln(out, "building the binary with and without the race detector")
	folder, err = os.MkdirTemp("", "bourse-built-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) } // leftovers are in the system's temporary folder
	var building errgroup.Group
	for name, flags := range bourse.Builds {
		building.Go(func() error {
			_, err := bourse.Build(ctx, filepath.Join(folder, name), flags...)
			return err
		})
	}
	if err := building.Wait(); err != nil {
		remove()
		return "", nil, err
	}
	return folder, remove, nil
}
