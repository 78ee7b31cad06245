package topic_test

import (
	"strings"
	"testing"

	"bourse/internal/webhook/topic"
)

// FuzzAPatternMatchesWhatItNames checks that a valid pattern matches the types below it and no others.
func FuzzAPatternMatchesWhatItNames(f *testing.F) {
	f.Add("trading.*", "trading.position.opened")
	f.Add("*", "a.b")
	f.Add("trading.position.opened", "trading.position.opened")
	f.Add("a.*.b", "a.x.b")
	f.Add("trading..*", "trading..x")
	f.Fuzz(func(t *testing.T, pattern, eventType string) {
		isMatch := topic.Match([]string{pattern}, eventType)
		if !topic.Valid(pattern) || !topic.ValidType(eventType) {
			return
		}
		area, isOpen := strings.CutSuffix(pattern, "*")
		want := pattern == eventType || isOpen && strings.HasPrefix(eventType, area) && eventType != area
		if isMatch != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, eventType, isMatch, want)
		}
	})
}
