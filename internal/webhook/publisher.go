package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
	"bourse/internal/worker"
)

const publishBatch = 256

// publisher groups the tenants' own events: concurrent calls share a transaction and return after its commit. While one
// transaction commits, the next batch gathers.
type publisher struct {
	service  *Service
	requests chan *publishRequest
	left     *publishRequest // taken from requests, but did not fit into the last transaction
}

type publishRequest struct {
	ctx   context.Context
	ahead matched // one event
	done  chan error
}

func newPublisher(s *Service) *publisher {
	return &publisher{service: s, requests: make(chan *publishRequest, publishBatch)}
}

const (
	longestType = 100
	mostWords   = 6
)

// isCustom reports whether a type has the form of tenants' own types: custom and up to six words of lower-case letters,
// digits and single underscores, separated by dots. It runs for every event, where a regular expression would cost as
// much as the rest of the check.
func isCustom(eventType string) bool {
	rest, ok := strings.CutPrefix(eventType, "custom.")
	if !ok || len(eventType) > longestType {
		return false
	}
	words := 0
	for word := range strings.SplitSeq(rest, ".") {
		last := byte('_') // so that a word neither begins nor ends with one, nor is empty
		for _, c := range []byte(word) {
			if c == '_' && last == '_' || c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
				return false
			}
			last = c
		}
		if last == '_' {
			return false
		}
		words++
	}
	return words <= mostWords
}

// Published is an event as its publisher sees it.
type Published struct {
	ID        uuid.UUID
	Type      string
	CreatedAt time.Time
	Body      json.RawMessage
}

// PublishOwn publishes one of the tenant's own events. It is for admins. It fails with VALIDATION_ERROR unless the type
// begins with custom. and the data is an object of at most 64 KiB.
func (s *Service) PublishOwn(ctx context.Context, actor Actor, eventType string, data json.RawMessage) (Published, error) {
	if err := actor.requireAdmin(); err != nil {
		return Published{}, err
	}
	data, err := OwnEvent{eventType, data}.check()
	if err != nil {
		return Published{}, err
	}
	event := newEvent(actor.TenantID, eventType, data, s.now())
	published := event.published()
	ahead, err := s.matchAhead(ctx, []storedEvent{event})
	if err != nil {
		return Published{}, err
	}
	if database.HoldsLastTx(ctx) {
		// The answer is stored with the event, so the event cannot share a transaction with others. That costs nothing
		// extra: if it shared one, the answer would need another.
		return published, s.db.InLastTx(ctx, func(tx *database.Tx) error {
			return s.writeMatched(ctx, tx, ahead)
		})
	}
	request := &publishRequest{ctx: ctx, ahead: ahead, done: make(chan error, 1)}
	select {
	case s.publisher.requests <- request:
	case <-ctx.Done():
		return Published{}, ctx.Err()
	}
	// From here on the event may be committed, so only the publisher's answer counts.
	select {
	case err := <-request.done:
		return published, err
	case <-ctx.Done():
		return Published{}, ctx.Err()
	}
}

// check returns the data to send. It fails with VALIDATION_ERROR about the type or the data.
func (e OwnEvent) check() (json.RawMessage, error) {
	if !isCustom(e.Type) {
		return nil, fault.Invalid("type", "must be custom. followed by lower-case words separated by dots")
	}
	data := bytes.TrimSpace(e.Data)
	if len(data) == 0 || data[0] != '{' || !json.Valid(data) || !utf8.Valid(data) {
		return nil, fault.Invalid("data", "must be an object")
	}
	if len(data) > delivery.LargestData {
		return nil, fault.Invalid("data", "must have at most %d bytes", delivery.LargestData)
	}
	return data, nil
}

// Name is the worker's name.
func (p *publisher) Name() string { return "webhook-publisher" }

// Run publishes until the context ends. It is not a worker.Loop: it waits for requests, and a wake would be a second
// channel operation for every event.
func (p *publisher) Run(ctx context.Context) error {
	for {
		first := p.left
		if p.left = nil; first == nil {
			select {
			case first = <-p.requests:
			case <-ctx.Done():
			}
		}
		if ctx.Err() != nil {
			p.refuseRest(first)
			return nil
		}
		_ = worker.Turn(ctx, func(ctx context.Context) error { return p.publish(ctx, p.gather(first)) }) // callers get it
	}
}

// gather adds the waiting requests whose callers have not given up, up to mostDeliveries together.
func (p *publisher) gather(first *publishRequest) []*publishRequest {
	batch, deliveries := []*publishRequest{first}, len(first.ahead.deliveries)
	for len(batch) < publishBatch {
		select {
		case next := <-p.requests:
			if next.ctx.Err() != nil {
				continue
			}
			if deliveries += len(next.ahead.deliveries); deliveries > p.service.mostDeliveries {
				p.left = next
				return batch
			}
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// publish writes a batch in one transaction, or in several when endpoints have changed and it no longer fits into one.
// It fails as InTx does, and its callers get the error.
func (p *publisher) publish(ctx context.Context, batch []*publishRequest) error {
	groups := make([]matched, len(batch))
	for i, request := range batch {
		groups[i] = request.ahead
	}
	err := p.service.db.InTx(ctx, func(tx *database.Tx) error { return p.service.writeMatched(ctx, tx, groups...) })
	if errors.Is(err, errManyDeliveries) {
		half := len(batch) / 2
		return errors.Join(p.publish(ctx, batch[:half]), p.publish(ctx, batch[half:]))
	}
	for _, request := range batch {
		request.done <- err
	}
	return err
}

// refuseRest refuses the requests still waiting when the process stops, and first, if it is not nil.
func (p *publisher) refuseRest(first *publishRequest) {
	for request := first; ; {
		if request != nil {
			request.done <- fault.New(fault.ServiceUnavailable, "the process is stopping").After(time.Second)
		}
		select {
		case request = <-p.requests:
		default:
			return
		}
	}
}
