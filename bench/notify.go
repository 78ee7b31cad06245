package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/worker"
)

const (
	committers      = 32
	leastHintsRatio = 0.9
)

// hintTopics are those of a transaction that fills an order, publishes an event and sends a message.
var hintTopics = []string{"trading.positions", "webhook.due", "notify.messages"}

// measureNotify compares commits whose hints are told after them with the same commits without hints, and, for
// information, with commits that carry them. The commits are durable: what is at stake is a lock that is held
// until the log is on disk.
func measureNotify(ctx context.Context, r *rig) (err error) {
	address := r.chosen.postgresURL
	if address == "" {
		cluster, err := databasetest.StartCluster(ctx, "fsync=on")
		if err != nil {
			return err
		}
		defer func() { _ = cluster.Stop() }()
		address = cluster.URL()
	}
	db, err := database.Open(ctx, database.Options{URL: address, MaxConnections: committers + 4})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := makeCommitRows(ctx, db); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, execute(context.WithoutCancel(ctx), db, `DROP TABLE bench_commits`)) }()
	stop, err := otherReplica(ctx, address)
	if err != nil {
		return err
	}
	defer stop()
	without := committer{db, func(*database.Tx, string, string) {}}
	for _, one := range []struct {
		name   string
		notify func(tx *database.Tx, topic, payload string)
		target float64
	}{
		{"hints told after the commit", (*database.Tx).Notify, leastHintsRatio},
		{"the same inside the transaction", (*database.Tx).NotifyAtCommit, 0},
	} {
		if err := r.compareCommits(ctx, one.name, committer{db, one.notify}, without, one.target); err != nil {
			return err
		}
	}
	return nil
}

// otherReplica listens as a second process does, so that notifications have somewhere to go.
func otherReplica(ctx context.Context, address string) (stop func(), err error) {
	db, err := database.Open(ctx, database.Options{URL: address, MaxConnections: 2})
	if err != nil {
		return nil, err
	}
	listening, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		worker.RunAll(listening, slog.New(slog.DiscardHandler), func(string) {}, db.Listener())
	})
	return func() {
		cancel()
		running.Wait()
		_ = db.Close()
	}, nil
}

func makeCommitRows(ctx context.Context, db *database.DB) error {
	if err := execute(ctx, db, `CREATE TABLE bench_commits (id BIGINT PRIMARY KEY, value BIGINT NOT NULL) WITH (fillfactor = 50)`); err != nil {
		return err
	}
	return execute(ctx, db, `INSERT INTO bench_commits SELECT n, 0 FROM generate_series(0, $1 - 1) AS n`, committers)
}

func execute(ctx context.Context, db *database.DB, statement string, arguments ...any) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, statement, arguments...)
		return err
	})
}

// committer commits small transactions on many connections at once.
type committer struct {
	db     *database.DB
	notify func(tx *database.Tx, topic, payload string)
}

// turn commits for so long and returns how many commits there were in a second.
func (c committer) turn(ctx context.Context, length time.Duration) (perSecond float64, err error) {
	var (
		running sync.WaitGroup
		total   atomic.Int64
		failed  = make([]error, committers)
	)
	started := time.Now()
	for number := range committers {
		running.Go(func() {
			for time.Since(started) < length && failed[number] == nil {
				failed[number] = c.commit(ctx, number)
				total.Add(1)
			}
		})
	}
	running.Wait()
	return float64(total.Load()) / time.Since(started).Seconds(), errors.Join(failed...)
}

func (c committer) commit(ctx context.Context, number int) error {
	return c.db.InTx(ctx, func(tx *database.Tx) error {
		for _, topic := range hintTopics {
			c.notify(tx, topic, uuid.NewString())
		}
		_, err := tx.Exec(ctx, `UPDATE bench_commits SET value = value + 1 WHERE id = $1`, number)
		return err
	})
}

// compareCommits lets both take turns and reports the ratio; without a target it is for information.
func (r *rig) compareCommits(ctx context.Context, name string, ours, bare committer, atLeast float64) error {
	for _, one := range []committer{ours, bare} {
		if _, err := one.turn(ctx, warmUp); err != nil {
			return err
		}
	}
	var speeds [2][]float64
	var ratios []float64
	for round := range r.chosen.rounds {
		for step := range 2 {
			at := (step + round) % 2 // who goes first alternates
			speed, err := []committer{ours, bare}[at].turn(ctx, r.chosen.round)
			if err != nil {
				return err
			}
			speeds[at] = append(speeds[at], speed)
		}
		ratios = append(ratios, speeds[0][round]/speeds[1][round])
	}
	line := result{
		name:     name,
		ours:     fmt.Sprintf("%.0f/s", median(speeds[0])),
		baseline: fmt.Sprintf("%.0f/s", median(speeds[1])),
		ratio:    fmt.Sprintf("%.2f (%.2f–%.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios)),
		note:     fmt.Sprintf("durable commits, %d connections, %d hints each", committers, len(hintTopics)),
	}
	if atLeast > 0 {
		line.target, line.met = fmt.Sprintf("≥ %.2f", atLeast), median(ratios) >= atLeast
	}
	r.report.add(line)
	return nil
}
