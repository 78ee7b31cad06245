package kit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Request is a GET request that is sent over and over, and what its answer must look like.
type Request struct {
	server  *Server
	content []byte // as it goes over the wire
	length  int    // of the body of every answer
}

// Get prepares a GET request with the headers of a usual API client, whose answers have so many bytes.
func (s *Server) Get(path, token string, length int) Request {
	content := "GET " + path + " HTTP/1.1\r\nHost: " + s.Address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Accept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n"
	return Request{s, []byte(content), length}
}

// On is the side of a comparison that sends the request over so many connections.
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

// Load keeps so many connections busy for so long, each with one request at a time and with one request at least,
// however busy the machine is, and tells how many answers came. It fails at the first answer that is not the
// expected one.
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
