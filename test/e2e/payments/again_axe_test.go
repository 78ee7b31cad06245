package payments_test

import (
	"bufio"
	"bytes"
	bytesOf "encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// axe stands between a server and PostgreSQL and kills the server at the commit of an operation: right before the
// database receives it, or when the database has done it and the server does not know yet. It recognizes the
// operation's transactions by the statement that writes the state of their Idempotency-Key.
type axe struct {
	target   string
	listener net.Listener
	commits  atomic.Int64 // of all transactions

	mutex  sync.Mutex
	stroke *stroke
}

// stroke is one kill.
type stroke struct {
	nth      int // of the operation's commits
	isBefore bool
	kill     func()
	fallen   chan struct{}
}

func newAxe(t *testing.T, databaseURL string) (*axe, string) {
	t.Helper()
	address, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := &axe{target: address.Host, listener: listener}
	var carrying sync.WaitGroup
	carrying.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			carrying.Go(func() { a.carry(client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		carrying.Wait()
	})
	address.Host = listener.Addr().String()
	return a, address.String()
}

// raise makes the axe fall on the nth commit of the next operation. The channel is closed when it has.
func (a *axe) raise(nth int, isBefore bool, kill func()) <-chan struct{} {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.stroke = &stroke{nth: nth, isBefore: isBefore, kill: kill, fallen: make(chan struct{})}
	return a.stroke.fallen
}

// lower disarms the axe.
func (a *axe) lower() {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.stroke = nil
}

// next is the stroke for a commit of an operation, nil if it is not due.
func (a *axe) next() *stroke {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.stroke == nil {
		return nil
	}
	if a.stroke.nth--; a.stroke.nth > 0 {
		return nil
	}
	falling := a.stroke
	a.stroke = nil
	return falling
}

func (s *stroke) fall() {
	s.kill()
	close(s.fallen)
}

func (a *axe) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", a.target)
	if err != nil {
		return
	}
	defer server.Close()
	var waiting atomic.Pointer[stroke] // for the database's answer
	var answering sync.WaitGroup
	answering.Go(func() {
		defer client.Close()
		space := make([]byte, 32<<10)
		for {
			length, err := server.Read(space)
			if falling := waiting.Load(); falling != nil && length > 0 {
				falling.fall()
				return
			}
			if _, failed := client.Write(space[:length]); err != nil || failed != nil {
				return
			}
		}
	})
	a.follow(bufio.NewReader(client), server, &waiting)
	server.Close()
	answering.Wait()
}

// follow forwards what the server under test sends to the database, message by message.
func (a *axe) follow(from *bufio.Reader, to io.Writer, waiting *atomic.Pointer[stroke]) {
	marks, isMarked := map[string]bool{}, false
	for isFirst := true; ; isFirst = false {
		message, content, err := readMessage(from, isFirst)
		if err != nil {
			return
		}
		name, rest, _ := bytes.Cut(content, []byte{0})
		text, _, _ := bytes.Cut(rest, []byte{0})
		switch kind := message[0]; {
		case isFirst:
		case kind == 'P': // Parse: name, text
			marks[string(name)] = isMark(string(text))
		case kind == 'B': // Bind: portal, name
			isMarked = isMarked || marks[string(text)]
		case kind == 'Q' && strings.EqualFold(string(name), "rollback"):
			isMarked = false
		case kind == 'Q' && strings.EqualFold(string(name), "commit"):
			a.commits.Add(1)
			if !isMarked {
				break
			}
			isMarked = false
			falling := a.next()
			if falling != nil && falling.isBefore {
				falling.fall()
				return
			}
			waiting.Store(falling)
		}
		if _, err := to.Write(message); err != nil {
			return
		}
	}
}

// isMark reports whether a statement writes the state of an Idempotency-Key.
func isMark(statement string) bool {
	return strings.Contains(statement, "UPDATE idempotency_keys") && strings.Contains(statement, "state")
}

// readMessage reads one message, and its content. The first of a connection has no kind.
func readMessage(from *bufio.Reader, isFirst bool) (message, content []byte, err error) {
	head := make([]byte, 5)
	if isFirst {
		head = head[:4]
	}
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, nil, err
	}
	message = make([]byte, len(head)+int(bytesOf.BigEndian.Uint32(head[len(head)-4:]))-4)
	copy(message, head)
	_, err = io.ReadFull(from, message[len(head):])
	return message, message[len(head):], err
}
