package hostile

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// rawCase is raw text for a connection, and the allowed statuses of the answer; no status means that the connection
// is closed. The client waits for the given number of answers before closing its side: a client that does so while
// work is in progress cannot be distinguished from one that is gone, and gets no answer. Where no answer is awaited,
// closing is part of the case.
type rawCase struct {
	name, text string
	statuses   string
	awaited    int
	answers    int // at least, in total
}

const (
	login     = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	getBrand  = "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\n\r\n"
	closeThen = "Connection: close\r\n"
)

func rawCases() []rawCase {
	return []rawCase{
		{"three requests at once", getBrand + getBrand + getBrand, "200", 3, 3},
		{"a body in chunks", login + "Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n", "400", 1, 1},
		{"a chunk without a length", login + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", "400", 1, 1},
		{"a chunk with too long a length", login + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n", "400", 1, 1},
		{"a body that ends early", login + "Content-Length: 100\r\n\r\n{}", "400", 0, 1},
		{"a body that goes on", login + "Content-Length: 2\r\n\r\n{}{}{}{}", "400", 1, 1},
		{"a length and chunks", login + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + getBrand, "400 200", 2, 2},
		{"two lengths", login + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "400", 1, 1},
		{"a negative length", login + "Content-Length: -1\r\n\r\n{}", "400", 1, 1},
		{"another encoding", login + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "400 501", 1, 1},
		{"no host", "GET /api/v1/brand HTTP/1.1\r\n\r\n", "400", 1, 1},
		{"two hosts", "GET /api/v1/brand HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400", 1, 1},
		{"headers that are too large", "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 60_000) + "\r\n\r\n", "431", 1, 1},
		{"a NUL in a header", "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n", "400", 1, 1},
		{"a header without a colon", "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n", "400", 1, 1},
		{"a blank before a colon", "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\nContent-Length : 0\r\n\r\n", "400", 1, 1},
		{"a folded header", "GET /api/v1/brand HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n" + closeThen + "\r\n", "200 400", 1, 1},
		{"a whole URL", "GET http://elsewhere.example/api/v1/brand HTTP/1.1\r\nHost: x\r\n" + closeThen + "\r\n", "200 404", 1, 1},
		{"a star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n" + closeThen + "\r\n", "200 204 400 404 405", 1, 1},
		{"a tunnel", "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n", "400 404 405", 1, 1},
		{"an expectation that is met", login + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", "100 400", 2, 2},
		{"one that is not", login + "Expect: miracles\r\nContent-Length: 2\r\n\r\n{}", "417", 1, 1},
		{"an old version", "GET /api/v1/brand HTTP/1.0\r\n\r\n", "200", 1, 1},
		{"a version that there is not", "GET /api/v1/brand HTTP/9.9\r\nHost: x\r\n\r\n", "505 400", 1, 1},
		{"the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 404 405 505", 1, 1},
		{"the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400", 0, 0},
		{"nothing", "\r\n\r\n\r\n", "400", 0, 0},
	}
}

// Raw writes what no HTTP client would, and returns the unexpected answers.
func (c *Campaign) Raw() (tried int, wrong []string) {
	address := strings.TrimPrefix(c.URL, "http://")
	for _, one := range rawCases() {
		tried++
		if err := one.try(address); err != nil {
			wrong = append(wrong, one.name+": "+err.Error())
		}
	}
	return tried, wrong
}

func (r rawCase) try(address string) error {
	connection, err := net.DialTimeout("tcp", address, 10*time.Second)
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	_, _ = io.WriteString(connection, r.text) // an answer comes even if it is not read to its end
	reader, answers := bufio.NewReader(connection), 0
	for ; ; answers++ {
		if answers == r.awaited {
			_ = connection.(*net.TCPConn).CloseWrite() // nothing more comes
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			break // the connection is closed
		}
		content, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if !strings.Contains(r.statuses, fmt.Sprint(response.StatusCode)) {
			return fmt.Errorf("%d %.300q, want one of %s", response.StatusCode, content, r.statuses)
		}
		if leakIn(content, neverTold) != "" {
			return fmt.Errorf("it tells %.300q", content)
		}
	}
	if answers < r.answers {
		return fmt.Errorf("%d answers, want %d", answers, r.answers)
	}
	return nil
}
