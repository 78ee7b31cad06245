package webhooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	steadyRate    = 50
	steadyTurn    = 2 * time.Second
	steadyTurns   = 5
	slowQueue     = 1000
	mostMiddle    = 3 * time.Millisecond
	mostTail      = 5 * time.Millisecond
	mostNeighbour = 2.0
)

// measureLatency measures from the publishing call to the receipt: first without other work, in turns with the least
// that a sender must do to lose no event, then beside a slow receiver with a long queue.
func measureLatency(ctx context.Context, rig *kit.Rig, product *product, receiver *receiver) error {
	quiet, bare, err := product.agesInTurns(ctx, rig, receiver)
	if err != nil {
		return err
	}
	engine := string(product.installed.Engine)
	addLatency(rig, engine+" latency, p50", latency{percentile(quiet, 50), percentile(bare, 50), mostMiddle},
		fmt.Sprintf("%d events at %d a second; bare: keep the event, then post it", len(quiet), steadyRate))
	addLatency(rig, engine+" latency, p99", latency{percentile(quiet, 99), percentile(bare, 99), mostTail}, "")
	receiver.slow = 2 * time.Second
	slow, err := product.endpoint(ctx, receiver.url("/slow"))
	if err != nil {
		return err
	}
	before := receiver.count.Load()
	if err := product.publish(ctx, slowQueue, publishers); err != nil {
		return err
	}
	if err := receiver.await(ctx, before+slowQueue); err != nil { // the healthy one has all of them
		return err
	}
	receiver.takeAges()
	beside, err := product.ages(ctx, receiver, steadyTurns*steadyTurn)
	if err != nil {
		return err
	}
	ratio := float64(percentile(beside, 99)) / float64(percentile(quiet, 99))
	rig.Report.Add(kit.Result{
		Name: engine + " beside a slow one, p99", Ours: rounded(percentile(beside, 99)),
		Baseline: rounded(percentile(quiet, 99)), Ratio: fmt.Sprintf("%.2f", ratio),
		Target: fmt.Sprintf("≤ %.2f", mostNeighbour), Met: ratio <= mostNeighbour,
		Note: "bare: quiet; the slow one takes 2 s and has 1,000 queued",
	})
	return product.remove(ctx, slow)
}

// latency is an event's time, the bare side's, and the limit.
type latency struct{ ours, bare, most time.Duration }

func addLatency(rig *kit.Rig, name string, l latency, note string) {
	rig.Report.Add(kit.Result{
		Name: name, Ours: rounded(l.ours), Baseline: rounded(l.bare), Ratio: fmt.Sprintf("%.2f", float64(l.ours)/float64(l.bare)),
		Target: "≤ " + l.most.String(), Met: l.ours <= l.most, Note: note,
	})
}

func rounded(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }

// agesInTurns takes turns with the bare side: other load on the machine and its disk affects both.
func (p *product) agesInTurns(ctx context.Context, rig *kit.Rig, receiver *receiver) (ours, bare []time.Duration, err error) {
	least, err := p.newKeeper(ctx, rig)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, least.close()) }()
	receiver.takeAges()
	for range steadyTurns {
		some, err := p.ages(ctx, receiver, steadyTurn)
		if err != nil {
			return nil, nil, err
		}
		ours = append(ours, some...)
		if _, err := steadily(ctx, steadyTurn, func() error { return least.send(ctx, receiver) }); err != nil {
			return nil, nil, err
		}
		bare = append(bare, receiver.takeAges()...)
	}
	return ours, bare, nil
}

// ages publishes steadily and returns how long each event took to arrive.
func (p *product) ages(ctx context.Context, receiver *receiver, length time.Duration) ([]time.Duration, error) {
	publisher, err := p.newPublisher(ctx)
	if err != nil {
		return nil, err
	}
	defer publisher.Close()
	before := receiver.count.Load()
	events, err := steadily(ctx, length, func() error { return publisher.publish(time.Now()) })
	if err != nil {
		return nil, err
	}
	if err := receiver.await(ctx, before+int64(events)); err != nil {
		return nil, err
	}
	return receiver.takeAges(), nil
}

// steadily sends steadyRate events a second for a while, one after the other, and returns how many.
func steadily(ctx context.Context, length time.Duration, send func() error) (events int, err error) {
	ticker := time.NewTicker(time.Second / steadyRate)
	defer ticker.Stop()
	for started := time.Now(); time.Since(started) < length; events++ {
		select {
		case <-ctx.Done():
			return events, ctx.Err()
		case <-ticker.C:
		}
		if err := send(); err != nil {
			return events, err
		}
	}
	return events, nil
}

func percentile(values []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

// keeper is the least that loses no event: it stores each where the engine would, and then posts it. For SQLite,
// which waits for the disk, it writes to a file and waits for the disk; for PostgreSQL it inserts one row.
type keeper struct {
	keep  func(body []byte) error
	close func() error
}

func (p *product) newKeeper(ctx context.Context, rig *kit.Rig) (*keeper, error) {
	if p.installed.Engine == database.SQLite {
		folder, err := rig.NewFolder()
		if err != nil {
			return nil, err
		}
		file, err := os.Create(filepath.Join(folder, "events"))
		if err != nil {
			return nil, err
		}
		return &keeper{close: file.Close, keep: func(body []byte) error {
			_, err := file.Write(append(body, '\n'))
			return errors.Join(err, file.Sync())
		}}, nil
	}
	pool, err := p.installed.OpenWriter()
	if err != nil {
		return nil, err
	}
	if _, err := pool.ExecContext(ctx, `CREATE TABLE kept_events (body TEXT NOT NULL)`); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &keeper{close: pool.Close, keep: func(body []byte) error {
		_, err := pool.ExecContext(ctx, `INSERT INTO kept_events (body) VALUES ($1)`, string(body))
		return err
	}}, nil
}

// send stores an event and posts it.
func (k *keeper) send(ctx context.Context, receiver *receiver) error {
	body := eventBody(time.Now())
	if err := k.keep(body); err != nil {
		return err
	}
	return receiver.post(ctx, "/least", body)
}
