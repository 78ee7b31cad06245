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
	"testing"
	"time"

	"bourse/test/e2e/bourse"
)

// Binary is the program under test.
var Binary string

// Main runs the tests of a package, which calls it from its TestMain, and returns the exit status. It builds the
// binary unless bourse.BuiltVariable says where a built one is.
func Main(m *testing.M) (status int) {
	folder := os.Getenv(bourse.BuiltVariable)
	if folder == "" {
		built, err := os.MkdirTemp("", "bourse-e2e-")
		if err == nil {
			defer os.RemoveAll(built)
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
			defer cancel()
			_, err = bourse.Build(ctx, built)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "e2e:", err)
			return 1
		}
		folder = built
	}
	Binary = filepath.Join(folder, "bourse")
	return m.Run()
}
