package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// result is the result of a run.
type result struct {
	options
	tally    *tally
	faults   map[string]int
	took     time.Duration // during which people worked
	events   int
	repeated int // operations that were repeated at the end
	starts   int // of processes
	findings []finding
}

const (
	// answerLimit is how long the last answers may take after everything was healed.
	answerLimit = 90 * time.Second
	// quietLimit is how long deliveries and payouts may take after that: a refund whose process was killed is retried
	// after two minutes.
	quietLimit = 3 * time.Minute
)

// run creates a world, lets faults happen and compares.
func run(ctx context.Context, o options) (got *result, err error) {
	fmt.Printf("\n%s, seed %d, %s\n", o.engine, o.seed, o.length)
	schedule := plan(o.engine, o.seed, o.length)
	for _, next := range schedule {
		fmt.Println(next)
	}
	w, err := newWorld(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	for _, step := range []func(context.Context) error{w.startReplicas, w.settle, w.furnish} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	got = &result{options: o, tally: w.tally}
	if err := w.work(ctx, schedule, got); err != nil {
		return got, err
	}
	var repeated []finding
	got.repeated, repeated = w.repeat(ctx)
	if err := w.quieten(ctx); err != nil {
		return got, err
	}
	found, err := w.survey(ctx)
	if err != nil {
		return got, err
	}
	lines, err := readJournal(w.journalPath())
	if err != nil {
		return got, err
	}
	got.events = len(found.Events)
	got.findings = append(judge(lines, found), repeated...)
	return got, w.lookInside(ctx, got)
}

// work lets people work during the faults, heals the world and waits for the last answers.
func (w *world) work(ctx context.Context, schedule []fault, got *result) error {
	w.remaining.Store(1 << 60)
	if w.operations > 0 {
		w.remaining.Store(w.operations)
	}
	fmt.Printf("%s: %d operations to settle in; now people work and things break\n", w.engine, w.tally.operations)
	working, stop := context.WithTimeout(ctx, w.length)
	defer stop()
	patience, giveUp := context.WithCancel(ctx)
	defer giveUp()
	w.isRaging.Store(true)
	w.receiver.isWell.Store(false)
	began := time.Now()
	var living sync.WaitGroup
	for _, customer := range w.customers {
		living.Go(func() { customer.live(working, patience) })
	}
	fallen := make(chan error, 1)
	time.AfterFunc(w.length/2, func() { fallen <- w.fall() })
	done := make(chan struct{})
	go func() { living.Wait(); stop(); close(done) }()
	var err error
	got.faults, err = w.rage(working, schedule)
	if err == nil {
		<-working.Done()
	}
	got.took = time.Since(began)
	w.isRaging.Store(false)
	w.receiver.isWell.Store(true)
	if err := errors.Join(err, <-fallen, w.heal(ctx)); err != nil {
		return err
	}
	time.AfterFunc(answerLimit, giveUp)
	<-done
	for _, r := range w.replicas {
		got.starts += r.started()
	}
	return nil
}

// quieten waits until the platform has finished its own work: deliveries, payouts, refunds that have to wait, and
// stops. What is missing then is for the judge.
func (w *world) quieten(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, quietLimit)
	defer cancel()
	for limited.Err() == nil {
		waiting, err := w.underWay(limited)
		if err != nil {
			return err
		}
		if sum(waiting) == 0 {
			return nil
		}
		fmt.Printf("%s: under way: %s\n", w.engine, counts(waiting))
		pause(limited, 2*time.Second)
	}
	return nil
}

// underWay counts what the platform still has to do on its own.
func (w *world) underWay(ctx context.Context) (map[string]int, error) {
	waiting := map[string]int{}
	for _, t := range w.tenants {
		events, err := w.events(ctx, t)
		if err != nil {
			return nil, err
		}
		received := w.receiver.received(t.slug)
		for _, one := range events {
			if received[one.ID] == 0 {
				waiting["deliveries"]++
			}
		}
		approved, err := w.objects(ctx, t.admins[0], "/payments/withdrawals?limit=100&scope=tenant&status=approved&page=1")
		if err != nil {
			return nil, err
		}
		if len(approved) > 0 {
			waiting["payouts"] += len(approved)
		}
	}
	for _, p := range w.customers {
		open, err := w.objects(ctx, p, "/trading/positions?limit=1000&status=open&symbol="+falling)
		if err != nil {
			return nil, err
		}
		if len(open) > 0 {
			waiting["stops"] += len(open)
		}
		payments, err := w.objects(ctx, p, "/payments?limit=100&page=1")
		if err != nil {
			return nil, err
		}
		for _, refund := range courseRefunds(payments) {
			if field(refund, "status") == "pending" { // the answer said so: it could not be made at once
				waiting["refunds"]++
			}
		}
	}
	return waiting, nil
}

// lookInside stops the platform in order and examines its books and logs. What is wrong there is kept with the
// journal.
func (w *world) lookInside(ctx context.Context, got *result) error {
	for _, r := range w.replicas {
		r.hold(true)
		if process := r.running(); process != nil {
			stopping, cancel := context.WithTimeout(ctx, 40*time.Second)
			if err := process.Stop(stopping); err != nil {
				got.findings = append(got.findings, finding{isBroken, fmt.Sprintf("%s did not stop in order: %v", r.name, err)})
			}
			cancel()
		}
	}
	for _, r := range w.replicas {
		for r.running() != nil && ctx.Err() == nil {
			pause(ctx, 10*time.Millisecond) // its log is still being written
		}
	}
	findings, err := w.audit(ctx)
	if err != nil {
		return err
	}
	said, err := w.readLogs()
	got.findings = append(got.findings, append(findings, said...)...)
	if len(got.findings) > 0 && w.cluster == nil {
		err = errors.Join(err, copyFile(filepath.Join(w.disk.folder, "data", "bourse.db"), filepath.Join(w.folder, "bourse.db")))
	}
	return err
}

// copyFile keeps a file of a disk that is about to be removed.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
