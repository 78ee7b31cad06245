package webhooks

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// receiver receives the webhooks: it counts them, and records how long an event has been on its way.
type receiver struct {
	server   *http.Server
	listener net.Listener
	count    atomic.Int64
	slow     time.Duration // how long an answer under /slow takes

	mutex sync.Mutex
	ages  []time.Duration
}

func newReceiver() (*receiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &receiver{listener: listener}
	r.server = &http.Server{Handler: r}
	go r.server.Serve(listener) // ends with close
	return r, nil
}

func (r *receiver) close() error { return r.server.Close() }

func (r *receiver) url(path string) string { return "http://" + r.listener.Addr().String() + path }

var sentAt = []byte(`"sentAt":`)

// ServeHTTP receives one delivery.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	now := time.Now()
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	if request.URL.Path == "/slow" {
		select {
		case <-time.After(r.slow):
		case <-request.Context().Done():
		}
		return
	}
	if _, rest, ok := bytes.Cut(body, sentAt); ok {
		if digits := bytes.IndexAny(rest, ",}"); digits > 0 {
			if nanos, err := strconv.ParseInt(string(rest[:digits]), 10, 64); err == nil && nanos > 0 {
				r.mutex.Lock()
				r.ages = append(r.ages, now.Sub(time.Unix(0, nanos)))
				r.mutex.Unlock()
			}
		}
	}
	r.count.Add(1)
}

// takeAges returns the ages recorded since the last call.
func (r *receiver) takeAges() []time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	ages := r.ages
	r.ages = nil
	return ages
}

// await waits until the total number of deliveries has been reached.
func (r *receiver) await(ctx context.Context, total int64) error {
	limited, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for r.count.Load() < total {
		select {
		case <-limited.Done():
			return errors.New("deliveries are missing: " + strconv.FormatInt(total-r.count.Load(), 10))
		case <-ticker.C:
		}
	}
	return nil
}

const ceilingWorkers = 64

// ceiling is the most that a plain client could do: 64 workers that post the same body to the same receiver, without
// a database, a signature or a record. It returns calls per second.
func (r *receiver) ceiling(ctx context.Context, calls int, body []byte) (float64, error) {
	transport := &http.Transport{MaxIdleConnsPerHost: ceilingWorkers}
	defer transport.CloseIdleConnections()
	plain := &http.Client{Transport: transport}
	var left atomic.Int64
	left.Store(int64(calls))
	group, limited := errgroup.WithContext(ctx)
	started := time.Now()
	for range ceilingWorkers {
		group.Go(func() error {
			for left.Add(-1) >= 0 {
				if err := r.postWith(limited, plain, "/ceiling", body); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return float64(calls) / time.Since(started).Seconds(), err
}

// post sends one body with a plain HTTP client.
func (r *receiver) post(ctx context.Context, path string, body []byte) error {
	return r.postWith(ctx, http.DefaultClient, path, body)
}

func (r *receiver) postWith(ctx context.Context, plain *http.Client, path string, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url(path), bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := plain.Do(request)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, answer.Body)
	return answer.Body.Close()
}
