// Package e2e_test tests the built binary from outside: over HTTP, by flags and signals, on both database
// engines, as those who use and operate it meet it. Nothing here knows how it works inside.
package e2e_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"bourse/test/e2e/bourse"
)

// binary is the program under test, built with the race detector: a race that a test provokes makes the
// process exit with a failure, which whoever stops it notices.
var binary string

// plainBinary is the program without the race detector, with which it starts several times as slowly: for short
// commands, and for a thousand passwords.
var plainBinary string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) (status int) {
	if built := os.Getenv(bourse.BuiltVariable); built != "" {
		binary, plainBinary = built+"/race/bourse", built+"/plain/bourse"
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "bourse-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer os.RemoveAll(folder)
	if binary, err = build(folder+"/race", bourse.Race...); err == nil {
		plainBinary, err = build(folder + "/plain")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return m.Run()
}

func build(folder string, flags ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	return bourse.Build(ctx, folder, flags...)
}
