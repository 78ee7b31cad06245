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
)

// A server can vanish without a word: its address moves, its machine is gone, a firewall forgets the connection.
// TCP alone notices after a quarter of an hour. So every connection asks the network to notice within seconds,
// no read waits longer than the server itself would let a statement run, and when one connection is found dead
// in this way, all others to the same server are cut with it: they lead to the same nowhere.

const (
	// connectTimeout is how long connecting may take, unless the URL says so itself.
	connectTimeout = 3 * time.Second
	// unacknowledged is how long sent bytes may stay without the other side's acknowledgement.
	unacknowledged = 5 * time.Second
	// answerGrace is what an answer may take beyond the server's own limit for a statement.
	answerGrace = 2 * time.Second
)

// keepAlive finds a dead connection that nobody writes to.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 3 * time.Second, Interval: 2 * time.Second, Count: 3}

// network dials connections to one server and knows those that are open.
type network struct {
	mutex sync.Mutex
	open  map[*guardedConn]struct{}
}

func newNetwork() *network { return &network{open: map[*guardedConn]struct{}{}} }

// dial returns what pgx dials with. Reads wait for the given time at most; zero lets them wait as long as the
// network is there, which is what a listener does.
func (n *network) dial(limit time.Duration) func(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{KeepAliveConfig: keepAlive, Control: limitUnacknowledged}
	return func(ctx context.Context, kind, address string) (net.Conn, error) {
		dialed, err := dialer.DialContext(ctx, kind, address)
		if err != nil {
			return nil, err
		}
		guarded := &guardedConn{Conn: dialed, network: n, limit: limit}
		n.mutex.Lock()
		defer n.mutex.Unlock()
		n.open[guarded] = struct{}{}
		return guarded, nil
	}
}

// cutAll closes every open connection, which fails whoever waits for an answer on one.
func (n *network) cutAll() {
	n.mutex.Lock()
	all := slices.Collect(maps.Keys(n.open))
	n.mutex.Unlock()
	for _, connection := range all {
		_ = connection.Close() // it is dead; that closing it fails is no news
	}
}

// guardedConn is a connection whose reads end.
type guardedConn struct {
	net.Conn
	network *network
	limit   time.Duration

	mutex sync.Mutex
	outer time.Time // the deadline that was asked for; zero for none
}

// SetDeadline bounds reads and writes from outside, as pgx does with the deadline of a context.
func (c *guardedConn) SetDeadline(deadline time.Time) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.outer = deadline
	return c.Conn.SetDeadline(deadline)
}

// Read fails when nothing comes for as long as the limit.
func (c *guardedConn) Read(into []byte) (int, error) {
	ours, err := c.limitRead()
	if err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(into)
	c.noticeDeath(err, ours)
	return n, err
}

// limitRead sets the deadline of one read: ours, unless an earlier one was asked for. It tells whether it is ours.
func (c *guardedConn) limitRead() (ours bool, err error) {
	if c.limit == 0 {
		return false, nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	deadline := time.Now().Add(c.limit)
	if !c.outer.IsZero() && c.outer.Before(deadline) {
		return false, c.Conn.SetReadDeadline(c.outer)
	}
	return true, c.Conn.SetReadDeadline(deadline)
}

// Write fails when the other side acknowledges nothing for long.
func (c *guardedConn) Write(from []byte) (int, error) {
	n, err := c.Conn.Write(from)
	c.noticeDeath(err, false)
	return n, err
}

// noticeDeath cuts all connections when this one was found dead by silence.
func (c *guardedConn) noticeDeath(err error, ours bool) {
	if err == nil {
		return
	}
	silent := errors.Is(err, syscall.ETIMEDOUT) || errors.Is(err, syscall.EHOSTUNREACH) ||
		(ours && errors.Is(err, os.ErrDeadlineExceeded) && !c.interrupted())
	if silent {
		c.network.cutAll()
	}
}

// interrupted tells whether somebody asked for the read to end meanwhile.
func (c *guardedConn) interrupted() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return !c.outer.IsZero() && !c.outer.After(time.Now())
}

// Close ends the connection. It may be called again.
func (c *guardedConn) Close() error {
	c.network.mutex.Lock()
	delete(c.network.open, c)
	c.network.mutex.Unlock()
	return c.Conn.Close()
}
