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

// socket is a connection of the system that knows whether whoever reads from it waits for the client. The system alone
// cannot tell: of a request that has been taken from it and is about to be served it says that nothing has come, as of a
// client that is silent. It fails as the connection does.
type socket struct {
	*net.TCPConn

	raw  syscall.RawConn
	take func(descriptor uintptr) bool // takeWhatCame, made once: it is called for every request
	turn sync.Mutex                    // one reads at a time
	into []byte                        // of who reads
	got  int
	err  error

	// unread is told while an answer stands because the client does not read it.
	unread  func(isUnread bool)
	give    func(descriptor uintptr) bool // giveWhatFits, made once as well
	writing sync.Mutex                    // one writes at a time
	from    []byte                        // of who writes
	given   int

	// late is told when a body is not there whose headers are.
	late func()

	// mutex is held while the system is asked, so that what has been taken from it is known to be taken.
	mutex sync.Mutex
	// isWaiting: somebody wanted to read, and nothing had come.
	isWaiting bool
	// isDismissed: it is about to be closed, and what comes now is nobody's.
	isDismissed bool
	// bodyUntil is when the body that is read has to be there if it has not come with its headers; zero while none is read, and
	// once it is late.
	bodyUntil time.Time
	isLate    bool
}

// newSocket makes a socket of a connection; one that is none of the system's stays what it is.
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

// tellUnread has tell called when an answer begins to stand because the client does not read, and when it no longer does. It
// is called before anything is written.
func (s *socket) tellUnread(tell func(isUnread bool)) { s.unread = tell }

// tellLate has tell called when a body keeps us waiting. It is called before anything is read.
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

// unreadPiece is how much of an answer stands at a time: whoever reads, however slowly, is seen to by every piece that they
// have taken.
const unreadPiece = 16 << 10

// writeUnread writes what did not fit at once. It waits, and fails for whatever it was.
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
	case err != nil: // the deadline, or it was closed
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

// takeWhatCame reads without waiting and tells whether there was anything to read, or never will be.
func (s *socket) takeWhatCame(descriptor uintptr) bool {
	isThere, lateUntil := s.takeOrWait(descriptor)
	if !lateUntil.IsZero() { // without the lock: who makes room asks us with the one of all connections
		_ = s.SetReadDeadline(lateUntil) // it fails where the connection is closed, and so does what reads
		if s.late != nil {
			s.late()
		}
	}
	return isThere
}

// watcher is how many bytes the server asks for while a request is served, to see whether the client is gone. Who reads a body
// asks for more.
const watcher = 1

// takeOrWait is takeWhatCame, and tells until when a body may come that was found to be late; zero where none was.
func (s *socket) takeOrWait(descriptor uintptr) (isThere bool, lateUntil time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.isDismissed {
		s.err = net.ErrClosed
		return true, time.Time{}
	}
	got, err := syscall.Read(int(descriptor), s.into)
	for err == syscall.EINTR { // the system wraps nothing, and this is asked several times a request
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

// dismiss tells whether a connection may be closed for another one: its reader waits, and nothing has come; or its client does
// not read the answer, whatever else it has sent. Nothing is read from it any more then, so that no request is served whose
// answer cannot be sent. Who is none of the system's may always be.
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

// hasUnread asks the system whether something has come. It takes nothing away, and does not wait for whoever reads.
func (s *socket) hasUnread() bool {
	count := 0
	err := s.raw.Control(func(descriptor uintptr) {
		var one [1]byte
		count, _, _ = syscall.Recvfrom(int(descriptor), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) // it fails where nothing has come
	})
	return err == nil && count > 0
}
