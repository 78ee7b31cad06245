package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"bourse/internal/fault"
)

const (
	// keepAliveInterval is how often a comment is sent, so that nobody on the way takes the connection for
	// dead, and how often the session is looked at although nobody told of a change.
	keepAliveInterval = 15 * time.Second
	// acceptLimit is how long a client may take to accept a message until it counts as dead.
	acceptLimit = 10 * time.Second
	// reconnectPause is how long a client is asked to wait before it connects again.
	reconnectPause = 3 * time.Second
)

// Event is one event of a stream.
type Event struct {
	ID   string // behind which a client goes on that comes back; empty where nothing is missed
	Name string
	Data []byte // JSON, which has no line breaks
	// Written is the text of the whole event, where that is there already because many streams tell it.
	Written []byte
}

// EndedError is why a source of events has no more. The ID is where a client may go on that cannot do so behind the last
// one it saw.
type EndedError struct{ Reason, ID string }

// Error is for people; the client is told the reason.
func (e *EndedError) Error() string { return "the stream has ended: " + e.Reason }

// Events is where the events of a stream come from.
type Events interface {
	// Begin is the ID behind which the first event is.
	Begin() string
	// Next waits for the next event. It fails with an EndedError when there will be no more, and with the context's
	// error when that ends.
	Next(ctx context.Context) (Event, error)
	Close()
}

// Stream makes an operation's answer go on for as long as the client listens and its session lasts: what open returns is
// read event by event, as the text of server-sent events. It fails with SERVICE_UNAVAILABLE when too many streams are
// open or the server stops, and as open does.
func Stream(ctx context.Context, open func(lasting context.Context) (Events, error)) (io.ReadCloser, error) {
	e := exchangeOf(ctx)
	leave, err := e.handler.streams.enter()
	if err != nil {
		return nil, err
	}
	lasting, end := e.lasting()
	cancel := func() {
		end()
		leave()
	}
	events, err := open(lasting)
	if err != nil {
		isStopping := e.handler.stopping.Err() != nil
		cancel()
		if isStopping {
			return nil, fault.New(fault.ServiceUnavailable, "the server is stopping; try again").After(reconnectPause)
		}
		return nil, err
	}
	e.begun = time.Since(e.started)
	e.answer.Header().Set("X-Accel-Buffering", "no")
	reader := &eventReader{
		exchange: e, ctx: lasting, cancel: cancel, events: events,
		controller: http.NewResponseController(&e.answer), every: e.handler.keepAlive,
	}
	reader.unfollow = e.handler.authenticator.Follow(e.caller.SessionID, reader.sessionChanged)
	reader.changed.Store(true) // as nobody has told of what changed while the stream was opened
	reader.lookAt = reader.nextLook(time.Now())
	reader.rest = begin(events.Begin())
	return reader, nil
}

// begin is what a stream begins with. It is no event: the client keeps it, also when it is cut off before the first one.
func begin(id string) []byte {
	text := "retry: " + strconv.FormatInt(reconnectPause.Milliseconds(), 10) + "\n"
	if id != "" {
		text += "id: " + id + "\n"
	}
	return []byte(text + "\n")
}

// streamPlaces bounds how many streams are open in the process, so that they do not take every connection.
type streamPlaces struct {
	most  int64 // zero is any number
	taken atomic.Int64
}

// enter takes a place until leave is called. It fails with SERVICE_UNAVAILABLE when there is none.
func (p *streamPlaces) enter() (leave func(), err error) {
	if taken := p.taken.Add(1); p.most > 0 && taken > p.most {
		p.taken.Add(-1)
		return nil, fault.New(fault.ServiceUnavailable, "too many streams are open; try again").After(reconnectPause)
	}
	return func() { p.taken.Add(-1) }, nil
}

