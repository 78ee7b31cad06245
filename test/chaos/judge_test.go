package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
)

// scene returns a journal and a state that agree: ada has paid in, bought and sold a part; an event was published.
func scene() ([]line, state) {
	position := fact{Kind: "position", Owner: "ada", ID: "p1", Values: map[string]string{"status": "open"}}
	lines := []line{
		{Operation: 1, Phase: acknowledged, Facts: []fact{{Kind: "payment", Owner: "ada", ID: "m1", Values: map[string]string{"status": "pending"}}}},
		{Operation: 2, Phase: acknowledged, Facts: []fact{{Kind: "payment", Owner: "ada", ID: "m1", Values: map[string]string{"status": "paid"}}}, Moves: map[string]string{"a1": "100"}},
		{Operation: 3, Phase: intended, Makes: "position", Key: "k3"},
		{Operation: 3, Phase: lost},
		{Operation: 3, Phase: acknowledged, Facts: []fact{position}, Moves: map[string]string{"a1": "-40.10000001"}, IsReplay: true},
		{Operation: 4, Phase: refused, Makes: "position"},
		{Operation: 5, Phase: acknowledged, Facts: []fact{{Kind: "event", Owner: "north", ID: "e9"}}},
		{Operation: 6, Phase: acknowledged, Facts: []fact{{Kind: "goal", Owner: "ada", ID: "g1"}}},
		{Operation: 7, Phase: acknowledged, Facts: []fact{{Kind: "goal", Owner: "ada", ID: "g1", IsGone: true}}},
		{Operation: 8, Phase: doneUnseen, Makes: "endpoint", Owner: "north"},
	}
	found := state{
		Facts: []fact{
			position, {Kind: "payment", Owner: "ada", ID: "m1", Values: map[string]string{"status": "paid"}},
			{Kind: "event", Owner: "north", ID: "e9"}, {Kind: "endpoint", Owner: "north", ID: "w1"},
		},
		Opened: map[string]string{"a1": "0"}, Cash: map[string]string{"a1": "59.89999999"},
		Events: []event{
			{Tenant: "north", ID: "e1", Type: "payment.succeeded", Subject: "m1"}, {Tenant: "north", ID: "e2", Type: "trading.position.opened", Subject: "p1"},
			{Tenant: "north", ID: "e9", Type: ownEvents, Number: "7"},
		},
		Received: map[string]map[string]int{"north": {"e1": 1, "e2": 3, "e9": 1}},
	}
	return lines, found
}

func TestTheJudgeFindsNothingWhereJournalAndStateAgree(t *testing.T) {
	t.Parallel()
	if findings := judge(scene()); len(findings) != 0 {
		t.Errorf("found %v", findings)
	}
}

