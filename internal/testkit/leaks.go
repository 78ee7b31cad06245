package testkit

import (
	"flag"
	"fmt"
	"os"
	"time"

	"go.uber.org/goleak"
)

// propertyChecks is how many cases a property is tried with, unless -rapid.checks says: a run draws others than the one
// before, so what a few dozen miss the next runs find, and a hundred with databases of their own take minutes.
const propertyChecks = "30"

// adminPool is what databasetest makes databases with, as long as the process lives. Nothing else has a pool of pgx.
const adminPool = "github.com/jackc/pgx/v5/pgxpool.(*Pool).backgroundHealthCheck"

// ownServer waits for the PostgreSQL that a package starts when nobody has named one: it is there for as long as the
// process.
const ownServer = "bourse/internal/database/databasetest.supervise.func1"

// slowWrite reads ahead on a connection to PostgreSQL whose last write took long, as it may on a busy machine, until the
// server says something: on an idle connection of the pool above that is never. A pool of ours that is not closed leaves
// more than that.
const slowWrite = "github.com/jackc/pgx/v5/pgconn/internal/bgreader.(*BGReader).bgRead"

// Main runs the tests of a package and ends the process: with a failure when goroutines are left that were not there
// before and do not end by themselves, since what a test or the code starts, it also ends. Some take their time: pgx says
// goodbye to the server of a cancelled statement in a goroutine of its own, for up to 15 seconds. What is allowed to stay is
// named by a function on its stack, with the reason beside the call. Tests that have to prepare or check something hand over
// a Run of their own.
//
//	func TestMain(m *testing.M) { testkit.Main(m) }
func Main(tests interface{ Run() int }, allowed ...string) {
	if checks := flag.Lookup("rapid.checks"); checks != nil {
		_ = checks.Value.Set(propertyChecks) // it is a number
	}
	options := make([]goleak.Option, 0, len(allowed)+3)
	for _, function := range append(allowed, adminPool, ownServer, slowWrite) {
		options = append(options, goleak.IgnoreAnyFunction(function))
	}
	status := tests.Run()
	if status == 0 {
		if err := findLeaks(Patience, options...); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left:", err)
			status = 1
		}
	}
	os.Exit(status)
}

// findLeaks fails with the goroutines that are still there when the patience is over.
func findLeaks(patience time.Duration, options ...goleak.Option) error {
	for began := time.Now(); ; {
		err := goleak.Find(options...) // waits a moment by itself
		if err == nil || time.Since(began) >= patience {
			return err
		}
	}
}
