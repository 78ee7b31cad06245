//go:build unix

package edge

import (
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// socket is a TCP connection that knows whether its reader is waiting for the client. The kernel alone cannot tell:
// for a request that has been read and is about to be served it reports that nothing has arrived, just as for a silent
// client. Its methods fail as the connection's do.
type socket struct {
	*net.TCPConn

	raw  syscall.RawConn
	take func(descriptor uintptr) bool // takeWhatCame, created once: it is called for every request
	turn sync.Mutex                    // serialises reads
	into []byte                        // the current reader's buffer
	got  int
	err  error

	// unread is called when a response is blocked because the client does not read it, and when it no longer is.
	unread  func(isUnread bool)
	give    func(descriptor uintptr) bool // giveWhatFits, also created once
	writing sync.Mutex                    // serialises writes
	from    []byte                        // the current writer's data
	given   int

	// late is called when a body has not arrived with its headers.
	late func()

	// mutex is held while the kernel is asked, so that what has been read from it is known to have been read.
	mutex sync.Mutex
	// isWaiting: a reader found that nothing had arrived.
	isWaiting bool
	// isDismissed: it is about to be closed, and what arrives now is ignored.
	isDismissed bool
	// bodyUntil is the deadline for the body being read if it has not arrived with its headers; zero while none is
	// being read, and once it is late.
	bodyUntil time.Time
	isLate    bool
}

// newSocket makes a socket of a TCP connection; any other is returned unchanged.
func newSocket(connection net.Conn) net.Conn {
	tcp, ok := connection.(*net.TCPConn)
	if !ok {
		return connection
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return connection
	}
	s := &socket{TCPConn: tcp, raw: raw}
	s.take, s.give = s.takeWhatCame, s.giveWhatFits
	return s
}

// tellUnread sets what to call when a response becomes blocked because the client does not read, and when it no longer
// is. It must be called before anything is written.
func (s *socket) tellUnread(tell func(isUnread bool)) { s.unread = tell }

// tellLate sets what to call when a body keeps us waiting. It must be called before anything is read.
func (s *socket) tellLate(tell func()) { s.late = tell }

func (s *socket) awaitBody(until time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.bodyUntil, s.isLate = until, false
}

func (s *socket) endBody() (wasLate bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	wasLate = s.isLate
	s.bodyUntil, s.isLate = time.Time{}, false
	return wasLate
}

func (s *socket) Write(content []byte) (int, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.from, s.given = content, 0
	err := s.raw.Write(s.give)
	s.from = nil
	if s.given == len(content) && err == nil {
		return s.given, nil
	}
	for given := s.given; ; {
		count, err := s.writeUnread(content[given:min(given+unreadPiece, len(content))])
		if given += count; err != nil || given == len(content) {
			return given, err
		}
	}
}

// unreadPiece is how much of a response is written at a time once it is blocked: each piece that a client accepts,
// however slowly, counts as progress.
const unreadPiece = 16 << 10

// writeUnread writes what did not fit at once. It waits, and fails as the connection does.
func (s *socket) writeUnread(content []byte) (int, error) {
	if s.unread != nil {
		s.unread(true)
		defer s.unread(false)
	}
	return s.TCPConn.Write(content)
}

// giveWhatFits writes without waiting.
func (s *socket) giveWhatFits(descriptor uintptr) bool {
	if given, err := syscall.Write(int(descriptor), s.from); err == nil {
		s.given = given
	}
	return true
}

func (s *socket) Read(into []byte) (int, error) {
	if len(into) == 0 {
		return 0, nil
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	s.into, s.got, s.err = into, 0, nil
	err := s.raw.Read(s.take)
	s.into = nil
	switch {
	case err != nil: // the deadline passed, or the connection was closed
		if failure, ok := err.(*net.OpError); ok {
			failure.Op = "read"
		}
		return 0, err
	case s.err != nil:
		return 0, &net.OpError{Op: "read", Net: "tcp", Source: s.LocalAddr(), Addr: s.RemoteAddr(), Err: s.err}
	case s.got == 0:
		return 0, io.EOF
	}
	return s.got, nil
}

// takeWhatCame reads without waiting and reports whether there was anything to read, or never will be.
func (s *socket) takeWhatCame(descriptor uintptr) bool {
	isThere, lateUntil := s.takeOrWait(descriptor)
	if !lateUntil.IsZero() { // outside s.mutex: makeRoom takes it while holding the lock of all connections
		_ = s.SetReadDeadline(lateUntil) // fails only if the connection is closed, and then so does the read
		if s.late != nil {
			s.late()
		}
	}
	return isThere
}

// watcher is how many bytes the server reads while a request is served, to see whether the client has gone. Reading a
// body asks for more.
const watcher = 1

// takeOrWait is takeWhatCame that also returns the deadline of a body that was just found to be late; otherwise zero.
func (s *socket) takeOrWait(descriptor uintptr) (isThere bool, lateUntil time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.isDismissed {
		s.err = net.ErrClosed
		return true, time.Time{}
	}
	got, err := syscall.Read(int(descriptor), s.into)
	for err == syscall.EINTR { // errors are never wrapped here, and this runs several times per request
		got, err = syscall.Read(int(descriptor), s.into)
	}
	s.isWaiting = err == syscall.EAGAIN
	if s.isWaiting {
		if len(s.into) > watcher && !s.bodyUntil.IsZero() {
			lateUntil, s.bodyUntil, s.isLate = s.bodyUntil, time.Time{}, true
		}
		return false, lateUntil
	}
	if err != nil {
		s.err = os.NewSyscallError("read", err)
		return true, time.Time{}
	}
	s.got = got
	return true, time.Time{}
}

// dismiss reports whether a connection may be closed for another one: its reader is waiting and nothing has arrived,
// or its client does not read the response, whatever else it has sent. After that nothing more is read from it, so
// that no request is served whose response cannot be sent. A connection that is not a socket may always be closed.
func dismiss(connection net.Conn, isUnread bool) bool {
	s, ok := connection.(*socket)
	if !ok {
		return true
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.isDismissed = isUnread || s.isWaiting && !s.hasUnread()
	return s.isDismissed
}

// hasUnread asks the kernel whether something has arrived, without consuming it or waiting for a current reader.
func (s *socket) hasUnread() bool {
	count := 0
	err := s.raw.Control(func(descriptor uintptr) {
		var one [1]byte
		count, _, _ = syscall.Recvfrom(int(descriptor), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) // fails when nothing has arrived
	})
	return err == nil && count > 0
}
