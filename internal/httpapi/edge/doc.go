// Package edge is what every request passes before and after its operation: it knows HTTP and who calls, and nothing of
// what the operations do.
//
// A request passes one handler (server.go), top to bottom: it gets an exchange, which is all that is
// known of it, and a name (X-Request-Id); the operation of the contract is looked up; the caller is
// authenticated (authenticate.go); the limits are counted (limits.go); the body is read and bounded
// (body.go, body_budget.go); a repeated request is recognised (idempotency.go); the generated server decodes, validates
// and calls the operation. Every failure on the way becomes an envelope in errors.go and nowhere else.
// When all is done, one line is logged and one observation counted (finish.go). An answer that goes on for
// as long as the client listens has no time limit (stream.go, lasting.go).
//
// What is outside the base path is a WebPage (pages.go), which passes fewer steps.
//
// The chain is on the path of every request, so it is built to cost little: one exchange holds the
// context, the response writer and the values of the answer's headers in a single allocation, and a time
// limit costs nothing until somebody waits for it.
package edge
