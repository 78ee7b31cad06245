package growth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"bourse/bench/kit"
)

const (
	tickCount = 100
	// tickPause separates two ticks. The feed checks its file every 50 ms; with less, it would deliver two at once.
	tickPause = 80 * time.Millisecond
)

// compareTicks compares the cost of a price while equally many positions are open in both brands: the processor time
// of the process over many ticks, each delivered to both brands at the same time.
func compareTicks(ctx context.Context, rig *kit.Rig, old, young *brand) error {
	brands := []*brand{old, young}
	files := make([]*os.File, len(brands))
	for i, b := range brands {
		file, err := os.OpenFile(b.PriceFile, os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer file.Close()
		files[i] = file
	}
	minute := time.Now().Add(-24 * time.Hour).Truncate(time.Minute)
	const parts = 5
	var costs []float64
	var times [2][]time.Duration
	for part := range parts {
		used, err := usedBy(ctx, brands, func(tick int) error {
			number := part*tickCount/parts + tick
			at := 100 * (1 + float64(number%20)/10_000)
			for _, file := range files {
				_, err := fmt.Fprintf(file, "%d,%s,%[3]f,%[3]f,%[3]f,%[3]f,1\n", minute.Add(time.Duration(number)*time.Minute).Unix(), kit.Symbol, at)
				if err != nil {
					return err
				}
			}
			return nil
		}, tickCount/parts)
		if err != nil {
			return err
		}
		for i := range brands {
			times[i] = append(times[i], used[i]/(tickCount/parts))
		}
		costs = append(costs, float64(used[0])/float64(max(used[1], time.Millisecond)))
	}
	took := func(of []time.Duration) string { return kit.Median(of).Round(10 * time.Microsecond).String() }
	rig.Report.Add(result(old.Engine, "tick", took(times[0]), took(times[1]), costs,
		fmt.Sprintf("processor time of the process a tick, all else that it does included; %d open positions", openPositions)))
	return nil
}

// usedBy is the processor time of each brand while something happens a number of times.
func usedBy(ctx context.Context, brands []*brand, happen func(number int) error, count int) ([]time.Duration, error) {
	before, err := processorTimes(brands)
	if err != nil {
		return nil, err
	}
	pace := time.NewTicker(tickPause)
	defer pace.Stop()
	for number := range count {
		if err := happen(number); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-pace.C:
		}
	}
	used, err := processorTimes(brands)
	for i := range before {
		used[i] -= before[i]
	}
	return used, err
}

func processorTimes(brands []*brand) ([]time.Duration, error) {
	times := make([]time.Duration, len(brands))
	var failures []error
	for i, b := range brands {
		used, err := b.server.ProcessorTime()
		times[i], failures = used, append(failures, err)
	}
	return times, errors.Join(failures...)
}

// receiver receives the webhooks.
type receiver struct {
	*http.Server
	url string
}

func newReceiver() (*receiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the sender may have hung up
		w.WriteHeader(http.StatusOK)
	})}
	go server.Serve(listener) // ends with Close
	return &receiver{server, "http://" + listener.Addr().String() + "/growth"}, nil
}
