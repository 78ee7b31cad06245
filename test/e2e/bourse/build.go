// Package bourse builds the binary and runs it as an operator does: as a separate process, controlled by flags and
// signals, and observed through its output. Black-box tests and benchmarks use it.
package bourse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"bourse/internal/testkit"
)

// Race are the flags of go build and go test that add the race detector. Code that only calculates goes without:
// SQLite, which is translated from C and used by one goroutine at a time, password hashing, parsing the contract and
// flags when a server starts, and training models. With the detector in there, a server takes twice as long to start,
// every log-in three times and a training ten times as long.
var Race = []string{
	"-race", "-gcflags=modernc.org/...=-race=false", "-gcflags=gonum.org/...=-race=false",
	"-gcflags=bourse/internal/ml/features...=-race=false", "-gcflags=bourse/internal/ml/logistic...=-race=false",
	"-gcflags=bourse/internal/ml/trial...=-race=false",
	"-gcflags=github.com/go-faster/yaml=-race=false", "-gcflags=github.com/alecthomas/kong=-race=false",
	"-gcflags=golang.org/x/crypto/argon2=-race=false", "-gcflags=golang.org/x/crypto/blake2b=-race=false",
}

// BuiltVariable names the environment variable with the folder of the binary that black-box tests run.
const BuiltVariable = "BOURSE_E2E_BUILT"

// Build compiles the command into the folder, which it creates, and returns the path of the binary. The flags are
// those of go build, such as Race. It fails with the compiler's output.
func Build(ctx context.Context, folder string, flags ...string) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "bourse")
	// The revision does not matter here, and finding it needs a repository. Nobody debugs the binary.
	arguments := append([]string{"build", "-buildvcs=false", "-ldflags=-w", "-o", binary}, flags...)
	command := exec.CommandContext(ctx, "go", append(arguments, "bourse/cmd/bourse")...)
	said, err := command.CombinedOutput()
	testkit.Spent(testkit.SpentByGo, command.ProcessState)
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, said)
	}
	return binary, nil
}
