// Package telemetry lets an operator see what the process does: log lines, metrics, traces and the
// version that is running.
//
// Nothing in it is global. The application makes one logger, one Metrics and one tracer provider, hands
// them down, and stops them last, so that whatever the rest says while it stops is still heard.
//
// All three sit on the path of every request, so each is built to cost little there: log lines are
// gathered and written together, metric children are looked up once and kept, and tracing is a no-op
// until an endpoint is given.
package telemetry
