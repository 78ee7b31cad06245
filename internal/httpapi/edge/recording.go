package edge

import (
	"bytes"
	"cmp"
	"maps"
	"net/http"
)

// Recording is a response writer that stores the response instead of sending it.
type Recording struct {
	header http.Header
	status int // zero until one is set
	body   bytes.Buffer
}

// NewRecording returns one that begins with the given headers.
func NewRecording(header http.Header) *Recording { return &Recording{header: header} }

// Header returns the headers of the response.
func (r *Recording) Header() http.Header { return r.header }

// WriteHeader sets the status. The last call before the first byte of the body counts.
func (r *Recording) WriteHeader(status int) {
	if r.body.Len() == 0 && status >= http.StatusOK {
		r.status = status
	}
}

// Write appends to the body. It never fails.
func (r *Recording) Write(content []byte) (int, error) { return r.body.Write(content) }

// StatusCode is the status that was set, or 200.
func (r *Recording) StatusCode() int { return cmp.Or(r.status, http.StatusOK) }

// Body is what was written.
func (r *Recording) Body() []byte { return r.body.Bytes() }

// sendTo sends the stored response. Headers of w that the recording does not have stay.
func (r *Recording) sendTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.StatusCode())
	_, _ = w.Write(r.body.Bytes())
}
