// Package strategy decides from closed bars when to enter a market and when to leave it.
//
// It has two layers. The lower one is the indicators, pure functions over a series, with the definitions of TA-Lib so that
// a chart in another program shows the same lines. The upper one is the strategies: trend, mean_reversion, breakout,
// momentum and ml, made by New from a name and a few numbers. The last is Forecasted: it also uses a model's forecast,
// which the caller passes with the bars.
//
// # A decision
//
// A Strategy looks at the last Warmup bars and at nothing else: no clock, no memory, no randomness. Given those bars and
// what is held, the decision is always the same, however many bars came before; a bot that restarts continues as if it had
// not. Indicators with infinite memory, such as the EMA, are seeded within that window, which is long enough for the seed
// not to matter.
//
// A strategy enters only when nothing is held and leaves only what is held. Every entry has a stop on the losing side of
// the last close and a target on the winning side. Where such prices do not exist (the market stands still, or moves by
// more than its price) it holds.
package strategy

import (
	"fmt"
	"time"
)

// Bar is one closed interval of a market.
type Bar struct {
	OpenedAt                       time.Time
	Open, High, Low, Close, Volume float64
}

// Side is what is held in the market.
type Side int

// The sides.
const (
	Flat Side = iota
	Long
	Short
)

// Action is what to do. Its text is the type of the signal in the API.
type Action string

// The actions.
const (
	Hold       Action = "hold"
	EnterLong  Action = "entry_long"
	EnterShort Action = "entry_short"
	ExitLong   Action = "exit_long"
	ExitShort  Action = "exit_short"
)

// Confidence says how clear the case is. Its text is the signal's confidence in the API.
type Confidence string

// The levels of confidence.
const (
	Low      Confidence = "low"
	Medium   Confidence = "medium"
	High     Confidence = "high"
	VeryHigh Confidence = "very_high"
)

// Decision is the result of a strategy for some bars.
type Decision struct {
	Action     Action
	Confidence Confidence // High for an exit, because that is a rule and not a forecast; Low for Hold
	Stop       float64    // price that ends the trade at a loss; 0 unless Action is an entry
	Target     float64    // price that ends the trade at a profit; 0 unless Action is an entry
	Reason     string     // one sentence for people, with the numbers unless it is Hold, which is not published
}

// Strategy decides when to enter and when to leave. It has no state, so one may serve many goroutines.
type Strategy interface {
	// Type is the name from which New makes it.
	Type() string
	// Warmup is the number of bars that Decide needs, and looks at.
	Warmup() int
	// Decide says what to do after the last of bars has closed; bars are oldest first. With fewer than Warmup bars, or with
	// an impossible bar among them, it holds.
	Decide(bars []Bar, holding Side) Decision
}

// rule is the core of a strategy. It gets exactly its warm-up number of valid bars.
type rule interface {
	warmup() int
	decide(window []Bar, holding Side, s *scratch) Decision
}

// ruled is a rule with what all strategies have in common.
type ruled struct {
	name string
	rule rule
}

func (r ruled) Type() string { return r.name }

func (r ruled) Warmup() int { return r.rule.warmup() }

func (r ruled) Decide(bars []Bar, holding Side) Decision {
	window, instead := r.window(bars)
	if instead != nil {
		return *instead
	}
	s := scratches.Get().(*scratch)
	defer s.release()
	return r.rule.decide(window, holding, s)
}

// window are the bars for the rule. If they cannot be used, instead is the decision to hold.
func (r ruled) window(bars []Bar) (window []Bar, instead *Decision) {
	needed := r.Warmup()
	if len(bars) < needed {
		tooFew := hold(fmt.Sprintf("%d bars are needed and there are %d.", needed, len(bars)))
		return nil, &tooFew
	}
	window = bars[len(bars)-needed:]
	for i := range window {
		if window[i].isUnsound() {
			unsound := hold("The bars hold a price that no market can have made.")
			return nil, &unsound
		}
	}
	return window, nil
}

// isUnsound reports whether a bar is impossible. The largest price is far above that of any market and far below what would
// overflow when squared and summed.
func (b *Bar) isUnsound() bool {
	const largest = 1e100
	isSound := b.Low > 0 && b.Low <= b.Open && b.Low <= b.Close && b.Open <= b.High && b.Close <= b.High && b.High <= largest
	return !isSound // comparisons with NaN are all false
}

// closes returns the closing prices.
func (s *scratch) closes(bars []Bar) []float64 {
	prices := s.series(len(bars))
	for i := range bars {
		prices[i] = bars[i].Close
	}
	return prices
}
