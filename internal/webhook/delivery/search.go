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

// search looks for endpoints with due deliveries that nobody sends, as those of a process that died, and for
// deliveries of this process's own lanes that it was not notified of, as when a connection broke. It is the only
// query of an idle process. It fails when the database does.
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
	if len(found) == searchBatch { // those that nobody can send must not keep the others from being found
		d.searched = found[len(found)-1]
	}
	return d.leaseLanes(ctx, sending, slices.DeleteFunc(found, d.lookAgain))
}

// lookAgain makes the lane of an endpoint look into the database and reports whether this process has it.
func (d *Dispatcher) lookAgain(endpoint uuid.UUID) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.lanes[endpoint]
	if l != nil {
		l.lookAgain()
	}
	return l != nil
}

// leaseWanted leases the lanes that were asked for, and notifies others of what only this process knows.
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

// notifyHolders notifies other processes of work for lanes that have gone to them. Else they would not look.
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

// leaseLanes tries to lease the lanes and starts those that it got. It fails when the database does: that one endpoint's
// lane cannot be had is logged, and no failure of the worker.
func (d *Dispatcher) leaseLanes(ctx, sending context.Context, endpoints []uuid.UUID) (failure error) {
	failures := 0
	for _, id := range endpoints {
		if d.now().Sub(d.renewedAt) >= tendEvery {
			failure = errors.Join(failure, d.renewLeases(ctx)) // many lanes take long to lease
		}
		leased, err := d.leaseLane(ctx, id)
		if err != nil {
			if ctx.Err() == nil {
				d.logger.Warn("a webhook lane could not be taken", "endpoint", id, "error", err)
			}
			if failures++; ctx.Err() != nil || failures == mostLaneFailures {
				return errors.Join(failure, err) // the next search tries again
			}
			continue // it may be the trouble of this endpoint alone
		}
		if leased != nil {
			d.start(sending, leased)
		}
	}
	return failure
}
