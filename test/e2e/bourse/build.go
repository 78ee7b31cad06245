// Package bourse builds the binary and runs it the way an operator does: as a process of its own, told
// what to do by flags and signals, heard through its output. Tests and benchmarks of the whole use it.
package bourse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Race are the flags of go build and go test that put the race detector in. What does nothing but calculate goes
// without: SQLite, which is translated from C and used by one goroutine at a time, the hashing of passwords, the reading of
// the contract and of flags when a server starts, and the
// learning of models. With it in there a server takes twice as long to start, every log-in three times and a training
// ten times as long.
var Race = []string{
	"-race", "-gcflags=modernc.org/...=-race=false", "-gcflags=gonum.org/...=-race=false",
	"-gcflags=bourse/internal/ml/features...=-race=false", "-gcflags=bourse/internal/ml/logistic...=-race=false",
	"-gcflags=bourse/internal/ml/trial...=-race=false",
	"-gcflags=github.com/go-faster/yaml=-race=false", "-gcflags=github.com/alecthomas/kong=-race=false",
	"-gcflags=golang.org/x/crypto/argon2=-race=false", "-gcflags=golang.org/x/crypto/blake2b=-race=false",
}

// BuiltVariable names the environment variable with a folder of binaries that are built already, one for each of Builds.
const BuiltVariable = "BOURSE_E2E_BUILT"

// Builds are the binaries that black-box tests run, by the folder that each is in, with the flags of go build.
var Builds = map[string][]string{"race": Race, "plain": nil}

// Build compiles the command into the folder, which it makes, and returns the path of the binary. The flags are
// those of go build, such as those of Race. It fails with what the compiler said.
func Build(ctx context.Context, folder string, flags ...string) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "bourse")
	// Which revision it is built from does not matter here, and finding out needs a repository. Nobody debugs it.
	arguments := append([]string{"build", "-buildvcs=false", "-ldflags=-w", "-o", binary}, flags...)
	command := exec.CommandContext(ctx, "go", append(arguments, "bourse/cmd/bourse")...)
	if said, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, said)
	}
	return binary, nil
}
