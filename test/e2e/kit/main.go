// Package kit is shared by the tests of the built binary: they use it from outside, over HTTP, by flags and signals,
// on both database engines, as its users and operators do. Nothing here knows how it works inside.
//
// An Installation is where the platform keeps its data, a Server a process that serves it, a Client a caller and a
// Member a user with an account. Answers are checked against a Shape. A Venue is a server whose prices a test sets, a
// School one with courses, a Receiver somebody's webhook endpoint, and a Crowd or Storm are many concurrent callers.
package kit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/test/e2e/bourse"
)

// PlainBinary is the program under test. racingBinary is the same with the race detector, with which it starts
// several times slower.
var PlainBinary, racingBinary string

// racing are the names of the tests that have called Racing.
var racing sync.Map

// Racing is called first by a test in which many do things with the same money or the same receiver at once. Its
// server on PostgreSQL is built with the race detector: a race that the test provokes makes the process exit with a
// failure, which is noticed when it is stopped. It costs six times the processor time to start and several times that
// of a request. SQLite, whose writers queue, goes without: the code that could race is the same.
func Racing(t *testing.T) {
	t.Helper()
	if strings.Contains(t.Name(), "/") {
		t.Fatal("a subtest shares its server with others: the whole test is racing or none of it")
	}
	racing.Store(t.Name(), true)
}

// isRacing reports whether a test or its parent has called Racing.
func isRacing(t *testing.T) bool {
	name, _, _ := strings.Cut(t.Name(), "/")
	_, is := racing.Load(name)
	return is
}

// Main runs the tests of a package, which calls it from its TestMain, and returns the exit status. It builds the
// binary unless bourse.BuiltVariable says where a built one is.
func Main(m *testing.M) (status int) {
	folder := os.Getenv(bourse.BuiltVariable)
	if folder == "" {
		built, err := build()
		defer os.RemoveAll(built)
		if err != nil {
			fmt.Fprintln(os.Stderr, "e2e:", err)
			return 1
		}
		folder = built
	}
	racingBinary, PlainBinary = filepath.Join(folder, "race", "bourse"), filepath.Join(folder, "plain", "bourse")
	return m.Run()
}

// build builds both binaries in a new folder, which the caller removes in any case.
func build() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "bourse-e2e-"); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var building errgroup.Group
	for name, flags := range bourse.Builds {
		building.Go(func() error {
			_, err := bourse.Build(ctx, filepath.Join(folder, name), flags...)
			return err
		})
	}
	return folder, building.Wait()
}
