// Package testkit is what the tests of all packages share: a clock that the test turns, the check of a failure's code,
// many calls at the same moment, a wait with a deadline, a stopwatch that a busy machine does not turn, and a test binary
// that fails when goroutines are left behind. Events that features publish are kept by testkit/published.
//
// Only tests import it. There is one definition of each of these helpers in the house, which is a rule of
// internal/architecture.
package testkit
