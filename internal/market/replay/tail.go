package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"bourse/internal/market"
)

// longestLine is far more than any line needs.
const longestLine = 4096

// position is where the next unplayed line of the file begins.
type position struct {
	offset int64
	line   int // counted from 1, as editors do
}

// tail reads a file line by line and continues when it grows.
type tail struct {
	path    string
	file    *os.File
	reader  *bufio.Reader
	partial []byte // a line that is still being written
	next    position
}

// openTail opens the file at a position reached earlier. A file shorter than that is another recording and is read from its
// start.
func openTail(path string, from position) (*tail, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t := &tail{path: path, file: file, reader: bufio.NewReader(file), next: from}
	if err := t.seek(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func (t *tail) seek() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < t.next.offset || t.next.line == 0 {
		t.next = position{line: 1}
	}
	_, err = t.file.Seek(t.next.offset, io.SeekStart)
	t.reader.Reset(t.file)
	t.partial = t.partial[:0]
	return err
}

// read returns the next whole line, without its line break. At the current end of the file it returns io.EOF, and may be
// called again.
func (t *tail) read() (string, error) {
	chunk, err := t.reader.ReadBytes('\n')
	t.partial = append(t.partial, chunk...)
	switch {
	case len(t.partial) > longestLine:
		return "", t.fail(errors.New("the line is too long"))
	case errors.Is(err, io.EOF):
		return "", t.restartIfShorter()
	case err != nil:
		return "", err
	}
	return strings.TrimRight(string(t.partial), "\r\n"), nil
}

func (t *tail) restartIfShorter() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < t.next.offset+int64(len(t.partial)) {
		t.next = position{line: 1}
		if err := t.seek(); err != nil {
			return err
		}
	}
	return io.EOF
}

// advance moves past the line that was read last.
func (t *tail) advance() {
	t.next.offset += int64(len(t.partial))
	t.next.line++
	t.partial = t.partial[:0]
}

// candle returns the next line with prices. It fails as read does, and with an error that names the file and the line when
// the line is invalid; then it does not advance.
func (t *tail) candle(isInstrument func(symbol string) bool) (market.Candle, error) {
	for {
		line, err := t.read()
		if err != nil {
			return market.Candle{}, err
		}
		if t.next.line == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if strings.TrimSpace(line) == "" || t.next.line == 1 && isHeader(line) {
			t.advance()
			continue
		}
		candle, err := ParseLine(line)
		if err == nil && !isInstrument(candle.Symbol) {
			err = fmt.Errorf("%q is not an instrument", candle.Symbol)
		}
		if err != nil {
			return market.Candle{}, t.fail(err)
		}
		return candle, nil
	}
}

func (t *tail) fail(err error) error { return fmt.Errorf("%s:%d: %w", t.path, t.next.line, err) }

func (t *tail) close() { _ = t.file.Close() } // it was only read from
