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

// NewServer makes an HTTP server around any handler, with a limit on everything that a client can make it wait for or keep
// in memory. The server's own complaints, such as a client that does not speak HTTP, are logged at debug: anybody can cause
// them and nobody has to act on them.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		// The time for writing begins when the headers have been read, so it holds the time for the body,
		// the time for the operation and some for the client to take the answer.
		WriteTimeout:   30*time.Second + requestLimit + 15*time.Second,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 32 << 10,
		ErrorLog:       slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// NewServer makes the HTTP server of the handler, as the function of that name does, with a limit on open connections. When
// the server begins to stop it ends the answers that go on for as long as somebody listens. Another handler may be put around
// the server's: these limits stay.
func (h *Handler) NewServer(logger *slog.Logger) *http.Server {
	server := NewServer(h, logger)
	server.RegisterOnShutdown(h.endLasting)
	h.connections.bound(server)
	return server
}

// NewListener makes the listener of the handler's server. When the process has no file left for the next connection, it closes
// those that have kept us waiting for longest. Otherwise every new client would wait behind them until their time is up.
func (h *Handler) NewListener(listener net.Listener) net.Listener {
	return newRoomyListener(listener, h.connections)
}

func newRoomyListener(listener net.Listener, where room) net.Listener {
	return &roomyListener{Listener: listener, room: where, closed: make(chan struct{})}
}

// room is where connections are closed for others.
type room interface {
	// makeRoom closes so many connections and tells whether there were any, or may be in a moment.
	makeRoom(count int) bool
	// ending is told of a connection that has ended; of several at once, once.
	ending() <-chan struct{}
}

type roomyListener struct {
	net.Listener
	room   room
	once   sync.Once
	closed chan struct{}
}

const (
	// roomMade is how many connections are closed at a time: whoever serves the next one may need files too.
	roomMade = 8
	// roomTime is when the file of a closed connection is free at the latest, unless the machine is busy: who reads from it
	// has to notice first.
	roomTime = time.Millisecond
	// crowdedTime is how long is waited where all connections are being served: a file that anybody else has closed comes free
	// without a word.
	crowdedTime = 20 * time.Millisecond
)

// Accept fails as that of the listener does, but for want of files only once it is closed: until then it waits for one.
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

// awaitFile makes room and waits until a connection has ended, but not for long. It tells whether the listener is still open.
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
