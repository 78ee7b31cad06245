//go:build unix

package edge_test

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/testkit"
)

// A busy machine may not have read a request that has arrived, or may have read it and not served it yet. Its
// connection is not closed for others: they would take its place, and nobody would be served.
func TestWhoseRequestIsNotServedYetDoesNotMakeRoom(t *testing.T) {
	t.Parallel()
	all := edge.NewConnections(3)
	unread, silent, taken := dialed(t), dialed(t), dialed(t)
	for _, one := range []pair{unread, silent, taken} {
		all.Add(one.ours)
	}
	unread.say(t)
	taken.read(t)
	taken.say(t)
	if got := <-taken.got; got.text != said || got.err != nil {
		t.Fatalf("%q was read, %v", got.text, got.err)
	}
	silent.read(t)
	if !all.MakeRoom() {
		t.Error("there is no room although somebody says nothing")
	}
	edgetest.WantClosed(t, silent.theirs)
	if all.MakeRoom() {
		t.Error("room is made at the cost of who has sent a request")
	}

	last := dialed(t)
	all.Add(last.ours) // not read from yet
	surplus := dialed(t)
	all.Add(surplus.ours) // one more than the limit of three, and none of the others keeps us waiting
	if code, _ := edgetest.Status(t, surplus.theirs); code != 503 {
		t.Errorf("who finds no room is answered with %d", code)
	}
	for name, one := range map[string]pair{"unread": unread, "taken": taken, "last": last} {
		if _, err := one.ours.Write([]byte(said)); err != nil {
			t.Errorf("%s cannot be answered: %v", name, err)
		}
		if err := one.echo(); err != nil {
			t.Errorf("%s is not answered: %v", name, err)
		}
	}
}

// What arrives after a connection was chosen to be closed is not served: its response could not be sent.
func TestWhatComesWhenRoomIsMadeIsNotRead(t *testing.T) {
	t.Parallel()
	one := dialed(t)
	one.read(t)
	if !edge.Dismiss(one.ours) {
		t.Fatal("who says nothing may not be closed")
	}
	one.say(t)
	if got := <-one.got; got.text != "" || !errors.Is(got.err, net.ErrClosed) {
		t.Errorf("%q is read, %v", got.text, got.err)
	}
}

// A body that is already there costs neither a timer nor a place among the waiting connections, and the server watches
// for the client's disconnection as soon as it has the whole body.
func TestABodyIsLateWhenWhoReadsItFindsNothing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		listens func(t *testing.T, p pair)
		isLate  bool
	}{
		"it is there": {func(t *testing.T, p pair) {
			p.say(t)
			if n, err := p.ours.Read(make([]byte, 8)); n != len(said) || err != nil {
				t.Errorf("%d bytes are read, %v", n, err)
			}
		}, false},
		"it comes later":  {func(t *testing.T, p pair) { p.read(t) }, true},
		"nobody reads it": {func(*testing.T, pair) {}, false},
		"the server looks for the client": {func(t *testing.T, p pair) {
			go func() {
				n, err := p.ours.Read(make([]byte, 1))
				p.got <- reading{said[:n], err}
			}()
			testkit.Until(t, "somebody listens", func() bool { return edge.IsRead(p.ours) })
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := dialed(t)
			edge.AwaitBody(one.ours, time.Now().Add(time.Hour))
			test.listens(t, one)
			if isLate := edge.EndBody(one.ours); isLate != test.isLate {
				t.Errorf("it is late: %t", isLate)
			}
			if edge.EndBody(one.ours) {
				t.Error("what was late is late again")
			}
		})
	}
}

// A socket ends like any other connection.
func TestASocketEndsAsAConnection(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		end  func(p pair)
		want error
	}{
		"the client leaves": {func(p pair) { _ = p.theirs.Close() }, io.EOF},
		"it is closed":      {func(p pair) { _ = p.ours.Close() }, net.ErrClosed},
		"its time is up":    {func(p pair) { _ = p.ours.SetReadDeadline(time.Now()) }, os.ErrDeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pair := dialed(t)
			if n, err := pair.ours.Read(nil); n != 0 || err != nil {
				t.Errorf("nothing is read as %d, %v", n, err)
			}
			pair.read(t)
			one.end(pair)
			got := <-pair.got
			if !errors.Is(got.err, one.want) {
				t.Errorf("it ends with %v", got.err)
			}
			var failure *net.OpError
			if one.want != io.EOF && (!errors.As(got.err, &failure) || failure.Op != "read") { // the server checks for that
				t.Errorf("it ends with %#v", got.err)
			}
		})
	}
}

const said = "GET"

// pair is both ends of a connection.
type pair struct {
	ours, theirs net.Conn
	got          chan reading
}

type reading struct {
	text string
	err  error
}

func dialed(t *testing.T) pair {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	theirs := edgetest.Dial(t, listener.Addr().String(), "")
	ours, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ours.Close() })
	return pair{edge.NewSocket(ours), theirs, make(chan reading, 1)}
}

// say sends something and waits until it has arrived.
func (p pair) say(t *testing.T) {
	t.Helper()
	if _, err := p.theirs.Write([]byte(said)); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "what was sent arrives", func() bool { return edge.HasUnread(p.ours) || len(p.got) > 0 })
}

// read starts a read and waits until it has found nothing.
func (p pair) read(t *testing.T) {
	t.Helper()
	go func() {
		var into [8]byte
		n, err := p.ours.Read(into[:])
		p.got <- reading{string(into[:n]), err}
	}()
	testkit.Until(t, "somebody listens", func() bool { return edge.IsRead(p.ours) })
}

// echo reads what was sent in reply.
func (p pair) echo() error {
	_ = p.theirs.SetReadDeadline(time.Now().Add(testkit.Patience))
	_, err := io.ReadFull(p.theirs, make([]byte, len(said)))
	return err
}
