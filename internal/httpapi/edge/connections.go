package edge

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections limits the number of open connections. Each takes memory and a file descriptor, whether it is active or
// not. When the limit is reached and another one arrives, the one whose client has kept us waiting longest is closed:
// it has not sent a request yet, is idle between two, does not send its body or does not read its response. So a
// client that opens thousands and stays silent only loses its own. A connection whose request has arrived and is not
// served yet, because the machine is busy, does not count as waiting. Only when all of them are being served is a new
// one turned away.
type connections struct {
	most     int
	patience time.Duration // how long a connection must have waited before it is closed for lack of files

	mutex sync.Mutex
	open  map[net.Conn]*place
	// waiting is the ring of connections that keep us waiting, longest first. It changes twice per request, so it is
	// linked through the places themselves.
	waiting place

	ended chan struct{} // has one value while an ended connection has not been reported
}

// place is an open connection; it is in the ring while it keeps us waiting.
type place struct {
	connection     net.Conn
	before, behind *place // nil while it is served
	since          time.Time
	isUnread       bool // it is in the ring because its client does not read the response
}

// newcomerTime is how long a connection may be silent when files run out. A client that has just connected, or was
// just answered, sends something in a moment, or a little later if its machine is busy; one that means to stay silent
// has been so for longer, perhaps since before we noticed it.
const newcomerTime = 50 * time.Millisecond

// unreadTime is how long a client may read nothing of a response being sent, even if others need its place. The kernel
// accepts more data once a third of its buffer has been read, which even a slow reader manages in that time.
const unreadTime = 3 * time.Second

// hasWaited reports whether a place has kept us waiting for at least that long.
func (p *place) hasWaited(patience time.Duration) bool {
	if p.isUnread {
		return time.Since(p.since) >= max(patience, unreadTime)
	}
	return time.Since(p.since) >= patience || silence(p.connection) >= patience
}

// newConnections allows that many connections; zero means any number.
func newConnections(most int) *connections {
	c := &connections{most: most, patience: newcomerTime, open: map[net.Conn]*place{}, ended: make(chan struct{}, 1)}
	c.waiting.before, c.waiting.behind = &c.waiting, &c.waiting
	return c
}

// enqueue adds a place at the end of the ring.
func (c *connections) enqueue(p *place) {
	p.before, p.behind, p.since = c.waiting.before, &c.waiting, time.Now()
	p.before.behind, p.behind.before = p, p
}

// dequeue removes a place from the ring.
func (p *place) dequeue() {
	p.before.behind, p.behind.before = p.behind, p.before
	p.before, p.behind, p.isUnread = nil, nil, false
}

func (p *place) isWaiting() bool { return p.behind != nil }

type connectionKey struct{}

// bound makes the server enforce the limit, and gives every request access to its connection.
func (c *connections) bound(server *http.Server) {
	server.ConnContext = func(ctx context.Context, connection net.Conn) context.Context {
		return context.WithValue(ctx, connectionKey{}, connection)
	}
	if c.most > 0 {
		server.ConnState = c.changed
	}
}

// changed tracks a connection's state. The server calls it before it serves a new one.
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

// socketBuffer is how much the kernel may buffer of a response that the client does not read, and of a body that we do
// not. It would otherwise grow to megabytes, which count as ours in a container. Twice as much in flight allows a
// megabyte per second, half around the world.
const socketBuffer = 64 << 10

// narrow limits the kernel's buffers of a connection.
func narrow(connection net.Conn) {
	if socket, ok := connection.(interface {
		SetWriteBuffer(bytes int) error
		SetReadBuffer(bytes int) error
	}); ok {
		_ = socket.SetWriteBuffer(socketBuffer) // if it fails, the system's limit applies
		_ = socket.SetReadBuffer(socketBuffer)
	}
}

// added counts a new connection; above the limit it closes a waiting one, or else the new one.
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
		_ = surplus.Close() // it does not matter if it was closed already
	}
}

// makeRoom closes up to count of the connections that have kept us waiting longest, and reports whether there were
// any, or may be in a moment. It keeps most connections open, including all that have not waited for long.
func (c *connections) makeRoom(count int) bool {
	var surplus []net.Conn
	select { // one that ended earlier has not left us its file
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
		_ = connection.Close() // it does not matter if it was closed already
	}
	return len(surplus) > 0 || mayBeSoon
}

// mostAsked is how many connections are checked for one that may be closed. If that many have sent something, the
// machine is behind, and no client is to blame.
const mostAsked = 64

// forgetLongest removes and returns the connection that has kept us waiting longest, if that is longer than the
// patience. If it returns nil, mayBeSoon says whether one has been waiting for less. It is called with the lock held.
func (c *connections) forgetLongest(patience time.Duration) (connection net.Conn, mayBeSoon bool) {
	asked := 0
	for longest := c.waiting.behind; longest != &c.waiting && asked < mostAsked; longest = longest.behind {
		if !longest.hasWaited(patience) {
			mayBeSoon = true
			if longest.isUnread {
				continue // its place in the ring does not count, and checking it cost nothing
			}
		} else if dismiss(longest.connection, longest.isUnread) {
			c.forget(longest.connection)
			return longest.connection, false
		}
		asked++
	}
	return nil, mayBeSoon
}

// served marks a connection as no longer waiting.
func (c *connections) served(connection net.Conn) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known := c.open[connection]; known != nil && known.isWaiting() {
		known.dequeue()
	}
}

// waits marks a connection as waiting from now on.
func (c *connections) waits(connection net.Conn) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known := c.open[connection]; known != nil && !known.isWaiting() {
		c.enqueue(known)
	}
}

// stands records whether a response is blocked because its client does not read. If so, the connection keeps us
// waiting. One that is already waiting for something else, such as the rest of its body, keeps its place when its
// client reads again.
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

// sendAway responds before any request was read. The response fits into the buffer of any socket.
func sendAway(connection net.Conn) {
	_ = connection.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	_, _ = connection.Write([]byte(sentAway))
}