// eventReader is a stream as the text of server-sent events. Whoever copies it to the client asks for more
// when it has written the last part: that is when the part is flushed.
type eventReader struct {
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	unfollow   func()
	events     Events
	controller *http.ResponseController
	every      time.Duration // between two looks at the session that nobody asked for
	lookAt     time.Time
	rest       []byte // of the event that is being read
	isOver     bool   // that was the last one

	changed atomic.Bool // the session has to be looked at
	waiting atomic.Pointer[context.CancelFunc]
}

// sessionChanged makes the reader look at the session now.
func (r *eventReader) sessionChanged() {
	r.changed.Store(true)
	if cancel := r.waiting.Load(); cancel != nil {
		(*cancel)()
	}
}

// Read returns a part of the next event, as soon as there is one. It ends when the client has gone or does
// not accept anything, and after an event that says why: when the server stops, when the session is over, and
// when the stream ends.
func (r *eventReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := r.controller.Flush(); err != nil || r.isOver {
			return 0, io.EOF
		}
		if r.rest = r.next(); r.rest == nil {
			return 0, io.EOF
		}
	}
	// The limit of the server is for answers that end.
	if err := r.controller.SetWriteDeadline(time.Now().Add(acceptLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, io.EOF
	}
	n := copy(to, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the stream.
func (r *eventReader) Close() error {
	r.unfollow()
	r.events.Close()
	r.cancel()
	return nil
}

// next waits for the next event and returns its text; nil when nobody is there to read it.
func (r *eventReader) next() []byte {
	for {
		if isDue := !time.Now().Before(r.lookAt); isDue || r.changed.Swap(false) {
			if err := r.exchange.stillIn(r.ctx); err != nil {
				return r.end(err)
			}
			if isDue {
				r.lookAt = r.nextLook(time.Now())
				return []byte(": keep-alive\n\n")
			}
		}
		event, err := r.wait()
		var ended *EndedError
		switch {
		case err == nil:
			return event.Text()
		case r.ctx.Err() != nil || errors.As(err, &ended):
			return r.end(err)
		}
	}
}

// nextLook is when the session is looked at again although nobody told of a change: not after the caller's API key ends.
func (r *eventReader) nextLook(now time.Time) time.Time {
	look := now.Add(r.every)
	if ends := r.exchange.caller.EndsAt(); ends.After(now) && ends.Before(look) {
		return ends
	}
	return look
}

// wait waits for an event until it is time to look at the session.
func (r *eventReader) wait() (Event, error) {
	ctx, cancel := context.WithDeadline(r.ctx, r.lookAt)
	defer cancel()
	r.waiting.Store(&cancel)
	if r.changed.Load() { // before it could be interrupted
		return Event{}, context.Canceled
	}
	return r.events.Next(ctx)
}

// end returns the last event, which says why it is the last; nil when the client has gone.
func (r *eventReader) end(err error) []byte {
	r.isOver = true
	reason, id := "unavailable", "" // whether the session goes on cannot be found out
	var ended *EndedError
	switch {
	case r.exchange.handler.stopping.Err() != nil:
		reason = "draining"
	case r.ctx.Err() != nil:
		return nil
	case fault.Is(err, fault.AccountSuspended):
		reason = "account_suspended"
	case fault.Is(err, fault.SessionRevoked), fault.Is(err, fault.Unauthorized):
		reason = "session_ended"
	case errors.As(err, &ended):
		reason, id = ended.Reason, ended.ID
	}
	return Event{ID: id, Name: "end", Data: []byte(`{"reason":"` + reason + `"}`)}.Text()
}

// Text is the event as it is sent.
func (e Event) Text() []byte {
	if e.Written != nil {
		return e.Written
	}
	text := make([]byte, 0, len("id: \nevent: \ndata: \n\n")+len(e.ID)+len(e.Name)+len(e.Data))
	if e.ID != "" {
		text = append(text, "id: "...)
		text = append(text, e.ID...)
		text = append(text, '\n')
	}
	text = append(text, "event: "...)
	text = append(text, e.Name...)
	text = append(text, "\ndata: "...)
	text = append(text, e.Data...)
	return append(text, "\n\n"...)
}
