package database

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A server can vanish silently: its address moves, its machine fails, a firewall forgets the connection. TCP alone
// notices after a quarter of an hour. So every connection uses keep-alives that notice within seconds, no read waits
// longer than the server itself would let a statement run, and when one connection is found dead like this, all others
// to the same server are closed too, since they are dead as well.

const (
	// connectTimeout is how long connecting may take, unless the URL sets it.
	connectTimeout = 3 * time.Second
	// unacknowledged is how long sent bytes may stay unacknowledged.
	unacknowledged = 5 * time.Second
	// answerGrace is how much longer than the server's statement limit an answer may take.
	answerGrace = 2 * time.Second
	// A connection that has been silent for probeAfter is probed before it is used, and given up when it does not
	// answer within probeLimit, so that its user does not have to wait in vain for an answer.
	probeAfter = time.Second
	probeLimit = time.Second
	// When the process is out of file descriptors, dialling polls for one for this long: those of clients become free
	// all the time.
	fileLimit = time.Second
	filePause = time.Millisecond
)

// keepAlive finds a dead connection that nobody writes to.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 3 * time.Second, Interval: 2 * time.Second, Count: 3}

// network dials connections to one server and tracks the open ones.
type network struct {
	dialer pgconn.DialFunc
	mutex  sync.Mutex
	open   map[*guardedConn]struct{}
}

func newNetwork() *network {
	dialer := &net.Dialer{KeepAliveConfig: keepAlive, Control: limitUnacknowledged}
	return &network{dialer: dialer.DialContext, open: map[*guardedConn]struct{}{}}
}

// dial returns the dial function for pgx. Reads wait for at most the given time; zero lets them wait as long as the
// network works, as a listener does.
func (n *network) dial(limit time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, kind, address string) (net.Conn, error) {
		dialed, err := n.dialWithFile(ctx, kind, address)
		if err != nil {
			return nil, err
		}
		guarded := &guardedConn{Conn: dialed, network: n, limit: limit, heardAt: time.Now()}
		n.mutex.Lock()
		defer n.mutex.Unlock()
		n.open[guarded] = struct{}{}
		return guarded, nil
	}
}

// dialWithFile dials, and waits for a file descriptor when the process has none left. It fails as dialling does, and
// when none becomes free.
func (n *network) dialWithFile(ctx context.Context, kind, address string) (net.Conn, error) {
	for started := time.Now(); ; {
		dialed, err := n.dialer(ctx, kind, address)
		isScarce := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
		if !isScarce || time.Since(started) >= fileLimit {
			return dialed, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(filePause):
		}
	}
}

// cutAll closes every open connection, so that everybody waiting for an answer fails.
func (n *network) cutAll() {
	n.mutex.Lock()
	all := slices.Collect(maps.Keys(n.open))
	n.mutex.Unlock()
	for _, connection := range all {
		_ = connection.Close() // it is dead: a failing close is no surprise
	}
}

// guardedConn is a connection that waits for an answer no longer than the limit.
type guardedConn struct {
	net.Conn
	network *network
	limit   time.Duration

	mutex   sync.Mutex
	outer   time.Time // the deadline set from outside; zero for none
	askedAt time.Time // when something was last sent; zero once an answer begins
	heardAt time.Time // when something was last received
	spoiled bool      // a read was interrupted from outside; never reset
}

// SetDeadline bounds reads and writes from outside, which pgx uses for the deadline of a context.
func (c *guardedConn) SetDeadline(deadline time.Time) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.outer = deadline
	return c.Conn.SetDeadline(deadline)
}

// Read fails when a request is not answered within the limit. A read without a pending request may take as long as it
// likes: pgx leaves one behind after a slow write.
func (c *guardedConn) Read(into []byte) (int, error) {
	for {
		if err := c.limitRead(); err != nil {
			return 0, err
		}
		n, err := c.Conn.Read(into)
		switch {
		case n > 0:
			c.answered()
			return n, err
		case errors.Is(err, os.ErrDeadlineExceeded) && !c.interrupted():
			if !c.unanswered() {
				continue
			}
			c.network.cutAll()
		case isSilence(err):
			c.network.cutAll()
		}
		return n, err
	}
}

// limitRead sets the deadline of one read: ours, unless an earlier one was set.
func (c *guardedConn) limitRead() error {
	if c.limit == 0 {
		return nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	deadline := time.Now().Add(c.limit)
	if !c.askedAt.IsZero() {
		deadline = c.askedAt.Add(c.limit)
	}
	if !c.outer.IsZero() && c.outer.Before(deadline) {
		deadline = c.outer
	}
	return c.Conn.SetReadDeadline(deadline)
}

func (c *guardedConn) answered() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.askedAt, c.heardAt = time.Time{}, time.Now()
}

// silentFor returns how long nothing has been received.
func (c *guardedConn) silentFor() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return time.Since(c.heardAt)
}

// unanswered reports whether a request is so old that no answer will come.
func (c *guardedConn) unanswered() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return !c.askedAt.IsZero() && time.Since(c.askedAt) >= c.limit
}

// interrupted reports whether the read was asked to end from outside. From then on the connection is spoiled: the read
// may be one that pgx left behind after a slow write, and the next user would get its failure. The deadline is reset
// only under the same mutex, so that no later user can miss this.
func (c *guardedConn) interrupted() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.outer.IsZero() || c.outer.After(time.Now()) {
		return false
	}
	c.spoiled = true
	return true
}

// isSpoiled reports whether the next user of the connection might get somebody else's failure.
func (c *guardedConn) isSpoiled() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.spoiled
}

// Write fails when the other side acknowledges nothing for too long.
func (c *guardedConn) Write(from []byte) (int, error) {
	c.mutex.Lock()
	c.askedAt = time.Now()
	c.mutex.Unlock()
	n, err := c.Conn.Write(from)
	if isSilence(err) {
		c.network.cutAll()
	}
	return n, err
}

// isSilence reports whether an error is the system's for a peer that acknowledges nothing.
func isSilence(err error) bool {
	return errors.Is(err, syscall.ETIMEDOUT) || errors.Is(err, syscall.EHOSTUNREACH)
}

// Close closes the connection. It may be called more than once.
func (c *guardedConn) Close() error {
	c.network.mutex.Lock()
	delete(c.network.open, c)
	c.network.mutex.Unlock()
	return c.Conn.Close()
}
