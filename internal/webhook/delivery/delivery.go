// Package delivery sends events to endpoints: it is the engine behind webhook.
//
// A lane is the right to send to one endpoint. One process at a time holds it, by a lease with a fencing number, so a
// rate limit is exact without coordination, processes do not compete for rows, and a slow receiver delays only itself.
//
// A delivery is a row that its publisher writes and usually hands over: Dispatch gives it to its lane, if this process
// has the lease, and otherwise notifies the process that does. A lane claims due deliveries that were not handed over
// from the database. Then an attempt is made (attempt.go), judged (judge.go) and recorded together with many others
// (recorder.go), without delaying the next one.
//
// What does not fit into a lane's memory waits in the database. A crash repeats at most the attempts that were not yet
// recorded, with the same webhook-id.
//
// The package knows no feature, nor how endpoints and events are stored: it gets endpoints from Endpoints.
package delivery

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/wire"
)

// LargestData is the maximum size of an event's data: lanes keep events in memory.
const LargestData = 64 << 10

// Options are what a Dispatcher needs.
type Options struct {
	Database  *database.DB
	Endpoints Endpoints
	Sender    Sender
	Limits    Limits
	Metrics   Metrics
	Now       func() time.Time
	Logger    *slog.Logger
}

// Sender makes the HTTP call of an attempt.
type Sender interface {
	Do(ctx context.Context, call wire.Call) wire.Result
}

// Limits bound what one process spends on sending.
type Limits struct {
	InFlight    int   // concurrent requests
	QueuedBytes int64 // of deliveries in memory; the rest wait in the database
}

// Metrics receives the engine's measurements.
type Metrics interface {
	// AttemptMade counts an attempt by its outcome: succeeded, retried, exhausted.
	AttemptMade(outcome string, duration time.Duration)
	// LanesHeld reports how many endpoints this process sends to.
	LanesHeld(count int)
}

// Status is the state of a delivery.
type Status string

const (
	Pending   Status = "pending"   // to be sent or retried
	Succeeded Status = "succeeded" // accepted by the receiver
	Exhausted Status = "exhausted" // given up: refused for good, or too often
	Skipped   Status = "skipped"   // the endpoint could not be used
)

// Delivery is one event for one endpoint.
type Delivery struct {
	ID         uuid.UUID
	EventID    uuid.UUID
	EndpointID uuid.UUID
	Status     Status
	CreatedAt  time.Time
	Body       []byte

	attempts  int
	before    int       // attempts made before it was last reopened on request
	refusedAt time.Time // when the receiver refused its OAuth2 token, since renewed
}

// failures returns how often it failed since it was first sent or last reopened.
func (d *Delivery) failures() int { return d.attempts - d.before }

// requests returns how many requests the current attempt takes: one more when the token was refused.
func (d *Delivery) requests() int {
	if d.refusedAt.IsZero() {
		return 1
	}
	return 2
}

// Try makes an attempt that bypasses the endpoint's lane, such as a challenge, and records nothing.
func (d *Dispatcher) Try(ctx context.Context, endpoint *Endpoint, delivery Delivery) wire.Result {
	return d.makeAttempt(ctx, endpoint, delivery).result
}
