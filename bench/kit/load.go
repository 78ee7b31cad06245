package kit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Request is a GET request that is sent repeatedly, with the expected form of its answer.
type Request struct {
	server  *Server
	content []byte // the request's bytes
	length  int    // of the body of every answer
}

// Get prepares a GET request with the headers of a typical API client, and the expected length of the answer's body.
func (s *Server) Get(path, token string, length int) Request {
	content := "GET " + path + " HTTP/1.1\r\nHost: " + s.Address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Accept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n"
	return Request{s, []byte(content), length}
}

// On is the side of a comparison that sends the request over this many connections.
func (r Request) On(connections int) Side {
	return func(ctx context.Context, length time.Duration) (Turn, error) {
		before, err := r.server.ProcessorTime()
		if err != nil {
			return Turn{}, err
		}
		turn, err := r.Load(ctx, connections, length)
		if err != nil {
			return Turn{}, fmt.Errorf("%s: %w", r.server.Name, err)
		}
		after, err := r.server.ProcessorTime()
		turn.CPU = after - before
		return turn, err
	}
}

// Load keeps connections busy for a time, each with one request at a time and at least one request, however busy the
// machine is, and returns the number of answers. It fails at the first unexpected answer.
func (r Request) Load(ctx context.Context, connections int, length time.Duration) (Turn, error) {
	var (
		opened  = make([]*Connection, connections)
		total   atomic.Int64
		failed  = make([]error, connections)
		running sync.WaitGroup
		err     error
	)
	for i := range opened {
		if opened[i], err = r.server.Dial(ctx, length); err != nil {
			return Turn{}, err
		}
		defer opened[i].Close()
	}
	started := time.Now()
	for i, connection := range opened {
		running.Go(func() {
			count := 0
			for first := true; first || time.Since(started) < length && ctx.Err() == nil; first = false {
				if failed[i] = connection.get(r); failed[i] != nil {
					break
				}
				count++
			}
			total.Add(int64(count))
		})
	}
	running.Wait()
	return Turn{Answers: int(total.Load()), Elapsed: time.Since(started)}, errors.Join(append(failed, ctx.Err())...)
}
