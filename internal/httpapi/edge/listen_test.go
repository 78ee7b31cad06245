package edge_test

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/httpapi/edge"
)

// fullListener has no file for any connection until one is offered.
type fullListener struct{ offered chan net.Conn }

func (l fullListener) Accept() (net.Conn, error) {
	select {
	case connection := <-l.offered:
		return connection, nil
	default:
		return nil, syscall.EMFILE
	}
}

func (l fullListener) Addr() net.Addr { return &net.TCPAddr{} }
func (l fullListener) Close() error   { return nil }

func TestAListenerThatWaitsForAFileAcceptsOnceAConnectionEndsAndStopsOnceClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		full, made, isRoom := fullListener{make(chan net.Conn, 1)}, 0, true
		room := edge.Room{Make: func(int) bool { made++; return isRoom }, Ended: make(chan struct{}, 1)}
		listener := edge.NewRoomyListener(full, room)
		type accepted struct {
			connection net.Conn
			err        error
		}
		results := make(chan accepted)
		accept := func() {
			connection, err := listener.Accept()
			results <- accepted{connection, err}
		}

		began := time.Now()
		go accept()
		synctest.Wait() // it is now waiting for a file
		ours, theirs := net.Pipe()
		defer ours.Close()
		defer theirs.Close()
		full.offered <- ours
		room.Ended <- struct{}{}
		if got := <-results; got.connection != ours || got.err != nil || time.Since(began) != 0 {
			t.Errorf("once a connection has ended it accepts %v, %v after %v", got.connection, got.err, time.Since(began))
		}

		go accept()
		synctest.Wait()
		full.offered <- ours
		if got := <-results; got.connection != ours || time.Since(began) != edge.RoomTime {
			t.Errorf("of which nobody tells it accepts %v, %v after %v", got.connection, got.err, time.Since(began))
		}

		isRoom, began = false, time.Now()
		go accept()
		synctest.Wait() // all connections are being served
		full.offered <- ours
		if got := <-results; got.connection != ours || time.Since(began) != edge.CrowdedTime {
			t.Errorf("where nobody can be closed it accepts %v, %v after %v", got.connection, got.err, time.Since(began))
		}

		began = time.Now()
		go accept()
		synctest.Wait()
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		_ = listener.Close() // closing twice is harmless
		if got := <-results; !errors.Is(got.err, syscall.EMFILE) || time.Since(began) != 0 {
			t.Errorf("once closed it ends with %v after %v", got.err, time.Since(began))
		}
		if made != 4 {
			t.Errorf("room was made %d times, want once each", made)
		}
	})
}
