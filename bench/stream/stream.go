// Package stream measures the cost of an open stream: five thousand of them in one process, each receiving all quotes
// and its user's account value once a second, as the simulated market moves. Only the product's own processor time
// and memory count; the readers are in the bench.
package stream

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	users         = 1000
	streamsOfUser = 5
	streams       = users * streamsOfUser
	openAtOnce    = 16
	settleTime    = 5 * time.Second
	measuredTime  = 20 * time.Second

	// mostProcessor is the share of one processor that all streams may take, and mostMemory the limit per stream:
	// about 20 KiB of stacks and as much on the heap, doubled because the collector lets garbage grow to the size of
	// live memory.
	mostProcessor = 0.5
	mostMemory    = 128 << 10
)

// Streams measures open streams.
var Streams = kit.Area{
	Name: "streams", About: fmt.Sprintf("%d open streams in one process, quotes and figures once a second", streams),
	Measure: kit.OnEachEngine(measure),
}

func measure(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return err
	}
	if err := installed.InDatabase(ctx, func(db *database.DB) error { return seed(ctx, db) }); err != nil {
		return err
	}
	product, err := installed.Serve(ctx, "--market-minute-history", "0s", "--market-daily-history", "0s")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	without, err := use(ctx, product)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	readers, opening := &readers{address: product.Address}, time.Now()
	defer readers.close()
	if err := readers.open(ctx); err != nil {
		return err
	}
	took := time.Since(opening)
	with, err := use(ctx, product)
	if err != nil {
		return err
	}
	events := readers.events.Load()
	if err := pause(ctx, settleTime); err != nil {
		return err
	}
	if told := readers.events.Load() - events; told < streams {
		return fmt.Errorf("only %d events were told to %d streams in %s", told, streams, settleTime)
	}
	report(rig, engine, without, with, took)
	return nil
}

// used is what the process takes.
type used struct {
	processor float64 // of one
	memory    int64
}

// use measures the process for a while.
func use(ctx context.Context, product *kit.Server) (used, error) {
	if err := pause(ctx, settleTime); err != nil {
		return used{}, err
	}
	began := time.Now()
	before, err := product.ProcessorTime()
	if err != nil {
		return used{}, err
	}
	if err := pause(ctx, measuredTime); err != nil {
		return used{}, err
	}
	after, err := product.ProcessorTime()
	if err != nil {
		return used{}, err
	}
	memory, err := product.ResidentMemory()
	return used{float64(after-before) / float64(time.Since(began)), memory}, err
}

// pause waits during the measurement.
func pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(length):
		return nil
	}
}

func report(rig *kit.Rig, engine database.Engine, without, with used, took time.Duration) {
	processor, memory := with.processor-without.processor, (with.memory-without.memory)/streams
	rig.Report.Add(kit.Result{
		Name: fmt.Sprintf("%s, processor time a stream", engine), Ours: fmt.Sprintf("%.0f µs/s", processor/streams*1e6),
		Target: fmt.Sprintf("< %.0f µs/s", mostProcessor/streams*1e6), Met: processor < mostProcessor,
		Note: fmt.Sprintf("all of them %.0f %% of a processor, beside %.0f %% without; opened in %s", 100*processor, 100*without.processor, took.Round(100*time.Millisecond)),
	})
	rig.Report.Add(kit.Result{
		Name: fmt.Sprintf("%s, memory a stream", engine), Ours: fmt.Sprintf("%.1f KiB", float64(memory)/1024),
		Target: fmt.Sprintf("< %d KiB", mostMemory>>10), Met: memory < mostMemory,
		Note: fmt.Sprintf("resident, %s beside %s without", kit.Mebibytes(with.memory), kit.Mebibytes(without.memory)),
	})
}

// readers are the clients of all streams.
type readers struct {
	address     string
	events      atomic.Int64
	reading     errgroup.Group
	connections [streams]net.Conn
}

// open opens all streams and reads from them until they are closed.
func (r *readers) open(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(openAtOnce)
	for i := range streams {
		group.Go(func() (err error) {
			r.connections[i], err = r.openOne(ctx, ticketOf(i/streamsOfUser, i%streamsOfUser))
			return err
		})
	}
	return group.Wait()
}

func (r *readers) openOne(ctx context.Context, ticket string) (net.Conn, error) {
	var dialer net.Dialer
	connection, err := dialer.DialContext(ctx, "tcp", r.address)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(connection, "GET /api/v1/trading/stream?ticket=%s HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n", ticket, r.address)
	if err != nil {
		return connection, err
	}
	from := bufio.NewReaderSize(connection, 1024)
	status, err := from.ReadString('\n')
	if err != nil || !strings.Contains(status, " 200 ") {
		return connection, fmt.Errorf("a stream is %q: %w", status, err)
	}
	r.reading.Go(func() error {
		for {
			line, err := from.ReadSlice('\n')
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return nil // it was closed
			}
			if strings.HasPrefix(string(line), "event: ") {
				r.events.Add(1)
			}
		}
	})
	return connection, nil
}

func (r *readers) close() {
	for _, connection := range r.connections {
		if connection != nil {
			_ = connection.Close()
		}
	}
	_ = r.reading.Wait() // none of them fails
}
