package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// Download makes an operation's response a file that is generated while it is sent: next returns its parts in turn,
// and nothing at the end, so that only one part is in memory at a time. It continues for as long as the client accepts
// data and the caller's session lasts, without a limit on size. It fails with RATE_LIMITED when the caller is already
// reading the maximum number of files, and as the first part does; when a later one fails, or the session is over, the
// connection is cut, because half a file must not look like a whole one.
func Download(ctx context.Context, name string, next func(ctx context.Context) ([]byte, error)) (io.ReadCloser, error) {
	e := exchangeOf(ctx)
	leave, err := e.handler.downloads.enter(e.caller.UserID)
	if err != nil {
		return nil, err
	}
	first, err := next(ctx)
	if err != nil {
		leave()
		return nil, err
	}
	lasting, end := e.lasting()
	cancel := func() {
		end()
		leave()
	}
	header := e.answer.Header()
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	header.Set("Cache-Control", "no-store")
	return &fileReader{
		exchange: e, ctx: lasting, cancel: cancel, next: next, rest: first, controller: http.NewResponseController(&e.answer),
	}, nil
}

// mostDownloads is how many files a user may read at a time in this process. A part of each stays in memory for as
// long as its reader takes.
const mostDownloads = 2

var errNoDownload = fault.New(fault.RateLimited, "you are reading %d files already: wait for one", mostDownloads).After(time.Second)

// downloadPlaces limits how many files each user reads at a time.
type downloadPlaces struct {
	mutex sync.Mutex
	taken map[uuid.UUID]int
}

// enter takes a user's place until leave is called. It fails with RATE_LIMITED when none is free.
func (p *downloadPlaces) enter(user uuid.UUID) (leave func(), err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken[user] >= mostDownloads {
		return nil, errNoDownload
	}
	p.taken[user]++
	return func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if p.taken[user]--; p.taken[user] == 0 {
			delete(p.taken, user)
		}
	}, nil
}

// fileReader is a file that is generated while it is read.
type fileReader struct {
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	next       func(ctx context.Context) ([]byte, error)
	rest       []byte // of the current part
	controller *http.ResponseController
}

// Read returns the next bytes. It cuts the connection when the next part cannot be made.
func (r *fileReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		part, err := r.part()
		if err != nil {
			r.exchange.failure = err
			r.exchange.clientGone = r.exchange.context.parent.Err() != nil
			panic(http.ErrAbortHandler)
		}
		if r.rest = part; len(part) == 0 {
			return 0, io.EOF
		}
	}
	// The server's write limit is meant for responses that are complete when they are sent.
	if err := r.controller.SetWriteDeadline(time.Now().Add(acceptLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n := copy(to, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// part makes the next part, within the time limit of an operation, if the caller's session still lasts: reading the
// file may outlast it.
func (r *fileReader) part() ([]byte, error) {
	if err := r.exchange.stillIn(r.ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.ctx, requestLimit)
	defer cancel()
	return r.next(ctx)
}

// Close ends the file.
func (r *fileReader) Close() error {
	r.cancel()
	return nil
}
