package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"strings"
)

// causeOf returns what a line is about, so that the same trouble is logged once a second and every different one is
// logged.
//
// When the error is an outage, what failed because of it does not matter: the message is the cause, whatever worker,
// payment or endpoint it is about. So it is for requests that were answered with the same error code and are not our
// fault. Any other lines have the same cause only if they say the same about the same thing: message, texts and error,
// ignoring numbers.
func (h *handler) causeOf(record slog.Record) string {
	var (
		failure   error
		told      string // the error as text
		errorCode string
		rest      strings.Builder
	)
	record.Attrs(func(attribute slog.Attr) bool {
		switch attribute.Key {
		case "error":
			failure, _ = attribute.Value.Any().(error)
			told = attribute.Value.String()
		case "errorCode":
			errorCode = attribute.Value.String()
		default:
			switch attribute.Value.Kind() {
			case slog.KindString, slog.KindAny, slog.KindGroup:
				rest.WriteString("\x00" + attribute.Key + "=" + attribute.Value.String())
			}
		}
		return true
	})
	key := record.Level.String() + "\x00" + record.Message + "\x00" + errorCode
	switch {
	case failure != nil && h.isOutage != nil && h.isOutage(failure), errorCode != "" && told == "":
		return key
	case errorCode != "": // a request, whose texts are individual
		return key + h.scope + "\x00" + withoutNumbers(told)
	}
	return key + h.scope + rest.String() + "\x00" + withoutNumbers(told)
}

// isBrokenOff reports whether a line only says that its context was canceled, which the one who canceled it knows.
func isBrokenOff(ctx context.Context, record slog.Record) bool {
	if !errors.Is(ctx.Err(), context.Canceled) {
		return false
	}
	isCanceled := false
	record.Attrs(func(attribute slog.Attr) bool {
		if attribute.Key == "error" || attribute.Key == "recordError" {
			failure, _ := attribute.Value.Any().(error)
			isCanceled = isCanceled || errors.Is(failure, context.Canceled)
		}
		return !isCanceled
	})
	return isCanceled
}

// longestCause is how much of an error is used to distinguish it; a stack, for example, is longer.
const longestCause = 300

// withoutNumbers makes texts equal that differ only in a port, a count or an id.
func withoutNumbers(text string) string {
	if len(text) > longestCause {
		text = text[:longestCause]
	}
	inNumber := false
	return strings.Map(func(letter rune) rune {
		isNumber := letter >= '0' && letter <= '9' || inNumber && (letter >= 'a' && letter <= 'f' || letter == '-')
		switch {
		case !isNumber:
			inNumber = false
			return letter
		case inNumber:
			return -1
		}
		inNumber = true
		return '#'
	}, text)
}
