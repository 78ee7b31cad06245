// Package delivery brings events to endpoints: it is the engine behind webhook.
//
// A lane is the right to send to one endpoint. One process at a time has it, by a lease with a fencing number, so a
// rate limit is exact without asking anybody, no row is fought over, and a slow receiver delays only itself.
//
// A delivery is a row that somebody has written, and in most cases handed over: Dispatch gives it to its lane, if this
// process has the lease, and otherwise notifies whoever does. What is due and was not handed over, a lane claims from
// the database. Then one story is told, stage by stage: an attempt is made (attempt.go), judged (judge.go) and recorded
// together with many others (recorder.go), off the path of the next one.
//
// What does not fit into a lane's memory waits in the database. A crash repeats at most what was attempted and not yet
// recorded, with the same webhook-id.
//
// The package knows no feature and nothing of how endpoints and events are kept: what it needs to know of an endpoint
// it asks Endpoints.
package delivery

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/wire"
)

// LargestData bounds what one event carries: lanes keep events in memory.
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
	InFlight    int   // requests on the wire at a time
	QueuedBytes int64 // of deliveries in memory; more wait in the database
}

// Metrics is what the engine counts.
type Metrics interface {
	// AttemptMade counts one attempt by its outcome: succeeded, retried, exhausted.
	AttemptMade(outcome string, duration time.Duration)
	// LanesHeld tells how many endpoints this process sends to.
	LanesHeld(count int)
}

// Status is how far a delivery has come.
type Status string

const (
	Pending   Status = "pending"   // to be sent, or sent again
	Succeeded Status = "succeeded" // taken by the receiver
	Exhausted Status = "exhausted" // refused for good, or too often
	Skipped   Status = "skipped"   // the endpoint was not active
)

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID         uuid.UUID
	EventID    uuid.UUID
	EndpointID uuid.UUID
	Status     Status
	CreatedAt  time.Time
	Body       []byte

	attempts  int
	before    int       // attempts made before it was sent again on request
	refusedAt time.Time // when the receiver refused its OAuth2 token, which was then renewed
}

// failures is how often it was attempted in vain since it was last begun.
func (d *Delivery) failures() int { return d.attempts - d.before }

// requests is how many requests the attempt under way takes: one more when the token was refused.
func (d *Delivery) requests() int {
	if d.refusedAt.IsZero() {
		return 1
	}
	return 2
}

// Try makes an attempt beside the endpoint's lane, as a challenge is one, and records nothing.
func (d *Dispatcher) Try(ctx context.Context, endpoint *Endpoint, delivery Delivery) wire.Result {
	return d.makeAttempt(ctx, endpoint, delivery).result
}
