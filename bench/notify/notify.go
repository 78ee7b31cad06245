// Package notify measures the cost of hints that tell other replicas about a commit, on PostgreSQL, whose NOTIFY
// holds one lock on the whole cluster until the log is on disk.
//
// Commits whose hints are sent after them are compared with the same commits, on the same pool, without a hint: a
// transaction of one update is the least that can carry any. Commits that carry their hints inside are measured for
// information. The commits are durable, because the point is a lock that is held until the log is on disk.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
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

// Notify compares commits with and without hints.
var Notify = kit.Area{
	Name: "notify", About: "commits whose hints are told after them against the same commits without", Measure: measureNotify,
}

func measureNotify(ctx context.Context, rig *kit.Rig) (err error) {
	address := rig.PostgresURL
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
	for _, way := range []struct {
		name    string
		notify  func(tx *database.Tx, topic, payload string)
		atLeast float64 // 0 means for information
	}{
		{"hints told after the commit", (*database.Tx).Notify, leastHintsRatio},
		{"the same inside the transaction", (*database.Tx).NotifyAtCommit, 0},
	} {
		compared, err := rig.Compare(ctx, committer{db, way.notify}.turn, without.turn)
		if err != nil {
			return err
		}
		note := fmt.Sprintf("durable commits, %d connections, %d hints each", committers, len(hintTopics))
		rig.Report.Add(compared.Result(way.name, way.atLeast, note))
	}
	return nil
}

// otherReplica listens as a second process would, so that notifications have a destination.
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

// turn commits for the given time.
func (c committer) turn(ctx context.Context, length time.Duration) (kit.Turn, error) {
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
	return kit.Turn{Answers: int(total.Load()), Elapsed: time.Since(started)}, errors.Join(failed...)
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
