package edge

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections bounds how many connections are open at a time. Each takes memory and a file, whether it says anything or
// not. When there are as many as may be and another one comes, the one that has kept us waiting for longest is closed:
// one that has not sent a request yet, rests between two, does not send its body or does not read its answer. So
// whoever opens thousands and says nothing closes their own. One whose request has come and is not served yet, because
// the machine is busy, does not keep us waiting. Only where all of them are being served is a new one sent away.
type connections struct {
	most     int
	patience time.Duration // for who waits when files run out

	mutex sync.Mutex
	open  map[net.Conn]*place
	// waiting is the ring of those that keep us waiting: who does for longest is next. It is changed twice a request, so
	// that it is made of the places themselves.
	waiting place

	ended chan struct{} // holds one that nobody was told of yet
}

// place is an open connection, in the ring while it keeps us waiting.
type place struct {
	connection     net.Conn
	before, behind *place // nil while it is served
	since          time.Time
	isUnread       bool // it is in the ring because its client does not take the answer
}

// newcomerTime is how long one may be silent when files run out. Who has just come, or was just answered, says something in a
// moment, which takes a while where their own machine is busy; who means to say nothing has done so for longer, perhaps before
// we came to notice them.
const newcomerTime = 50 * time.Millisecond

// unreadTime is how long the client of an answer that is being sent may take nothing of it, whoever comes. The system lets us
// write again when a third of what it keeps was taken, which one who reads slowly has by then.
const unreadTime = 3 * time.Second

// hasWaited tells whether a place has kept us waiting for so long.
func (p *place) hasWaited(patience time.Duration) bool {
	if p.isUnread {
		return time.Since(p.since) >= max(patience, unreadTime)
	}
	return time.Since(p.since) >= patience || silence(p.connection) >= patience
}

// newConnections allows so many connections; zero is any number.
func newConnections(most int) *connections {
	c := &connections{most: most, patience: newcomerTime, open: map[net.Conn]*place{}, ended: make(chan struct{}, 1)}
	c.waiting.before, c.waiting.behind = &c.waiting, &c.waiting
	return c
}

// enqueue puts a place at the end of the ring.
func (c *connections) enqueue(p *place) {
	p.before, p.behind, p.since = c.waiting.before, &c.waiting, time.Now()
	p.before.behind, p.behind.before = p, p
}

// dequeue takes a place out of the ring.
func (p *place) dequeue() {
	p.before.behind, p.behind.before = p.behind, p.before
	p.before, p.behind, p.isUnread = nil, nil, false
}

func (p *place) isWaiting() bool { return p.behind != nil }

type connectionKey struct{}

// bound makes the server keep the bound, and every request know its connection.
func (c *connections) bound(server *http.Server) {
	server.ConnContext = func(ctx context.Context, connection net.Conn) context.Context {
		return context.WithValue(ctx, connectionKey{}, connection)
	}
	if c.most > 0 {
		server.ConnState = c.changed
	}
}

// changed follows a connection. The server calls it before it serves a new one.
func (c *connections) changed(connection net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		narrow(connection)
		if socket, ok := connection.(interface{ tellUnread(func(isUnread bool)) }); ok {
			socket.tellUnread(func(isUnread bool) { c.stands(connection, isUnread) })
		}
		if socket, ok := connection.(interface{ tellLate(func()) }); ok {
			socket.tellLate(func() { c.waits(connection) })
		}
		c.added(connection)
	case http.StateActive:
		c.served(connection)
	case http.StateIdle:
		c.waits(connection)
	case http.StateClosed, http.StateHijacked:
		c.mutex.Lock()
		c.forget(connection)
		c.mutex.Unlock()
		select {
		case c.ended <- struct{}{}:
		default:
		}
	}
}

func (c *connections) ending() <-chan struct{} { return c.ended }

// socketBuffer is what the system may keep of an answer that the client does not read, and of a body that we do not. It
// would go up to megabytes, which count as ours in a container. Twice as much on the way is a megabyte in a second, half
// around the world.
const socketBuffer = 64 << 10

