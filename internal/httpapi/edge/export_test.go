package edge

import (
	"net/http"
	"time"
)

// StatusOf is the table from codes to statuses.
var StatusOf = statuses

// Deprecate makes the handler know an operation as deprecated, in place of those of the contract.
func Deprecate(h http.Handler, operation, since, sunset string) {
	h.(*handler).deprecations = deprecations{operation: {since: since, sunset: sunset}}
}

// HurryBodies makes the handler wait for a slow body for the given time only.
func HurryBodies(h http.Handler, patience time.Duration) { h.(*handler).bodyPatience = patience }

// BodyBytesLeft is what is left of the budget for bodies.
func BodyBytesLeft(h http.Handler) int64 { return h.(*handler).bodies.left.Load() }

// HurryLeases makes the handler renew the leases of its claims all the time.
func HurryLeases(h http.Handler) { h.(*handler).keys.renewal = time.Millisecond }
