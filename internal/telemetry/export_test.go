package telemetry

import "log/slog"

// BuildFrom lets a test describe a build that the test binary is not.
var BuildFrom = buildFrom

// NeedsRedaction lets a test measure the look for secrets without the formatting that follows it.
func NeedsRedaction(record slog.Record) bool { return (&handler{}).needsRedaction(record) }
