package wire

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	// maxBody is the maximum number of bytes kept of an answer.
	maxBody = 16 << 10
	// maxDrain is how many more bytes are read and discarded. A connection can be reused only when the answer has been
	// read to its end, and up to this size that is cheaper than a new connection.
	maxDrain = 64 << 10
	// maxRetryAfter bounds how long a receiver can make us wait.
	maxRetryAfter = 24 * time.Hour
)

// buffers holds buffers for an answer and one more byte, which shows that an answer is longer.
var buffers = sync.Pool{New: func() any { return new([maxBody + 1]byte) }}

// readBody keeps the beginning of the body and reports whether the body was read to its end. It fails when the body
// breaks off within the part that is kept.
func (r *Result) readBody(response *http.Response) (isWhole bool, err error) {
	if response.ContentLength == 0 || response.Body == http.NoBody {
		return true, nil
	}
	buffer := buffers.Get().(*[maxBody + 1]byte)
	defer buffers.Put(buffer)
	length := 0
	for length < len(buffer) && err == nil {
		var count int
		count, err = response.Body.Read(buffer[length:])
		length += count
	}
	isWhole = err == io.EOF
	if isWhole {
		err = nil
	}
	if length <= maxBody {
		r.Body = bytes.Clone(buffer[:length])
		return isWhole, err
	}
	// Everything kept has arrived; the end of the rest does not affect the outcome.
	r.Body, r.Truncated = bytes.Clone(buffer[:maxBody]), true
	if !isWhole && response.ContentLength <= maxBody+maxDrain {
		_, drained := io.CopyN(io.Discard, response.Body, maxDrain)
		isWhole = drained == io.EOF
	}
	return isWhole, nil
}

// retryAfter reads the header Retry-After, which holds seconds or a date.
func retryAfter(header http.Header, now time.Time) time.Duration {
	values := header["Retry-After"]
	if len(values) == 0 {
		return 0
	}
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(values[0], 10, 63); err == nil {
		wait = time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	} else if date, err := http.ParseTime(values[0]); err == nil {
		wait = date.Sub(now)
	}
	return min(max(wait, 0), maxRetryAfter)
}
