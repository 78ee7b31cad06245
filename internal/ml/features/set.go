package features

import (
	"fmt"
	"slices"
	"time"
)

// Bar is one closed candle.
type Bar struct {
	OpenedAt time.Time
	// Sequence numbers the bars of an instrument in its trading calendar: neighbours differ by one, and bars on either
	// side of a gap in the feed differ by more.
	Sequence                       int64
	Open, High, Low, Close, Volume float64
}

// Set is a choice of features for one interval. The zero Set has none; use [Hourly], [Daily] or [Named].
type Set struct{ spans *spans }

// spans are the numbers of bars that a set's features look back over.
type spans struct {
	name         string
	barsPerDay   int
	returns      []int
	volatilities []int
	ranges       int // besides the range of the bar itself
	volume       int
	averages     []int
	hourOfDay    bool
	lookBack     int
	names        []string
}

var (
	// A week has 168 hours: the longest span sees each hour of the week once.
	hourly = newSpans(spans{
		name: "hourly", barsPerDay: 24,
		returns: []int{1, 2, 4, 8, 24, 72, 168}, volatilities: []int{24, 168}, ranges: 24, volume: 168,
		averages: []int{24, 168}, hourOfDay: true,
	})
	// A trading week, month and quarter of a stock. All daily bars open at the same hour, so the hour carries no
	// information.
	daily = newSpans(spans{
		name: "daily", barsPerDay: 1,
		returns: []int{1, 2, 5, 10, 20, 60}, volatilities: []int{10, 60}, ranges: 10, volume: 60,
		averages: []int{20, 60},
	})
)

// Hourly are the features of hourly bars.
func Hourly() Set { return Set{spans: hourly} }

// Daily are the features of daily bars.
func Daily() Set { return Set{spans: daily} }

// Named finds a set by the name that [Set.String] returns. It fails for any other name.
func Named(name string) (Set, error) {
	for _, known := range []*spans{hourly, daily} {
		if known.name == name {
			return Set{spans: known}, nil
		}
	}
	return Set{}, fmt.Errorf("there is no feature set %q", name)
}

func newSpans(s spans) *spans {
	for _, span := range s.returns {
		s.names = append(s.names, fmt.Sprintf("return_%d", span))
	}
	for _, span := range s.volatilities {
		s.names = append(s.names, fmt.Sprintf("volatility_%d", span))
	}
	s.names = append(s.names, "range_1", fmt.Sprintf("range_%d", s.ranges), fmt.Sprintf("volume_%d", s.volume))
	for _, span := range s.averages {
		s.names = append(s.names, fmt.Sprintf("distance_%d", span))
	}
	if s.hourOfDay {
		s.names = append(s.names, "day_sin", "day_cos")
	}
	s.names = append(s.names, "week_sin", "week_cos")
	// A return over n bars needs n+1 closes; so does the deviation of n one-bar returns.
	s.lookBack = 1 + max(slices.Max(s.returns), slices.Max(s.volatilities))
	s.lookBack = max(s.lookBack, s.ranges, s.volume, slices.Max(s.averages))
	return &s
}

// IsZero reports whether the set has no features.
func (s Set) IsZero() bool { return s.spans == nil }

// String is the set's name, empty for the zero Set.
func (s Set) String() string {
	if s.IsZero() {
		return ""
	}
	return s.spans.name
}

// Names are the names of the features, in the order of the rows. The caller owns the slice.
func (s Set) Names() []string {
	if s.IsZero() {
		return nil
	}
	return slices.Clone(s.spans.names)
}

// LookBack is the number of bars that a row is computed from, including the bar of the prediction.
func (s Set) LookBack() int {
	if s.IsZero() {
		return 0
	}
	return s.spans.lookBack
}

// BarsPerDay is the number of bars in a day of 24 hours.
func (s Set) BarsPerDay() int {
	if s.IsZero() {
		return 0
	}
	return s.spans.barsPerDay
}

// MarshalText writes the set's name.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a set's name. It fails for a name that [Named] does not know.
func (s *Set) UnmarshalText(text []byte) error {
	named, err := Named(string(text))
	if err != nil {
		return err
	}
	*s = named
	return nil
}
