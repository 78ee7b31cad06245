package strategy

import "fmt"

// breakout follows a price that leaves the range of the last bars.
type breakout struct {
	entry, exit, atr   int
	stopAtr, targetAtr float64
}

func breakoutParameters() []Parameter {
	return append([]Parameter{
		period("entryPeriod", 55, 5, 200, "bars of the range that is broken on entry"),
		period("exitPeriod", 20, 2, 100, "bars of the range that is broken on exit"),
	}, stopAndTarget(2, 6)...)
}

func newBreakout(values map[string]float64) (rule, error) {
	return breakout{
		entry: int(values["entryPeriod"]), exit: int(values["exitPeriod"]), atr: int(values["atrPeriod"]),
		stopAtr: values["stopAtr"], targetAtr: values["targetAtr"],
	}, inOrder(values, "exitPeriod", "entryPeriod")
}

func (b breakout) warmup() int { return max(b.entry+2, 4*b.atr+1) }

func (b breakout) decide(window []Bar, holding Side, s *scratch) Decision {
	price := window[len(window)-1].Close
	earlier := window[:len(window)-1] // the range that the last bar breaks does not include it
	if holding != Flat {
		channel := s.donchian(tail(earlier, b.exit), b.exit)
		upper, lower := last(channel.Upper, 0), last(channel.Lower, 0)
		if holding == Long && price < lower || holding == Short && price > upper {
			return leave(holding, "The move is over: "+span(price, b.exit, lower, upper)+".")
		}
		return hold("The move goes on.")
	}
	channel, atr := s.donchian(tail(earlier, b.entry+1), b.entry), last(s.atr(window, b.atr), 0)
	upper, lower := last(channel.Upper, 0), last(channel.Lower, 0)
	// Only the first bar outside is an entry: later ones would chase a price that has already moved.
	before := earlier[len(earlier)-1].Close
	reason := func() string {
		return fmt.Sprintf("A break out of the range: %s, with an ATR of %s.", span(price, b.entry, lower, upper), number(atr))
	}
	switch {
	case price > upper && before <= last(channel.Upper, 1):
		return enter(Long, price, distances{b.stopAtr * atr, b.targetAtr * atr}, confidenceOf((price-upper)/atr, .25, .5, 1), reason())
	case price < lower && before >= last(channel.Lower, 1):
		return enter(Short, price, distances{b.stopAtr * atr, b.targetAtr * atr}, confidenceOf((lower-price)/atr, .25, .5, 1), reason())
	}
	return hold("Within the range.")
}

// span describes, for people, the range of the last bars.
func span(price float64, bars int, lower, upper float64) string {
	return fmt.Sprintf("the close is %s and the last %d bars went from %s to %s", number(price), bars, number(lower), number(upper))
}