// narrow bounds what the system keeps for a connection.
func narrow(connection net.Conn) {
	if socket, ok := connection.(interface {
		SetWriteBuffer(bytes int) error
		SetReadBuffer(bytes int) error
	}); ok {
		_ = socket.SetWriteBuffer(socketBuffer) // a bound that cannot be set is the system's
		_ = socket.SetReadBuffer(socketBuffer)
	}
}

// added counts a new connection, and closes another one or the new one when that is one too many.
func (c *connections) added(connection net.Conn) {
	c.mutex.Lock()
	surplus := net.Conn(nil)
	if len(c.open) >= c.most {
		if surplus, _ = c.forgetLongest(0); surplus == nil {
			surplus = connection
		}
	}
	if surplus != connection {
		added := &place{connection: connection}
		c.open[connection] = added
		c.enqueue(added)
	}
	c.mutex.Unlock()
	if surplus == connection {
		sendAway(connection)
	}
	if surplus != nil {
		_ = surplus.Close() // that it was closed already is as good
	}
}

// makeRoom closes so many of those that have kept us waiting for longest, and tells whether there were any, or may be in a
// moment. It leaves most of all connections open, and all of those that have not waited for long.
func (c *connections) makeRoom(count int) bool {
	var surplus []net.Conn
	select { // one that ended before has not left its file for us
	case <-c.ended:
	default:
	}
	c.mutex.Lock()
	mayBeSoon := false
	for range min(count, 1+len(c.open)/8) {
		var longest net.Conn
		if longest, mayBeSoon = c.forgetLongest(c.patience); longest == nil {
			break
		}
		surplus = append(surplus, longest)
	}
	c.mutex.Unlock()
	for _, connection := range surplus {
		_ = connection.Close() // that it was closed already is as good
	}
	return len(surplus) > 0 || mayBeSoon
}

// mostAsked is how many connections are asked whether they may be closed, until one may. Where so many have sent something,
// the machine is behind, and nobody is to blame for it.
const mostAsked = 64

// forgetLongest forgets the connection that has kept us waiting for longest, if it has for longer than the patience, and
// returns it. Where it is nil, it tells whether somebody has been waiting for less. It is called with the lock held.
func (c *connections) forgetLongest(patience time.Duration) (connection net.Conn, mayBeSoon bool) {
	asked := 0
	for longest := c.waiting.behind; longest != &c.waiting && asked < mostAsked; longest = longest.behind {
		if !longest.hasWaited(patience) {
			mayBeSoon = true
			if longest.isUnread {
				continue // it stands before others, and nothing was asked for it
			}
		} else if dismiss(longest.connection, longest.isUnread) {
			c.forget(longest.connection)
			return longest.connection, false
		}
		asked++
	}
	return nil, mayBeSoon
}

// served tells that a connection does not keep us waiting.
func (c *connections) served(connection net.Conn) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known := c.open[connection]; known != nil && known.isWaiting() {
		known.dequeue()
	}
}

// waits tells that a connection keeps us waiting from now on.
func (c *connections) waits(connection net.Conn) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known := c.open[connection]; known != nil && !known.isWaiting() {
		c.enqueue(known)
	}
}

// stands tells whether an answer stands because its client does not read. Then the connection keeps us waiting. One that does
// so for something else, as for the rest of its body, goes on to when its client reads again.
func (c *connections) stands(connection net.Conn, isUnread bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	known := c.open[connection]
	if known == nil {
		return
	}
	switch {
	case isUnread && !known.isWaiting():
		c.enqueue(known)
		known.isUnread = true
	case !isUnread && known.isUnread:
		known.dequeue()
	}
}

// forget is called with the lock held.
func (c *connections) forget(connection net.Conn) {
	if known := c.open[connection]; known != nil && known.isWaiting() {
		known.dequeue()
	}
	delete(c.open, connection)
}

const sentAway = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\nRetry-After: 1\r\n" +
	"Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 101\r\n\r\n" +
	`{"success":false,"error":{"message":"too many connections; try again","code":"SERVICE_UNAVAILABLE"}}` + "\n"

// sendAway answers what has not been asked yet. The answer fits into the buffer of any socket.
func sendAway(connection net.Conn) {
	_ = connection.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	_, _ = connection.Write([]byte(sentAway))
}
