package market_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/fault"
	"bourse/internal/market"
)

func TestSessionsOpenAndClose(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		session market.Session
		at      string
		isOpen  bool
	}{
		{market.Always, "2026-03-07T03:00:00Z", true},
		{market.Weekdays, "2026-03-06T21:59:59Z", true}, // Friday
		{market.Weekdays, "2026-03-06T22:00:00Z", false},
		{market.Weekdays, "2026-03-07T12:00:00Z", false},
		{market.Weekdays, "2026-03-08T21:59:59Z", false},
		{market.Weekdays, "2026-03-08T22:00:00Z", true},
		{market.Weekdays, "2026-03-09T00:00:00+14:00", false}, // still Sunday 10:00 in UTC
		{market.Weekdays, "2026-03-11T23:59:59Z", true},
		// New York puts its clock forward on 8 March 2026 and back on 1 November.
		{market.USEquity, "2026-03-06T14:29:59Z", false},
		{market.USEquity, "2026-03-06T14:30:00Z", true},
		{market.USEquity, "2026-03-06T20:59:59Z", true},
		{market.USEquity, "2026-03-06T21:00:00Z", false},
		{market.USEquity, "2026-03-09T13:29:59Z", false},
		{market.USEquity, "2026-03-09T13:30:00Z", true},
		{market.USEquity, "2026-03-09T19:59:59Z", true},
		{market.USEquity, "2026-03-09T20:00:00Z", false},
		{market.USEquity, "2026-10-30T13:30:00Z", true},
		{market.USEquity, "2026-11-02T13:30:00Z", false},
		{market.USEquity, "2026-11-02T14:30:00Z", true},
		{market.USEquity, "2026-03-07T15:00:00Z", false}, // Saturday
		{market.USEquity, "2026-03-08T15:00:00Z", false},
		{market.Session("nights"), "2026-03-09T15:00:00Z", false},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		must(t, err)
		if got := test.session.Open(at); got != test.isOpen {
			t.Errorf("%s at %s: open is %t, want %t", test.session, test.at, got, test.isOpen)
		}
	}
}

func TestTheEquitySessionIsTheSameOnNewYorksClock(t *testing.T) {
	t.Parallel()
	newYork, err := time.LoadLocation("America/New_York")
	must(t, err)
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(1577836800, 1900000000).Draw(t, "seconds"), 0).In(newYork)
		clock := at.Format("15:04")
		want := at.Weekday() != time.Saturday && at.Weekday() != time.Sunday && "09:30" <= clock && clock < "16:00"
		if got := market.USEquity.Open(at.UTC()); got != want {
			t.Fatalf("%s: open is %t, want %t", at, got, want)
		}
	})
}

func TestIntervalsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, interval := range allIntervals {
		if got, err := market.ParseInterval(interval.String()); err != nil || got != interval {
			t.Errorf("%s is read as %v, %v", interval, got, err)
		}
	}
	for _, text := range []string{"", "2m", "1M", "60s", "1m0s"} {
		if _, err := market.ParseInterval(text); !isInvalid(err, "interval") {
			t.Errorf("%q: %v, want VALIDATION_ERROR of interval", text, err)
		}
	}
}

func isInvalid(err error, field string) bool {
	found, ok := err.(*fault.Error)
	return ok && found.Code == fault.ValidationError && found.Field == field
}
