package bourse

import (
	"bufio"
	"io"
	"iter"
	"strings"
)

// longestLine is the maximum length of a line of a stream.
const longestLine = 4 << 20

// message is one message of a stream of server-sent events. A comment, which keeps the connection alive, is an empty
// one.
type message struct {
	id, event string
	data      []byte
}

// messages reads server-sent events. When the stream is cut, it yields the error last; when the stream ends properly,
// there is none. It does not yield a message that was cut in the middle: that event has not been received.
func messages(from io.Reader) iter.Seq2[message, error] {
	return func(yield func(message, error) bool) {
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, longestLine)
		var one message
		var data []string
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case lines.Text() == "":
				one.data = []byte(strings.Join(data, "\n"))
				if !yield(one, nil) {
					return
				}
				one, data = message{}, nil
			case field == "id":
				one.id = value
			case field == "event":
				one.event = value
			case field == "data":
				data = append(data, value)
			}
		}
		if err := lines.Err(); err != nil {
			yield(message{}, err)
		}
	}
}
