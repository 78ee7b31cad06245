package kit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Connection is one connection to a server. It knows just enough HTTP to tell a good answer from a bad one, and
// allocates nothing for a GET, so that the server is what is measured.
type Connection struct {
	net.Conn
	reader *bufio.Reader
}

// patience is how long an answer may take after the end of the turn.
const patience = 30 * time.Second

// Dial opens a connection for use during the given time.
func (s *Server) Dial(ctx context.Context, length time.Duration) (*Connection, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Address)
	if err != nil {
		return nil, err
	}
	if err := connection.SetDeadline(time.Now().Add(length + patience)); err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return &Connection{connection, bufio.NewReaderSize(connection, 16<<10)}, nil
}

var (
	statusLine       = []byte("HTTP/1.1 ")
	lengthHeader     = []byte("Content-Length: ")
	transferEncoding = []byte("Transfer-Encoding: chunked")
	goodBody         = []byte(`{"success":true,`)
)

// head is the start of an answer, before its body.
type head struct {
	status    int
	length    int // -1 if unknown
	isChunked bool
}

// exchange sends a request and reads the answer up to its body.
func (c *Connection) exchange(request []byte) (answer head, err error) {
	if _, err := c.Write(request); err != nil {
		return answer, err
	}
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return answer, err
	}
	status, isHTTP := bytes.CutPrefix(line, statusLine)
	if answer.status, err = number(status[:min(3, len(status))], 10); !isHTTP || err != nil {
		return answer, fmt.Errorf("answered %q", bytes.TrimSpace(line))
	}
	answer.length = -1
	for {
		if line, err = c.reader.ReadSlice('\n'); err != nil {
			return answer, err
		}
		if len(line) <= len("\r\n") {
			return answer, nil
		}
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if answer.length, err = number(value, 10); err != nil {
				return answer, err
			}
		}
		answer.isChunked = answer.isChunked || bytes.HasPrefix(line, transferEncoding)
	}
}

// get sends the request and reads the answer.
func (c *Connection) get(r Request) error {
	answer, err := c.exchange(r.content)
	if err != nil {
		return err
	}
	if answer.status != http.StatusOK {
		return fmt.Errorf("answered with status %d", answer.status)
	}
	if answer.isChunked {
		answer.length, err = c.skipChunks()
	} else {
		err = c.skipGoodBody(answer.length)
	}
	if err == nil && answer.length != r.length {
		err = fmt.Errorf("answered %d bytes, not %d", answer.length, r.length)
	}
	return err
}

func (c *Connection) skipGoodBody(length int) error {
	if length < len(goodBody) {
		return fmt.Errorf("answered with a Content-Length of %d", length)
	}
	start, err := c.reader.Peek(len(goodBody))
	if err != nil {
		return err
	}
	if !bytes.Equal(start, goodBody) {
		return fmt.Errorf("answered with a body that begins with %q", start)
	}
	_, err = c.reader.Discard(length)
	return err
}

// skipChunks reads a body of unknown length and returns its length.
func (c *Connection) skipChunks() (length int, err error) {
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		size, err := number(line, 16)
		if err != nil {
			return 0, err
		}
		if _, err := c.reader.Discard(size + len("\r\n")); err != nil || size == 0 {
			return length, err
		}
		length += size
	}
}

// number parses a line that is a number. The conversion to a string is too short to allocate.
func number(line []byte, base int) (int, error) {
	value, err := strconv.ParseUint(string(bytes.TrimSpace(line)), base, 31)
	return int(value), err
}

// Post is a request that changes something, without its body.
type Post []byte

// Post prepares a POST request of JSON.
func (s *Server) Post(path, token string) Post {
	return Post("POST " + path + " HTTP/1.1\r\nHost: " + s.Address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Content-Type: application/json\r\nAuthorization: Bearer " + token + "\r\nContent-Length: ")
}

// Read prepares a GET request for Ask, for answers of unknown length.
func (s *Server) Read(path, token string) Post {
	return Post("GET " + path + " HTTP/1.1\r\nHost: " + s.Address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Authorization: Bearer " + token + "\r\nContent-Length: ")
}

// Delete prepares a DELETE request.
func (s *Server) Delete(path, token string) Post {
	return Post("DELETE " + path + " HTTP/1.1\r\nHost: " + s.Address + "\r\nUser-Agent: bourse-bench/1.0\r\n" +
		"Authorization: Bearer " + token + "\r\nContent-Length: ")
}

func (p Post) with(body []byte) []byte {
	request := make([]byte, 0, len(p)+len("1234567\r\n\r\n")+len(body))
	request = append(strconv.AppendInt(append(request, p...), int64(len(body)), 10), "\r\n\r\n"...)
	return append(request, body...)
}

// Send makes a request and skips the body of its answer, which must have the wanted status.
func (c *Connection) Send(post Post, body []byte, status int) error {
	answer, err := c.exchange(post.with(body))
	if err != nil {
		return err
	}
	if answer.status != status {
		return fmt.Errorf("answered with status %d", answer.status)
	}
	if answer.isChunked {
		_, err = c.skipChunks()
	} else {
		_, err = c.reader.Discard(max(0, answer.length))
	}
	return err
}

// Ask makes a request and returns the body of its answer, whose status must be 200 or 201.
func (c *Connection) Ask(post Post, body []byte) ([]byte, error) {
	answer, err := c.exchange(post.with(body))
	if err != nil {
		return nil, err
	}
	content, err := c.body(answer)
	if err != nil {
		return nil, err
	}
	if answer.status != http.StatusOK && answer.status != http.StatusCreated || !bytes.HasPrefix(content, goodBody) {
		return nil, fmt.Errorf("answered with status %d: %s", answer.status, content)
	}
	return content, nil
}

// body reads the body of an answer, whether its length is sent in advance or chunk by chunk.
func (c *Connection) body(of head) ([]byte, error) {
	if of.isChunked {
		return c.chunks()
	}
	if of.length < 0 {
		return nil, errors.New("answered without a length")
	}
	content := make([]byte, of.length)
	_, err := io.ReadFull(c.reader, content)
	return content, err
}

func (c *Connection) chunks() (content []byte, err error) {
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		size, err := number(line, 16)
		if err != nil {
			return nil, err
		}
		begin := len(content)
		content = append(content, make([]byte, size)...)
		if _, err := io.ReadFull(c.reader, content[begin:]); err != nil {
			return nil, err
		}
		if _, err := c.reader.Discard(len("\r\n")); err != nil || size == 0 {
			return content, err
		}
	}
}