func TestTheJudgeNoticesWhatDoesNotAgree(t *testing.T) {
	t.Parallel()
	second := fact{Kind: "position", Owner: "ada", ID: "p2", Values: map[string]string{"status": "open"}}
	for name, test := range map[string]struct {
		spoil func(lines *[]line, found *state)
		kind  string
		text  string
	}{
		"a position is lost": {func(_ *[]line, f *state) {
			f.Facts = f.Facts[1:]
			f.Events = slices.Delete(f.Events, 1, 2)
			delete(f.Received["north"], "e2")
		}, isLost, "position p1"},
		"a payment is pending again": {func(_ *[]line, f *state) {
			f.Facts[1].Values, f.Events = map[string]string{"status": "pending"}, f.Events[1:]
			delete(f.Received["north"], "e1")
		}, isLost, "payment m1"},
		"what was dropped is there":            {func(_ *[]line, f *state) { f.Facts = append(f.Facts, fact{Kind: "goal", Owner: "ada", ID: "g1"}) }, isLost, "goal g1"},
		"one key has two positions":            {func(_ *[]line, f *state) { f.Facts = append(f.Facts, second); f.tell("p2") }, isTwice, "position p2"},
		"one thing done unseen is there twice": {func(_ *[]line, f *state) { f.Facts = append(f.Facts, fact{Kind: "endpoint", Owner: "north", ID: "w2"}) }, isTwice, "endpoint w"},
		"a list shows something twice":         {func(_ *[]line, f *state) { f.Facts = append(f.Facts, f.Facts[2]) }, isTwice, "listed twice"},
		"what was refused was done":            {func(lines *[]line, f *state) { *lines = slices.Delete(*lines, 4, 5); f.Cash["a1"] = "100" }, isTwice, "position p1"},
		"it belongs to somebody else":          {func(_ *[]line, f *state) { f.Facts[0].Owner = "bob" }, isBroken, "belongs to bob"},
		"a cent is missing":                    {func(_ *[]line, f *state) { f.Cash["a1"] = "59.88999999" }, isBroken, "0.01 is missing"},
		"the smallest part is missing":         {func(_ *[]line, f *state) { f.Cash["a1"] = "59.89999998" }, isBroken, "0.00000001 is missing"},
		"an account is gone":                   {func(_ *[]line, f *state) { delete(f.Cash, "a1") }, isLost, "account a1"},
		"a payment is booked twice":            {func(_ *[]line, f *state) { f.Cash["a1"] = "159.89999999" }, isBroken, "account a1"},
		"nobody was told of a position":        {func(_ *[]line, f *state) { f.Events = slices.Delete(f.Events, 1, 2); delete(f.Received["north"], "e2") }, isLost, "no event trading.position.opened"},
		"two events tell of a payment": {func(_ *[]line, f *state) {
			f.Events = append(f.Events, event{Tenant: "north", ID: "e3", Type: "payment.succeeded", Subject: "m1"})
			f.Received["north"]["e3"] = 1
		}, isTwice, "2 events payment.succeeded"},
		"an event tells of what is not there": {func(_ *[]line, f *state) { f.tell("p2") }, isBroken, "trading.position.opened p2"},
		"an event has two ids": {func(_ *[]line, f *state) {
			f.Events = append(f.Events, event{Tenant: "north", ID: "e8", Type: ownEvents, Number: "7"})
			f.Received["north"]["e8"] = 1
		}, isTwice, "of number 7"},
		"an event did not arrive":       {func(_ *[]line, f *state) { delete(f.Received["north"], "e9") }, isLost, "did not reach"},
		"an event arrived that is none": {func(_ *[]line, f *state) { f.Received["north"]["e7"] = 1 }, isTwice, "nobody published"},
		"an answer never came": {func(lines *[]line, _ *state) {
			*lines = append(*lines, line{Operation: 9, Phase: unanswered, Makes: "alert", Owner: "ada"})
		}, isBroken, "never answered"},
		"a new log-in is not recent": {func(lines *[]line, _ *state) {
			*lines = append(*lines, line{Operation: 9, Phase: refused, Makes: "withdrawal", Owner: "ada", Code: reauthenticate})
		}, isBroken, "an old log-in"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, found := scene()
			test.spoil(&lines, &found)
			findings := judge(lines, found)
			if len(findings) != 1 || findings[0].Kind != test.kind || !strings.Contains(findings[0].Text, test.text) {
				t.Errorf("found %v, want one that is %s and says %q", findings, test.kind, test.text)
			}
		})
	}
}

// tell adds the event of a position, and its delivery.
func (s *state) tell(position string) {
	s.Events = append(s.Events, event{Tenant: "north", ID: "e-" + position, Type: "trading.position.opened", Subject: position})
	s.Received["north"]["e-"+position] = 1
}

func TestAJournalIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	written, err := newJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, found := scene()
	for _, one := range lines {
		written.write(one)
	}
	if err := written.close(); err != nil {
		t.Fatal(err)
	}
	read, err := readJournal(path)
	if err != nil || len(read) != len(lines) {
		t.Fatalf("%d lines of %d, %v", len(read), len(lines), err)
	}
	if findings := judge(read, found); len(findings) != 0 {
		t.Errorf("found %v", findings)
	}
	if _, err := newJournal(path); err == nil {
		t.Error("a journal was begun where there is one")
	}
}

func TestASeedRepeatsTheScheduleAndAnotherDoesNot(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		const length = 2 * time.Minute
		first, again, other := plan(engine, 7, length), plan(engine, 7, length), plan(engine, 8, length)
		if !slices.Equal(first, again) {
			t.Errorf("%s: the same seed has another schedule", engine)
		}
		if slices.Equal(first, other) {
			t.Errorf("%s: another seed has the same schedule", engine)
		}
		happened := map[string]bool{}
		for i, one := range first {
			happened[one.kind] = true
			if i > 0 && one.after < first[i-1].after+first[i-1].length {
				t.Errorf("%s: %v begins before %v is over", engine, one, first[i-1])
			}
		}
		for _, kind := range kinds(engine) {
			if !happened[kind] {
				t.Errorf("%s: there is no %s", engine, kind)
			}
		}
	}
}

// TestWhatIsReplacedIsInTheSource fails when the product has changed so that the clock or a defect can no longer be
// patched in: a run with -defect would then prove nothing.
func TestWhatIsReplacedIsInTheSource(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, edits := range defects {
		if _, err := writeOverlay(root, t.TempDir(), slices.Concat(jumpingClock, edits)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	stale := []edit{{"internal/app/clock.go", "what is not there", ""}}
	if _, err := writeOverlay(root, t.TempDir(), stale); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("what is not there was replaced: %v", err)
	}
}
