package live_test

import (
	"context"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/trading"
)

// TestTheCarrierHearsOfOrders runs the worker by its name, as the process does, until it is stopped.
func TestTheCarrierHearsOfOrders(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		carrier := r.live.Workers()[0]
		if carrier.Name() != "live-orders" {
			t.Errorf("the worker's name is %s", carrier.Name())
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- carrier.Run(ctx) }()
		heard := make(chan string, 64)
		r.Events.TellTo(heard)
		order := r.place(r.order(trading.Buy, "0.1"))
		for testkit.Receive(t, "the order's end", heard) != "trading.order.filled" {
		}
		r.wantOnce(order)
		stop()
		if err := testkit.Receive(t, "the worker's end", ended); err != nil {
			t.Error(err)
		}
	})
}

func TestOrdersAreCarriedWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.order(trading.Buy, "0.1"))
		r.clock.Set(r.clock.Now().Add(-10 * time.Minute))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		heard := make(chan string, 64)
		r.Events.TellTo(heard)
		go func() { ended <- r.live.Workers()[0].Run(ctx) }()
		for testkit.Receive(t, "the order's end", heard) != "trading.order.filled" {
		}
		r.wantOnce(order)
		stop()
		if err := testkit.Receive(t, "the worker's end", ended); err != nil {
			t.Error(err)
		}
	})
}

func TestALeaseFromBeforeTheClockWasSetBackKeepsNobodyFromTakingAnOrderBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		order := r.place(r.limitOrder(trading.Buy, "1", "49000"))
		r.carry()
		leased := database.Micros(r.clock.Now().Add(90 * time.Second)) // by a process that has since died
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE live_orders SET leased_until = $1, next_at = $1`, leased)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r.cancel(order)
		r.carry()
		r.wantStatus(order, trading.OrderCancelled)
	})
}
