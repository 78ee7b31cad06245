package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// columns of a line.
const columns = "time,symbol,open,high,low,close,volume"

// The range of times that can safely be stored.
var (
	earliest = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

// ParseLine parses one line of a recording: time (RFC 3339 or Unix seconds), symbol, open, high, low, close and volume. The
// candle's OpenedAt is the time in the line. It fails when a field is missing or invalid, when a price is not positive or
// the volume negative, and when the high is not the highest or the low not the lowest price.
func ParseLine(line string) (market.Candle, error) {
	fields := strings.Split(line, ",")
	if want := strings.Count(columns, ",") + 1; len(fields) != want {
		return market.Candle{}, fmt.Errorf("%d fields where %d are expected (%s)", len(fields), want, columns)
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	at, err := parseTime(fields[0])
	if err != nil {
		return market.Candle{}, err
	}
	candle := market.Candle{Symbol: fields[1], Interval: market.Minute, OpenedAt: at}
	if candle.Symbol == "" {
		return market.Candle{}, errors.New("the symbol is missing")
	}
	for i, number := range []*money.Decimal{&candle.Open, &candle.High, &candle.Low, &candle.Close, &candle.Volume} {
		if *number, err = money.Parse(fields[2+i]); err != nil {
			return market.Candle{}, fmt.Errorf("%s: %w", strings.Split(columns, ",")[2+i], err)
		}
	}
	return candle, check(candle)
}

func check(c market.Candle) error {
	switch {
	case !c.Low.IsPositive():
		return errors.New("low: must be positive")
	case c.Volume.IsNegative():
		return errors.New("volume: must not be negative")
	case money.Max(c.Open, c.Low, c.Close).GreaterThan(c.High):
		return errors.New("high: must be the highest price")
	case money.Min(c.Open, c.Close).LessThan(c.Low):
		return errors.New("low: must be the lowest price")
	}
	return nil
}

func parseTime(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if seconds, wrong := strconv.ParseInt(text, 10, 64); wrong == nil {
		at, err = time.Unix(seconds, 0), nil
	}
	if err != nil {
		return time.Time{}, errors.New("time: must be RFC 3339 or Unix seconds")
	}
	if at = at.UTC(); at.Before(earliest) || at.After(latest) {
		return time.Time{}, errors.New("time: must be after 1970 and before 9999")
	}
	return at, nil
}

// isHeader reports whether a line names the columns.
func isHeader(line string) bool {
	return strings.EqualFold(strings.ReplaceAll(line, " ", ""), columns)
}
