package testkit

import "go.uber.org/goleak"

// adminPool is what databasetest makes databases with, as long as the process lives. Nothing else has a pool of pgx.
const adminPool = "github.com/jackc/pgx/v5/pgxpool.(*Pool).backgroundHealthCheck"

// ownServer waits for the PostgreSQL that a package starts when nobody has named one: it is there for as long as the
// process.
const ownServer = "bourse/internal/database/databasetest.(*Cluster).start.func1"

// Main runs the tests of a package and ends the process: with a failure when goroutines are left that were not there
// before, since what a test or the code starts, it also ends. What is allowed to stay is named by a function on its
// stack, with the reason beside the call. Tests that have to prepare or check something hand over a Run of their own.
//
//	func TestMain(m *testing.M) { testkit.Main(m) }
func Main(tests interface{ Run() int }, allowed ...string) {
	options := make([]goleak.Option, 0, len(allowed)+2)
	for _, function := range append(allowed, adminPool, ownServer) {
		options = append(options, goleak.IgnoreAnyFunction(function))
	}
	goleak.VerifyTestMain(tests, options...)
}
