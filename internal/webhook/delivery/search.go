package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// search looks for endpoints with due deliveries that nobody sends, such as those of a process that died, and for
// deliveries of this process's own lanes whose notification was lost, for example with a connection. It fails when the
// database does.
func (d *Dispatcher) search(ctx, sending context.Context) error {
	due := dueSearch{now: d.now(), until: d.now().Add(tendEvery + time.Second), after: d.searched}
	found, err := due.find(ctx, d.db, d.holder)
	if err != nil {
		if ctx.Err() == nil {
			d.logger.Warn("the search for due webhook deliveries failed", "error", err)
		}
		return fmt.Errorf("search for due deliveries: %w", err)
	}
	d.searched = uuid.Nil
	if len(found) == searchBatch { // endpoints that nobody can send to must not hide the others
		d.searched = found[len(found)-1]
	}
	return d.leaseLanes(ctx, sending, slices.DeleteFunc(found, d.lookAgain))
}

// lookAgain makes the lane of an endpoint claim from the database, and reports whether this process has it.
func (d *Dispatcher) lookAgain(endpoint uuid.UUID) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.lanes[endpoint]
	if l != nil {
		l.lookAgain()
	}
	return l != nil
}

// leaseWanted leases the wanted lanes, and notifies others of work that only this process knows of.
func (d *Dispatcher) leaseWanted(ctx, sending context.Context) error {
	d.mutex.Lock()
	endpoints := make([]uuid.UUID, 0, len(d.wanted))
	var unknownToOthers []uuid.UUID
	for id, isUnknownToOthers := range d.wanted {
		endpoints = append(endpoints, id)
		if isUnknownToOthers {
			unknownToOthers = append(unknownToOthers, id)
		}
	}
	clear(d.wanted)
	d.mutex.Unlock()
	return errors.Join(d.leaseLanes(ctx, sending, endpoints), d.notifyHolders(ctx, unknownToOthers))
}

// notifyHolders notifies other processes of work for lanes that they have taken over, which they would not look for.
func (d *Dispatcher) notifyHolders(ctx context.Context, endpoints []uuid.UUID) error {
	endpoints = slices.DeleteFunc(endpoints, d.hasLane)
	if len(endpoints) == 0 {
		return nil
	}
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		for _, id := range endpoints {
			NotifyDue(tx, id)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		d.logger.Warn("the holders of webhook lanes could not be told of work", "error", err)
	}
	return err
}

// leaseLanes tries to lease the lanes and starts those that it gets. It fails when the database does: failing to lease
// a single lane is logged, but is not a failure of the worker.
func (d *Dispatcher) leaseLanes(ctx, sending context.Context, endpoints []uuid.UUID) (failure error) {
	failures := 0
	for _, id := range endpoints {
		if d.now().Sub(d.renewedAt) >= tendEvery {
			failure = errors.Join(failure, d.renewLeases(ctx)) // leasing many lanes takes long
		}
		leased, err := d.leaseLane(ctx, id)
		if err != nil {
			if ctx.Err() == nil {
				d.logger.Warn("a webhook lane could not be taken", "endpoint", id, "error", err)
			}
			if failures++; ctx.Err() != nil || failures == mostLaneFailures {
				return errors.Join(failure, err) // the next search tries again
			}
			continue // it may concern only this endpoint
		}
		if leased != nil {
			d.start(sending, leased)
		}
	}
	return failure
}
