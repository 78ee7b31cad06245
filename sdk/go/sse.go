package bourse

import (
	"bufio"
	"io"
	"iter"
	"strings"
)

// longestLine is how long a line of a stream is at most.
const longestLine = 4 << 20

// message is one of a stream of server-sent events. A comment, which is a sign of life, is one without anything in it.
type message struct {
	id, event string
	data      []byte
}

// messages reads server-sent events until the stream is cut, whose error is the last thing that it yields; there is none
// when the stream ends in order. What was cut in the middle of a message is not told: it has not happened yet.
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
