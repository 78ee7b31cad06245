package binance

import (
	"time"

	"bourse/internal/market"
)

// ParseMessage only returns whether a message can be parsed, which is all that a fuzzer needs.
func ParseMessage(text []byte) error {
	_, err := parseMessage(text)
	return err
}

// ErrMalformed is what ParseMessage fails with.
var ErrMalformed = errMalformed

// ParseKlines returns how many rows of a history can be parsed.
func ParseKlines(text []byte) (rows int, err error) {
	read, _, err := parseKlines(text)
	return len(read), err
}

// TickBy is the tick that a first quote makes with a clock.
func TickBy(now func() time.Time) market.Tick {
	c := newConflation(Settings{Now: now}, nil)
	c.offer("BTCUSDT", quote{})
	return c.pending["BTCUSDT"]
}
