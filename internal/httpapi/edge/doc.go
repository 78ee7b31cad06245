// Package edge is what every request passes before and after its operation: it knows HTTP and the caller, and nothing
// of what the operations do.
//
// A request passes one handler (server.go), from top to bottom: it gets an exchange, which holds everything known
// about it, and an id (X-Request-Id); the operation of the contract is looked up; the caller is authenticated
// (authenticate.go); the limits are applied (limits.go); the body is read within bounds (body.go, body_budget.go); a
// repeated request is recognised (idempotency.go); the generated server decodes, validates and calls the operation.
// Every failure on the way becomes an envelope in errors.go and nowhere else. At the end one line is logged and one
// observation recorded (finish.go). A response that continues for as long as the client listens has no time limit
// (stream.go, lasting.go).
//
// Anything outside the base path is a WebPage (pages.go), which passes fewer steps.
//
// The chain is on the path of every request, so it is built to cost little: one exchange holds the context, the
// response writer and the values of the response headers in a single allocation, and a time limit costs nothing until
// something waits for it.
package edge
