// Package telemetry lets an operator see what the process does: log lines, metrics, traces and the
// version that is running.
//
// Nothing in it is global. The application makes one logger, one Metrics and one tracer provider, passes them down, and
// stops them last, so that whatever the rest reports while it stops is not lost.
//
// All three are on the path of every request, so each is built to be cheap there: log lines are gathered and written
// together, metric children are looked up once and kept, and tracing is a no-op without an endpoint.
package telemetry
