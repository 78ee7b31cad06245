package wire_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"bourse/internal/webhook/wire"
)

// stallingListener lets the first connection through. On the others the server reads the greeting of the
// client and no more.
type stallingListener struct {
	net.Listener
	accepted atomic.Int32
	greeted  chan struct{} // receives when a later connection has been greeted
	released chan struct{}
}

func (l *stallingListener) Accept() (net.Conn, error) {
	connection, err := l.Listener.Accept()
	if err != nil || l.accepted.Add(1) == 1 {
		return connection, err
	}
	return &stallingConnection{connection, l}, nil
}

type stallingConnection struct {
	net.Conn
	listener *stallingListener
}

func (c *stallingConnection) Read(buffer []byte) (int, error) {
	_, err := c.Conn.Read(buffer)
	c.listener.greeted <- struct{}{}
	<-c.listener.released
	if err == nil {
		err = net.ErrClosed
	}
	return 0, err
}

func TestAConnectionThatWasOpenedInVainIsNotTimed(t *testing.T) {
	t.Parallel()
	isHeld, proceed := make(chan struct{}, 2), make(chan struct{}, 2)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		isHeld <- struct{}{}
		<-proceed
	}))
	listener := &stallingListener{Listener: server.Listener, greeted: make(chan struct{}, 1), released: make(chan struct{})}
	server.Listener = listener
	server.StartTLS()
	t.Cleanup(server.Close)
	defer close(listener.released)
	client := newClient(t, trusting(server))

	results := make(chan wire.Result, 2)
	call := func() { results <- client.Do(t.Context(), post(server.URL)) }
	go call()
	<-isHeld
	go call() // finds the connection taken and begins to open another one
	<-listener.greeted
	proceed <- struct{}{}
	proceed <- struct{}{}

	first, second := <-results, <-results
	if first.Timing.Reused {
		first, second = second, first
	}
	wantClass(t, first, wire.Answered, "")
	wantClass(t, second, wire.Answered, "")
	if first.Timing.Connect <= 0 || !second.Timing.Reused || second.Timing.Connect != 0 || second.Timing.TLS != 0 {
		t.Errorf("got %+v, then %+v", first.Timing, second.Timing)
	}
}
