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

// NewServer makes the HTTP server around the handler, with a bound on everything that a client can make
// it wait for or keep in memory. What the server itself complains about, such as a client that does not
// speak HTTP, is logged at debug: anybody can cause it and nobody has to act on it. When the server begins
// to stop, the answers that go on for as long as somebody listens are ended.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	server := &http.Server{
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
	if ours, ok := handler.(interface {
		endLasting()
		boundConnections(*http.Server)
	}); ok {
		server.RegisterOnShutdown(ours.endLasting)
		ours.boundConnections(server)
	}
	return server
}

// NewListener makes a listener for the handler's server that makes room when the process has no file left for the next
// connection: those that have kept us waiting for longest are closed. Without it everybody would wait behind them until their
// time is up, also who comes to be served.
func NewListener(handler http.Handler, listener net.Listener) net.Listener {
	if ours, ok := handler.(interface{ roomOf() room }); ok {
		return &roomyListener{Listener: listener, room: ours.roomOf(), closed: make(chan struct{})}
	}
	return listener
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
