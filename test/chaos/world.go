package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
)

// world is everything in a run.
type world struct {
	options
	journal    *journal
	tally      *tally
	transport  *http.Transport
	replicas   []*replica
	disk       *disk
	cluster    *databasetest.Cluster // nil on SQLite
	receiver   *receiver
	clock      *clock
	tenants    []*tenant
	customers  []*person
	newcomers  people
	numbers    numbers
	repeatable repeatable
	keyPrefix  string
	isRaging   atomic.Bool // faults happen, and clients lose answers
	remaining  atomic.Int64
	closers    []func() error
}

// people is a list that several goroutines add to.
type people struct {
	mutex sync.Mutex
	all   []*person
}

func (p *people) add(one *person) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.all = append(p.all, one)
}

// startLimit is how long the platform may take to start on a busy machine.
const startLimit = 2 * time.Minute

// newWorld starts the database, the receiver and the replicas.
func newWorld(ctx context.Context, o options) (w *world, err error) {
	w = &world{options: o, tally: newTally(), keyPrefix: fmt.Sprintf("chaos-%d", o.seed), transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return nil, err
	}
	if w.journal, err = newJournal(w.journalPath()); err != nil {
		return nil, err
	}
	w.onClose(w.journal.close)
	w.clock = &clock{path: filepath.Join(o.folder, "clock")}
	if err := w.clock.jump(0); err != nil {
		return nil, err
	}
	w.receiver = newReceiver(o.seed)
	w.onClose(func() error { w.receiver.Close(); return nil })
	if w.disk, err = newDisk(filepath.Join(o.folder, "disk"), "512m"); err != nil {
		return nil, err
	}
	w.onClose(w.disk.remove)
	if o.engine == database.Postgres {
		// As in production, except for the flush at every commit: only processes die, the machine does not.
		if w.cluster, err = databasetest.StartClusterIn(ctx, w.disk.folder, "max_wal_size=96MB", "min_wal_size=32MB", "full_page_writes=on", "checkpoint_timeout=30s"); err != nil {
			return nil, err
		}
		w.onClose(w.cluster.Stop)
	}
	return w, w.writePrices()
}

func (w *world) onClose(closer func() error) { w.closers = append(w.closers, closer) }

func (w *world) journalPath() string { return filepath.Join(w.folder, "journal.jsonl") }

// close ends everything that the world has started, last to first.
func (w *world) close() error {
	var failures []error
	for _, closer := range slices.Backward(w.closers) {
		failures = append(failures, closer())
	}
	w.closers = nil
	return errors.Join(failures...)
}

// writePrices writes the market's prices, which do not move until fall.
func (w *world) writePrices() error {
	minute := time.Now().Truncate(time.Minute).Add(-10 * time.Minute).Unix()
	var lines strings.Builder
	for symbol, price := range prices {
		fmt.Fprintf(&lines, "%d,%s,%s,%s,%s,%s,1\n", minute, symbol, price, price, price, price)
	}
	return os.WriteFile(w.pricesPath(), []byte(lines.String()), 0o600)
}

func (w *world) pricesPath() string { return filepath.Join(w.folder, "prices.csv") }

// prices are the market's prices.
var prices = map[string]string{"XRPUSD": "2", "SOLUSD": "100", falling: "3000"}

// falling is the symbol whose price falls below all stops, once.
const falling = "ETHUSD"

// fall makes it fall.
func (w *world) fall() error {
	file, err := os.OpenFile(w.pricesPath(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%d,%s,3000,3000,2800,2800,1\n", time.Now().Truncate(time.Minute).Unix(), falling)
	return errors.Join(err, file.Close())
}

// call runs the binary on this installation, as an operator does: not through the proxies.
func (w *world) call(words string, arguments ...string) bourse.Command {
	all := append(strings.Fields(words), w.storage("")...)
	return bourse.Command{Binary: w.binary, Args: append(all, arguments...), Env: []string{clockVariable + "=" + w.clock.path}}
}

// storage is the flags that name the data, with the database at another address unless that is empty.
func (w *world) storage(through string) []string {
	data := filepath.Join(w.disk.folder, "data")
	if w.cluster == nil {
		return []string{"--data-dir", data}
	}
	address, err := url.Parse(w.cluster.URL())
	if err != nil {
		panic(err) // the URL is ours
	}
	if through != "" {
		address.Host = through
	}
	// The keys and the outbox are not on PostgreSQL's disk.
	return []string{"--data-dir", filepath.Join(w.folder, "data"), "--database-url", address.String()}
}

// startReplicas starts the processes and waits until they serve.
func (w *world) startReplicas(ctx context.Context) error {
	count := 1
	if w.cluster != nil {
		count = 2
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.onClose(func() error { stop(); return nil })
	for i := range count {
		r, err := w.newReplica(fmt.Sprintf("replica-%d", i+1))
		if err != nil {
			return err
		}
		w.replicas = append(w.replicas, r)
		go r.keep(running)
		w.onClose(func() error { stop(); <-r.ended; return r.log.Close() })
	}
	return w.awaitReady(ctx, startLimit)
}

func (w *world) newReplica(name string) (*replica, error) {
	listen, err := bourse.FreeAddress()
	if err != nil {
		return nil, err
	}
	r := &replica{name: name, listen: listen, ended: make(chan struct{})}
	through := ""
	if w.cluster != nil {
		address, err := url.Parse(w.cluster.URL())
		if err != nil {
			return nil, err
		}
		if r.proxy, err = newProxy(address.Host); err != nil {
			return nil, err
		}
		w.onClose(func() error { r.proxy.close(); return nil })
		through = r.proxy.address()
	}
	if r.log, err = os.Create(filepath.Join(w.folder, name+".log")); err != nil {
		return nil, err
	}
	r.command = w.call("serve",
		"--listen", listen, "--public-url", "http://"+listen, "--rate-limit", "off", "--log-level", "info", "--console", "off",
		"--market-feed", "replay", "--market-replay-file", w.pricesPath(), "--market-replay-speed", "0",
		"--market-minute-history", "0s", "--market-daily-history", "0s", "--market-stale-after", "5m",
		"--payments-provider", "sandbox", "--investment-funding", "deposit", "--webhook-allow-http", "--webhook-allow-loopback")
	r.command.Args = append(slices.Clone(r.command.Args[:1]), append(w.storage(through), r.command.Args[1+len(w.storage("")):]...)...)
	return r, nil
}

// awaitReady waits until every replica can do its work.
func (w *world) awaitReady(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, r := range w.replicas {
		for !r.isReady(ctx, w) {
			if ctx.Err() != nil {
				return fmt.Errorf("%s is not ready within %s", r.name, limit)
			}
			pause(ctx, 100*time.Millisecond)
		}
	}
	return nil
}

// probe reports whether a page answers with 200.
func (w *world) probe(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	response, err := w.transport.RoundTrip(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// random is somebody's random source, the same for the same seed.
func (w *world) random(of uint64) *rand.Rand { return rand.New(rand.NewPCG(w.seed, of)) }
