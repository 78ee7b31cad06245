package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// target is a request that is sent over and over, and what its answer must look like.
type target struct {
	address string
	request []byte // as it goes over the wire
	length  int    // of the body of every answer
}

// newTarget prepares a GET request with the headers of a usual API client.
func newTarget(address, path, token string, length int) target {
	request := "GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Accept: application/json\r\nAuthorization: Bearer " + token + "\r\n\r\n"
	return target{address, []byte(request), length}
}

// load keeps so many connections busy for so long, each with one request at a time and with one request at
// least, however busy the machine is, and returns how many answers came. It fails at the first answer that is not the expected one.
func (t target) load(ctx context.Context, connections int, length time.Duration) (answers int, elapsed time.Duration, err error) {
	var (
		clients = make([]*client, connections)
		total   atomic.Int64
		failed  = make([]error, connections)
		running sync.WaitGroup
	)
	for i := range clients {
		if clients[i], err = t.dial(ctx, length); err != nil {
			return 0, 0, err
		}
		defer clients[i].connection.Close()
	}
	started := time.Now()
	for i, one := range clients {
		running.Go(func() {
			count := 0
			for first := true; first || time.Since(started) < length && ctx.Err() == nil; first = false {
				if failed[i] = one.exchange(t); failed[i] != nil {
					break
				}
				count++
			}
			total.Add(int64(count))
		})
	}
	running.Wait()
	elapsed = time.Since(started)
	return int(total.Load()), elapsed, errors.Join(append(failed, ctx.Err())...)
}

// client is one connection. It knows as much of HTTP as it takes to tell a good answer from a bad one, and
// allocates nothing, so that what is measured is the server.
type client struct {
	connection net.Conn
	reader     *bufio.Reader
}

// patience is how long an answer may take beyond the end of the turn.
const patience = 30 * time.Second

func (t target) dial(ctx context.Context, length time.Duration) (*client, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", t.address)
	if err != nil {
		return nil, err
	}
	if err := connection.SetDeadline(time.Now().Add(length + patience)); err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return &client{connection, bufio.NewReaderSize(connection, 16<<10)}, nil
}

var (
	goodStatus       = []byte("HTTP/1.1 200 ")
	lengthHeader     = []byte("Content-Length: ")
	transferEncoding = []byte("Transfer-Encoding: chunked")
	goodBody         = []byte(`{"success":true,`)
)

// exchange sends the request and takes in the answer.
func (c *client) exchange(t target) error {
	if _, err := c.connection.Write(t.request); err != nil {
		return err
	}
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, goodStatus) {
		return fmt.Errorf("answered %q", bytes.TrimSpace(line))
	}
	length, chunked := -1, false
	for {
		if line, err = c.reader.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= len("\r\n") {
			break
		}
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = number(value, 10); err != nil {
				return err
			}
		}
		chunked = chunked || bytes.HasPrefix(line, transferEncoding)
	}
	if chunked {
		length, err = c.skipChunks()
	} else {
		err = c.skipBody(length)
	}
	if err == nil && length != t.length {
		err = fmt.Errorf("answered %d bytes, not %d", length, t.length)
	}
	return err
}

func (c *client) skipBody(length int) error {
	if length < len(goodBody) {
		return fmt.Errorf("answered with a Content-Length of %d", length)
	}
	start, err := c.reader.Peek(len(goodBody))
	if err != nil {
		return err
	}
	if !bytes.Equal(start, goodBody) {
		return fmt.Errorf("answered with a body that begins with %q", start)
	}
	_, err = c.reader.Discard(length)
	return err
}

// skipChunks reads a body of unknown length and returns its length.
func (c *client) skipChunks() (length int, err error) {
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		size, err := number(line, 16)
		if err != nil {
			return 0, err
		}
		if _, err := c.reader.Discard(size + len("\r\n")); err != nil || size == 0 {
			return length, err
		}
		length += size
	}
}

// number reads the number that a line consists of. The conversion to a string is too short to allocate.
func number(line []byte, base int) (int, error) {
	value, err := strconv.ParseUint(string(bytes.TrimSpace(line)), base, 31)
	return int(value), err
}
