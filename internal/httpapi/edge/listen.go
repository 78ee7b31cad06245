package edge

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// NewServer returns an HTTP server around any handler, with limits on everything that a client can make it wait for or
// keep in memory. The server's own messages, such as about a client that does not speak HTTP, are logged at debug:
// anyone can cause them and nobody has to act on them.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		// The write timeout starts when the headers have been read, so it covers the time for the body, the time for
		// the operation and some for the client to receive the response.
		WriteTimeout:   30*time.Second + requestLimit + 15*time.Second,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 32 << 10,
		ErrorLog:       slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// NewServer returns the handler's HTTP server, like the function NewServer, with a limit on open connections. When the
// server begins to stop it ends the long-lived responses. The server's handler may be wrapped in another one: these
// limits remain.
func (h *Handler) NewServer(logger *slog.Logger) *http.Server {
	server := NewServer(h, logger)
	server.RegisterOnShutdown(h.endLasting)
	h.connections.bound(server)
	return server
}

// NewListener returns the listener of the handler's server. When the process has no file descriptor left for the next
// connection, it closes those that have kept us waiting longest. Otherwise every new client would wait behind them
// until they time out.
func (h *Handler) NewListener(listener net.Listener) net.Listener {
	return newRoomyListener(listener, h.connections)
}

func newRoomyListener(listener net.Listener, where room) net.Listener {
	return &roomyListener{Listener: listener, room: where, closed: make(chan struct{})}
}

// room closes connections to make room for others.
type room interface {
	// makeRoom closes up to count connections and reports whether there were any, or may be in a moment.
	makeRoom(count int) bool
	// ending receives a value when a connection has ended; a single one for several at once.
	ending() <-chan struct{}
}

type roomyListener struct {
	net.Listener
	room   room
	once   sync.Once
	closed chan struct{}
}

const (
	// roomMade is how many connections are closed at a time: serving the next one may need files too.
	roomMade = 8
	// roomTime is how soon the file of a closed connection is free, unless the machine is busy: its reader has to
	// notice first.
	roomTime = time.Millisecond
	// crowdedTime is how long to wait when all connections are being served: files closed by others become free
	// without notice.
	crowdedTime = 20 * time.Millisecond
)

// Accept fails as the listener's does, except that for lack of files it waits for one, and fails only once the
// listener is closed.
func (l *roomyListener) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err == nil {
			return newSocket(connection), nil
		}
		isScarce := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
		if !isScarce || !l.awaitFile() {
			return nil, err
		}
	}
}

// awaitFile makes room and waits briefly for a connection to end. It reports whether the listener is still open.
func (l *roomyListener) awaitFile() bool {
	patience := crowdedTime
	if l.room.makeRoom(roomMade) {
		patience = roomTime
	}
	latest := time.NewTimer(patience)
	defer latest.Stop()
	select {
	case <-l.room.ending():
	case <-latest.C:
	case <-l.closed:
		return false
	}
	return true
}

func (l *roomyListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}
