package topic_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/webhook/topic"
)

func TestASubscriptionMatchesTheTypesItNames(t *testing.T) {
	t.Parallel()
	const opened = "trading.position.opened"
	cases := []struct {
		name      string
		patterns  []string
		eventType string
		want      bool
	}{
		{"an empty list is none", nil, opened, false},
		{"a star is all", []string{"*"}, opened, true},
		{"the exact type", []string{opened}, opened, true},
		{"a sibling", []string{"trading.position.closed"}, opened, false},
		{"an area", []string{"trading.*"}, opened, true},
		{"a narrower area", []string{"trading.position.*"}, opened, true},
		{"another area", []string{"payment.*"}, opened, false},
		{"an area is whole words", []string{"trad.*"}, opened, false},
		{"an area with a longer name", []string{"trading.*"}, "trading_desk.opened", false},
		{"an area is not its own type", []string{"payment.succeeded.*"}, "payment.succeeded", false},
		{"a prefix without a star", []string{"trading.position"}, opened, false},
		{"a longer pattern", []string{"trading.position.opened.*"}, opened, false},
		{"one of several", []string{"payment.*", "trading.position.opened"}, opened, true},
		{"none of several", []string{"payment.*", "education.course.completed"}, opened, false},
		{"two words", []string{"payment.*"}, "payment.succeeded", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := topic.Match(c.patterns, c.eventType); got != c.want {
				t.Errorf("Match(%q, %q) = %v, want %v", c.patterns, c.eventType, got, c.want)
			}
		})
	}
}

func TestOnlyWholeWordsAndAFinalStarAreAPattern(t *testing.T) {
	t.Parallel()
	valid := []string{
		"*", "trading.*", "trading.position.*", "trading.position.opened", "payment.succeeded",
		"investment.account.status_changed", "custom.order2.shipped", "a.b.c.d.e",
		strings.Repeat("a", topic.MaxLength-2) + ".*",
	}
	invalid := []string{
		"", ".", ".*", "**", "*.*", "*.opened", "trading", "trading.", "trading.**", "trading.*.opened",
		"trading*", "trading.pos*", "trading..opened", ".trading.opened", "trading.opened.", "Trading.*",
		"trading.2nd", "trading._x", "trading position.opened", "trading.position-opened", "trading.öffnen",
		"trading.*\n", " *", "trading.opened\x00", strings.Repeat("a", topic.MaxLength-1) + ".*",
		strings.Repeat("a", topic.MaxLength) + ".b",
	}
	for _, pattern := range valid {
		if !topic.Valid(pattern) {
			t.Errorf("%q is refused", pattern)
		}
	}
	for _, pattern := range invalid {
		if topic.Valid(pattern) {
			t.Errorf("%q is accepted", pattern)
		}
	}
}

func TestATypeIsAPatternWithoutAStar(t *testing.T) {
	t.Parallel()
	for eventType, want := range map[string]bool{
		"trading.position.opened": true, "custom.shipped": true, "custom": false, "custom.*": false,
		"*": false, "": false, "custom.Shipped": false, "custom." + strings.Repeat("a", topic.MaxLength): false,
	} {
		if got := topic.ValidType(eventType); got != want {
			t.Errorf("ValidType(%q) = %v, want %v", eventType, got, want)
		}
	}
}

func TestATypeIsMatchedByItselfAndByEveryAreaAroundIt(t *testing.T) {
	t.Parallel()
	eventTypes := rapid.StringMatching(`[a-z][a-z0-9_]{0,5}(\.[a-z][a-z0-9_]{0,5}){1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		eventType := eventTypes.Draw(t, "type")
		words := strings.Split(eventType, ".")
		for i := 1; i < len(words); i++ {
			pattern := strings.Join(words[:i], ".") + ".*"
			if !topic.Valid(pattern) || !topic.Match([]string{pattern}, eventType) {
				t.Fatalf("%q does not match %q", pattern, eventType)
			}
		}
		if !topic.ValidType(eventType) || !topic.Valid(eventType) || !topic.Match([]string{eventType}, eventType) {
			t.Fatalf("%q does not match itself", eventType)
		}
		if topic.Match([]string{eventType + ".*"}, eventType) {
			t.Fatalf("%q.* matches it", eventType)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	patterns := []string{"payment.*", "education.enrollment.completed", "trading.position.*"}
	for b.Loop() {
		topic.Match(patterns, "trading.position.opened")
	}
}
