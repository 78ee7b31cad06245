package stream

import (
	"strconv"
	"strings"

	"bourse/internal/trading"
)

// The id of an event is its reader's position in the stream after it: the number of the user's last change and that of the
// last signal, such as 12-345.

func eventID(told trading.Told) string {
	id := make([]byte, 0, 24)
	id = strconv.AppendInt(id, told.Change, 10)
	id = append(id, '-')
	return string(strconv.AppendInt(id, told.Signal, 10))
}

// parseEventID parses an id; known is false when it is not one of ours.
func parseEventID(id string) (told trading.Told, known bool) {
	change, signal, isPair := strings.Cut(id, "-")
	if !isPair {
		return trading.Told{}, false
	}
	var err, failed error
	told.Change, err = strconv.ParseInt(change, 10, 64)
	told.Signal, failed = strconv.ParseInt(signal, 10, 64)
	return told, err == nil && failed == nil && eventID(told) == id && told.Change >= 0 && told.Signal >= 0
}
