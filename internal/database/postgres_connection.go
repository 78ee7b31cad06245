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
	// A connection on which nothing was heard for probeAfter is asked for a sign of life before it is used, and
	// given up when none comes within probeLimit: whoever uses it shall not find out by waiting for an answer.
	probeAfter = time.Second
	probeLimit = time.Second
	// Where the process has no file left, one comes free in a moment: those of clients do all the time. It is waited for that
	// long, with a look now and then.
	fileLimit = time.Second
	filePause = time.Millisecond
)

// keepAlive finds a dead connection that nobody writes to.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 3 * time.Second, Interval: 2 * time.Second, Count: 3}

// network dials connections to one server and knows those that are open.
type network struct {
	dialer pgconn.DialFunc
	mutex  sync.Mutex
	open   map[*guardedConn]struct{}
}

func newNetwork() *network {
	dialer := &net.Dialer{KeepAliveConfig: keepAlive, Control: limitUnacknowledged}
	return &network{dialer: dialer.DialContext, open: map[*guardedConn]struct{}{}}
}

// dial returns what pgx dials with. Reads wait for the given time at most; zero lets them wait as long as the
// network is there, which is what a listener does.
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

// dialWithFile dials, and waits for a file where the process has none left. It fails as dialing does, and when no file came free.
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

// cutAll closes every open connection, which fails whoever waits for an answer on one.
func (n *network) cutAll() {
	n.mutex.Lock()
	all := slices.Collect(maps.Keys(n.open))
	n.mutex.Unlock()
	for _, connection := range all {
		_ = connection.Close() // it is dead; that closing it fails is no news
	}
}

// guardedConn is a connection on which no answer is waited for longer than the limit.
type guardedConn struct {
	net.Conn
	network *network
	limit   time.Duration

	mutex   sync.Mutex
	outer   time.Time // the deadline that was asked for; zero for none
	askedAt time.Time // when something was last sent; zero since an answer began to come
	heardAt time.Time // when something last came
	spoiled bool      // a read was ended from outside; stays so
}

// SetDeadline bounds reads and writes from outside, as pgx does with the deadline of a context.
func (c *guardedConn) SetDeadline(deadline time.Time) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.outer = deadline
	return c.Conn.SetDeadline(deadline)
}

// Read fails when what was asked is not answered for as long as the limit. A read while nothing is asked may take
// as long as it likes: pgx leaves one behind after a write that took its time.
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

// limitRead sets the deadline of one read: ours, unless an earlier one was asked for.
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

// silentFor is how long nothing has come.
func (c *guardedConn) silentFor() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return time.Since(c.heardAt)
}

// unanswered tells whether something was asked so long ago that nobody will answer.
func (c *guardedConn) unanswered() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return !c.askedAt.IsZero() && time.Since(c.askedAt) >= c.limit
}

// interrupted tells whether somebody asked for the read to end. From then on the connection is spoiled: the read may be
// one that pgx has left behind after a slow write, and whoever asks next would be handed its failure. The deadline is
// taken back only behind the same mutex, so that no later user can miss it.
func (c *guardedConn) interrupted() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.outer.IsZero() || c.outer.After(time.Now()) {
		return false
	}
	c.spoiled = true
	return true
}

// isSpoiled tells whether the next user of the connection may be handed somebody else's failure.
func (c *guardedConn) isSpoiled() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.spoiled
}

// Write fails when the other side acknowledges nothing for long.
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

// isSilence tells how the system names a peer that acknowledges nothing.
func isSilence(err error) bool {
	return errors.Is(err, syscall.ETIMEDOUT) || errors.Is(err, syscall.EHOSTUNREACH)
}

// Close ends the connection. It may be called again.
func (c *guardedConn) Close() error {
	c.network.mutex.Lock()
	delete(c.network.open, c)
	c.network.mutex.Unlock()
	return c.Conn.Close()
}
