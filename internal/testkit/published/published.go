// Package published keeps what features publish in tests.
package published

import (
	"context"
	"slices"
	"sync"

	"bourse/internal/database"
	"bourse/internal/webhook"
)

// Events keeps the events of the transactions that committed, as the publisher of a feature under test. The zero value
// is ready, and safe for concurrent use.
type Events struct {
	mutex     sync.Mutex
	committed []webhook.Event
	refuse    func(webhook.Event) error
	heard     chan<- string
}

// Publish keeps the events when the transaction commits. It fails when the test refuses one of them.
func (e *Events) Publish(_ context.Context, tx *database.Tx, events ...webhook.Event) error {
	refuse, heard := e.settings()
	for _, event := range events {
		if refuse == nil {
			break
		}
		if err := refuse(event); err != nil {
			return err
		}
	}
	tx.AfterCommit(func() {
		e.keep(events)
		for _, event := range events {
			if heard != nil {
				heard <- event.Type
			}
		}
	})
	return nil
}

// PublishToAll keeps an event for all tenants as it keeps the others.
func (e *Events) PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error {
	return e.Publish(ctx, tx, webhook.Event{Type: eventType, Data: data})
}

// Refuse makes publishing fail for what the function fails for.
func (e *Events) Refuse(refuse func(webhook.Event) error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.refuse = refuse
}

// TellTo sends the type of every event that is committed from now on to a channel too.
func (e *Events) TellTo(heard chan<- string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.heard = heard
}

// All are the events in the order of their commits.
func (e *Events) All() []webhook.Event {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return slices.Clone(e.committed)
}

// Types are the types of the events in the order of their commits.
func (e *Events) Types() (types []string) {
	for _, event := range e.All() {
		types = append(types, event.Type)
	}
	return types
}

// Count is how many events of a type there are.
func (e *Events) Count(eventType string) (n int) {
	for _, event := range e.All() {
		if event.Type == eventType {
			n++
		}
	}
	return n
}

func (e *Events) settings() (refuse func(webhook.Event) error, heard chan<- string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.refuse, e.heard
}

func (e *Events) keep(events []webhook.Event) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.committed = append(e.committed, events...)
}
