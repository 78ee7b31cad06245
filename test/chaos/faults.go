package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"bourse/internal/database"
)

// fault is something that goes wrong at a time, for a while.
type fault struct {
	kind   string
	after  time.Duration // since work started
	length time.Duration
	victim int           // which replica, for a fault of one
	jump   time.Duration // of the clock
}

func (f fault) String() string {
	described := fmt.Sprintf("%6.1fs  %-20s for %.1fs", f.after.Seconds(), f.kind, f.length.Seconds())
	if f.jump != 0 {
		return fmt.Sprintf("%6.1fs  %-20s by %s", f.after.Seconds(), f.kind, f.jump)
	}
	return described
}

// The kinds of faults.
const (
	killed         = "kill -9"
	killedAll      = "kill -9 of all"
	stopped        = "stop and continue"
	restarted      = "restart"
	postgresFast   = "PostgreSQL fast"
	postgresCrash  = "PostgreSQL immediate"
	connectionsCut = "connections cut"
	networkStalled = "network stalled"
	diskFull       = "disk full"
	clockForward   = "clock forward"
	clockBack      = "clock back"
)

// kinds are the faults that are possible with an engine.
func kinds(engine database.Engine) []string {
	if engine == database.SQLite {
		return []string{killed, killed, stopped, restarted, diskFull, clockForward, clockBack}
	}
	return []string{killed, killedAll, stopped, restarted, postgresFast, postgresCrash, connectionsCut, connectionsCut, networkStalled, diskFull, clockForward, clockBack}
}

// plan decides what goes wrong and when: every kind once before any is repeated, one at a time, until shortly before
// the end.
func plan(engine database.Engine, seed uint64, length time.Duration) (schedule []fault) {
	random := rand.New(rand.NewPCG(seed, 0xfa017))
	var deck []string
	span := func(least, most time.Duration) time.Duration {
		return least + time.Duration(random.Int64N(int64(most-least)))
	}
	// A short run has its faults closer together.
	most := min(5*time.Second, length/6)
	for at := most / 2; at < length-time.Second; {
		if len(deck) == 0 {
			deck = kinds(engine)
			random.Shuffle(len(deck), func(i, k int) { deck[i], deck[k] = deck[k], deck[i] })
		}
		next := fault{kind: deck[0], after: at, victim: random.IntN(2), length: span(200*time.Millisecond, 3*time.Second)}
		deck = deck[1:]
		switch next.kind {
		case stopped, networkStalled: // sometimes longer than leases and time-outs
			next.length = span(500*time.Millisecond, 11*time.Second)
		case clockForward:
			next.length, next.jump = 0, span(5*time.Second, 12*time.Minute)
		case clockBack:
			next.length, next.jump = 0, -span(time.Second, 15*time.Second)
		}
		next.length = min(next.length, length/5)
		schedule = append(schedule, next)
		at += next.length + span(most/5, most)
	}
	return schedule
}

// rage makes the faults of a schedule happen, and returns after the last.
func (w *world) rage(ctx context.Context, schedule []fault) (happened map[string]int, err error) {
	began := time.Now()
	happened = map[string]int{}
	for _, next := range schedule {
		pause(ctx, next.after-time.Since(began))
		if ctx.Err() != nil {
			return happened, nil
		}
		if next.kind == diskFull && !w.disk.isMounted {
			continue
		}
		if err := w.strike(ctx, next); err != nil {
			return happened, fmt.Errorf("%s: %w", next.kind, err)
		}
		happened[next.kind]++
	}
	return happened, nil
}

// strike makes one fault happen and undoes it.
func (w *world) strike(ctx context.Context, f fault) error {
	victim := w.replicas[f.victim%len(w.replicas)]
	switch f.kind {
	case killed:
		victim.strikeDown(ctx, f.length)
	case killedAll:
		var striking sync.WaitGroup
		for _, r := range w.replicas {
			striking.Go(func() { r.strikeDown(ctx, f.length) })
		}
		striking.Wait()
	case stopped:
		return victim.suspend(ctx, f.length)
	case restarted:
		if process := victim.running(); process != nil {
			return process.Terminate()
		}
	case postgresFast:
		return w.restartPostgres(ctx, w.cluster.Halt, f.length)
	case postgresCrash:
		return w.restartPostgres(ctx, w.cluster.Crash, f.length)
	case connectionsCut:
		victim.proxy.cut()
	case networkStalled:
		victim.proxy.stall(true)
		pause(ctx, f.length)
		victim.proxy.stall(false)
	case diskFull:
		return w.fillDisk(ctx, f.length)
	case clockForward:
		defer w.tally.clockWentForward()
		return w.clock.jump(f.jump)
	case clockBack:
		return w.clock.jump(f.jump)
	}
	return nil
}

// strikeDown kills the process and keeps it down for a while.
func (r *replica) strikeDown(ctx context.Context, length time.Duration) {
	r.hold(true)
	defer r.hold(false)
	if process := r.running(); process != nil {
		process.Kill()
	}
	pause(ctx, length)
}

// suspend stops the process in the middle of its work, and continues it later.
func (r *replica) suspend(ctx context.Context, length time.Duration) error {
	process := r.running()
	if process == nil {
		return nil
	}
	if err := process.Suspend(); err != nil {
		return err
	}
	pause(ctx, length)
	return process.Resume()
}

// restartPostgres stops PostgreSQL and starts it again.
func (w *world) restartPostgres(ctx context.Context, end func() error, length time.Duration) error {
	if err := end(); err != nil {
		return err
	}
	pause(ctx, length)
	return w.startPostgres(ctx)
}

func (w *world) startPostgres(ctx context.Context) error {
	starting, cancel := context.WithTimeout(context.WithoutCancel(ctx), startLimit)
	defer cancel()
	return w.cluster.Restart(starting)
}

// fillDisk fills the database's disk for a while. PostgreSQL gives up when it cannot write its log, so it is started
// again when the disk is freed.
func (w *world) fillDisk(ctx context.Context, length time.Duration) error {
	if err := w.disk.fill(); err != nil {
		return err
	}
	pause(ctx, length)
	if err := w.disk.free(); err != nil {
		return err
	}
	if w.cluster != nil && !w.cluster.IsRunning() {
		return w.startPostgres(ctx)
	}
	return nil
}

// heal undoes what is left of the faults.
func (w *world) heal(ctx context.Context) error {
	for _, r := range w.replicas {
		r.hold(false)
		if r.proxy != nil {
			r.proxy.stall(false)
		}
		if process := r.running(); process != nil {
			if err := process.Resume(); err != nil {
				return err
			}
		}
	}
	if err := w.disk.free(); err != nil {
		return err
	}
	if w.cluster != nil && !w.cluster.IsRunning() {
		if err := w.startPostgres(ctx); err != nil {
			return err
		}
	}
	return w.awaitReady(ctx, startLimit)
}
