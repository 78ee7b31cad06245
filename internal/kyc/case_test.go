package kyc_test

import (
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

const day = 24 * time.Hour

func TestEveryStepOfACaseFromEveryState(t *testing.T) {
	t.Parallel()
	soon, later, past := start.Add(29*day), start.Add(31*day), start.Add(-day)
	for _, test := range []struct {
		from      kyc.State
		expires   time.Time
		step      string
		to        kyc.State // empty when the step is refused
		counts    kyc.State // the effective state afterwards
		isUndated bool      // the approval has no end afterwards
	}{
		{from: kyc.None, step: "submit", to: kyc.Submitted, counts: kyc.Submitted, isUndated: true},
		{from: kyc.None, step: "approve"}, {from: kyc.None, step: "reject"},
		{from: kyc.None, step: "expire", to: kyc.None, counts: kyc.None, isUndated: true},
		{from: kyc.Submitted, step: "submit"},
		{from: kyc.Submitted, step: "approve", to: kyc.Approved, counts: kyc.Approved},
		{from: kyc.Submitted, step: "reject", to: kyc.Rejected, counts: kyc.Rejected, isUndated: true},
		{from: kyc.Submitted, expires: soon, step: "approve", to: kyc.Approved, counts: kyc.Approved},
		{from: kyc.Submitted, expires: soon, step: "reject", to: kyc.Rejected, counts: kyc.Approved},
		{from: kyc.Submitted, expires: soon, step: "expire", to: kyc.Submitted, counts: kyc.Approved},
		{from: kyc.Submitted, expires: past, step: "expire", to: kyc.Submitted, counts: kyc.Submitted, isUndated: true},
		{from: kyc.Approved, step: "submit"}, {from: kyc.Approved, step: "approve"}, {from: kyc.Approved, step: "reject"},
		{from: kyc.Approved, expires: later, step: "submit"},
		{from: kyc.Approved, expires: soon, step: "submit", to: kyc.Submitted, counts: kyc.Approved},
		{from: kyc.Approved, expires: past, step: "submit", to: kyc.Submitted, counts: kyc.Submitted, isUndated: true},
		{from: kyc.Approved, step: "expire", to: kyc.Approved, counts: kyc.Approved, isUndated: true},
		{from: kyc.Approved, expires: soon, step: "expire", to: kyc.Approved, counts: kyc.Approved},
		{from: kyc.Approved, expires: start, step: "expire", to: kyc.Expired, counts: kyc.Expired},
		{from: kyc.Rejected, step: "submit", to: kyc.Submitted, counts: kyc.Submitted, isUndated: true},
		{from: kyc.Rejected, expires: soon, step: "submit", to: kyc.Submitted, counts: kyc.Approved},
		{from: kyc.Rejected, step: "approve"}, {from: kyc.Rejected, step: "reject"},
		{from: kyc.Rejected, expires: past, step: "expire", to: kyc.Rejected, counts: kyc.Rejected, isUndated: true},
		{from: kyc.Expired, expires: past, step: "submit", to: kyc.Submitted, counts: kyc.Submitted, isUndated: true},
		{from: kyc.Expired, expires: past, step: "approve"}, {from: kyc.Expired, expires: past, step: "reject"},
		{from: kyc.Expired, expires: past, step: "expire", to: kyc.Expired, counts: kyc.Expired},
	} {
		before := kyc.Case{State: test.from, ExpiresAt: test.expires, Reason: "old"}
		after, err := before.Try(test.step, start)
		name := string(test.from) + " until " + test.expires.Format(time.DateOnly) + ", " + test.step
		if test.to == "" {
			testkit.WantFault(t, err, fault.InvalidTransition, "")
			if after.State != test.from {
				t.Errorf("%s: was refused and is %s", name, after.State)
			}
			continue
		}
		must(t, err)
		if after.State != test.to || after.CountsAs(start) != test.counts || after.ExpiresAt.IsZero() != test.isUndated {
			t.Errorf("%s: is %s and counts as %s until %v, want %s, %s, undated %v", name, after.State, after.CountsAs(start), after.ExpiresAt, test.to, test.counts, test.isUndated)
		}
	}
}

func TestAnApprovalCountsUntilItsEnd(t *testing.T) {
	t.Parallel()
	for expires, want := range map[time.Time]kyc.State{{}: kyc.Approved, start.Add(1): kyc.Approved, start: kyc.Expired, start.Add(-day): kyc.Expired} {
		approved := kyc.Case{State: kyc.Approved, ExpiresAt: expires}
		if got := approved.CountsAs(start); got != want {
			t.Errorf("an approval until %v counts as %s, want %s", expires, got, want)
		}
	}
}

func TestAnApprovalEndsWithItsTimeOrItsFirstDocument(t *testing.T) {
	t.Parallel()
	on := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	document := func(expires time.Time) kyc.Document {
		return kyc.Document{Type: kyc.Passport, Reference: "x", ExpiresOn: expires}
	}
	for name, test := range map[string]struct {
		valid     time.Duration
		documents []kyc.Document
		want      time.Time
	}{
		"for ever":                 {0, nil, time.Time{}},
		"for a time":               {10 * day, nil, start.Add(10 * day)},
		"undated documents":        {10 * day, []kyc.Document{document(time.Time{})}, start.Add(10 * day)},
		"a document that lasts":    {10 * day, []kyc.Document{document(on(2040, 1, 1))}, start.Add(10 * day)},
		"the first of three":       {10 * day, []kyc.Document{document(on(2030, 5, 22)), document(on(2030, 5, 20)), document(time.Time{})}, on(2030, 5, 21)},
		"a document alone":         {0, []kyc.Document{document(on(2030, 5, 20))}, on(2030, 5, 21)},
		"it is valid on its day":   {0, []kyc.Document{document(on(2030, 5, 17))}, on(2030, 5, 18)},
		"and was over a day later": {0, []kyc.Document{document(on(2030, 5, 16))}, on(2030, 5, 17)},
	} {
		if got := kyc.ValidUntil(test.valid, test.documents, start); !got.Equal(test.want) {
			t.Errorf("%s: until %v, want %v", name, got, test.want)
		}
	}
}

func TestAProviderThatFailsIsAskedLessAndLessOften(t *testing.T) {
	t.Parallel()
	for attempts, least := range map[int64]time.Duration{
		0: 5 * time.Second, 1: 5 * time.Second, 2: 10 * time.Second, 5: 80 * time.Second, 10: 2560 * time.Second, 11: time.Hour, 1000: time.Hour,
	} {
		for range 100 {
			if pause := kyc.PauseAfter(attempts, 0); pause < least || pause >= least+least/4 {
				t.Fatalf("after %d attempts it waits %s, want %s and up to a quarter more", attempts, pause, least)
			}
		}
	}
	if pause := kyc.PauseAfter(1, time.Minute); pause != time.Minute {
		t.Errorf("it waits %s, and was asked for a minute", pause)
	}
}
