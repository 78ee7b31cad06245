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
		// Currencies do not trade on the trading days of Christmas and New Year, from 22:00 to 22:00. In 2025 those are
		// Thursdays, in 2026 Fridays, and Christmas 2022 was a Sunday.
		{market.Weekdays, "2025-12-24T21:59:59Z", true},
		{market.Weekdays, "2025-12-24T22:00:00Z", false},
		{market.Weekdays, "2025-12-25T21:59:59Z", false},
		{market.Weekdays, "2025-12-25T22:00:00Z", true},
		{market.Weekdays, "2025-12-26T12:00:00Z", true},
		{market.Weekdays, "2026-12-31T22:00:00Z", false},
		{market.Weekdays, "2027-01-01T23:00:00Z", false}, // the weekend follows
		{market.Weekdays, "2027-01-03T22:00:00Z", true},
		{market.Weekdays, "2022-12-25T22:00:00Z", true},
		{market.Weekdays, "2022-12-26T12:00:00Z", true},  // not moved
		{market.Weekdays, "2023-12-24T23:00:00Z", false}, // Christmas is a Monday
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
		// Holidays of the exchange, moved or not, and its half days.
		{market.USEquity, "2026-11-26T15:00:00Z", false}, // Thanksgiving
		{market.USEquity, "2026-11-27T17:59:59Z", true},
		{market.USEquity, "2026-11-27T18:00:00Z", false},
		{market.USEquity, "2026-12-24T18:00:00Z", false},
		{market.USEquity, "2026-12-24T17:59:59Z", true},
		{market.USEquity, "2026-12-25T15:00:00Z", false},
		{market.USEquity, "2026-04-03T15:00:00Z", false}, // Good Friday
		{market.USEquity, "2026-01-19T15:00:00Z", false},
		{market.USEquity, "2026-07-03T15:00:00Z", false}, // the Fourth is a Saturday
		{market.USEquity, "2025-07-03T16:59:59Z", true},
		{market.USEquity, "2025-07-03T17:00:00Z", false},
		{market.USEquity, "2021-12-24T15:00:00Z", false}, // Christmas is a Saturday
		{market.USEquity, "2021-12-31T15:00:00Z", true},  // so is New Year's Day, which is not moved
		{market.USEquity, "2023-01-02T15:00:00Z", false}, // it was a Sunday
		{market.USEquity, "2021-06-18T15:00:00Z", true},  // not a holiday of the exchange yet
		{market.USEquity, "2022-06-20T15:00:00Z", false},
		{market.USEquity, "2026-10-12T15:00:00Z", true}, // Columbus Day is not
		{market.USEquity, "2026-11-11T15:00:00Z", true}, // nor Veterans Day
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
		if opens, closes := market.USEquity.Hours(at); closes.Sub(opens) < 6*time.Hour {
			return // a holiday or half day
		}
		if got := market.USEquity.Open(at.UTC()); got != want {
			t.Fatalf("%s: open is %t, want %t", at, got, want)
		}
	})
}

func TestTheNextOpeningIsTheFirstMomentThatTrades(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		session  market.Session
		at, want string
	}{
		{market.Always, "2026-11-15T03:00:00Z", "2026-11-15T03:00:00Z"},
		{market.Weekdays, "2026-11-15T12:00:00Z", "2026-11-15T22:00:00Z"}, // a Sunday
		{market.Weekdays, "2026-11-13T22:00:00Z", "2026-11-15T22:00:00Z"},
		{market.Weekdays, "2026-11-18T23:59:59Z", "2026-11-18T23:59:59Z"},
		{market.Weekdays, "2026-12-24T22:00:00Z", "2026-12-27T22:00:00Z"},
		{market.USEquity, "2026-11-15T12:00:00Z", "2026-11-16T14:30:00Z"},
		{market.USEquity, "2026-11-16T14:30:00Z", "2026-11-16T14:30:00Z"},
		{market.USEquity, "2026-11-16T21:00:00Z", "2026-11-17T14:30:00Z"},
		{market.USEquity, "2026-11-25T21:00:00Z", "2026-11-27T14:30:00Z"}, // over Thanksgiving
		{market.USEquity, "2026-04-02T20:00:00Z", "2026-04-06T13:30:00Z"}, // over Easter
		{market.Session("nights"), "2026-11-15T12:00:00Z", ""},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		must(t, err)
		got := ""
		if opens, found := test.session.NextOpening(at); found {
			got = opens.Format(time.RFC3339)
		}
		if got != test.want {
			t.Errorf("%s from %s: %s, want %s", test.session, test.at, got, test.want)
		}
	}
}

func TestTheNextOpeningTradesAndNothingBeforeItDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		session := rapid.SampledFrom([]market.Session{market.Always, market.Weekdays, market.USEquity}).Draw(t, "session")
		from := time.Unix(rapid.Int64Range(1577836800, 1900000000).Draw(t, "seconds"), 0)
		opens, found := session.NextOpening(from)
		if !found || !session.Open(opens) {
			t.Fatalf("%s from %s: %s, %t does not trade", session, from, opens, found)
		}
		between := time.Duration(rapid.Int64Range(0, int64(20*24*time.Hour)).Draw(t, "between"))
		if at := from.Add(between); at.Before(opens) && session.Open(at) {
			t.Fatalf("%s from %s: %s trades before %s", session, from, at, opens)
		}
	})
}

func TestAMarketTradesUntilItsNextClosing(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		session  market.Session
		at, want string
	}{
		{market.Always, "2026-11-15T03:00:00Z", ""},
		{market.Weekdays, "2026-11-15T12:00:00Z", ""},                     // closed
		{market.Weekdays, "2026-11-15T22:00:00Z", "2026-11-20T22:00:00Z"}, // over five midnights
		{market.Weekdays, "2025-12-22T12:00:00Z", "2025-12-24T22:00:00Z"},
		{market.Weekdays, "2025-12-25T23:00:00Z", "2025-12-26T22:00:00Z"},
		{market.USEquity, "2026-11-16T14:30:00Z", "2026-11-16T21:00:00Z"},
		{market.USEquity, "2026-11-27T15:00:00Z", "2026-11-27T18:00:00Z"},
		{market.USEquity, "2026-11-16T21:00:00Z", ""},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		must(t, err)
		got := ""
		if closes, found := test.session.NextClosing(at); found {
			got = closes.Format(time.RFC3339)
		}
		if got != test.want {
			t.Errorf("%s from %s: %s, want %s", test.session, test.at, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		session := rapid.SampledFrom([]market.Session{market.Weekdays, market.USEquity}).Draw(t, "session")
		from := time.Unix(rapid.Int64Range(1577836800, 1900000000).Draw(t, "seconds"), 0)
		closes, found := session.NextClosing(from)
		if found != session.Open(from) || found && session.Open(closes) {
			t.Fatalf("%s from %s: closes %s, %t", session, from, closes, found)
		}
		between := time.Duration(rapid.Int64Range(0, int64(20*24*time.Hour)).Draw(t, "between"))
		if at := from.Add(between); found && at.Before(closes) && !session.Open(at) {
			t.Fatalf("%s from %s: %s does not trade, before %s", session, from, at, closes)
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
