package stats

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"time"
)

var (
	// ErrNoSignChange means that money went only one way, so no rate can balance it.
	ErrNoSignChange = errors.New("a rate of return needs money that goes in and money that comes out")
	// ErrNoRate means that the flows have no rate of return that fits a float64: they are all on one day, or no rate
	// balances them, or one of them is not finite.
	ErrNoRate = errors.New("the flows have no rate of return")
)

// Flow is money that moves on a day: negative when paid in, positive when it comes back.
type Flow struct {
	Date   time.Time // any time on the UTC day
	Amount float64
}

// term is a flow in the form of the equation.
type term struct{ years, amount float64 }

const (
	excelGuess    = 0.1 // Excel's starting point, which decides between several roots
	daysPerYear   = 365
	largestLog    = 700 // e^700 is near the end of float64
	newtonSteps   = 50
	bracketSteps  = 400
	rateTolerance = 1e-14
)

// XIRR returns the yearly internal rate of return of dated flows as Excel defines it: the rate at which Σ amount ÷ (1 +
// rate)^(days ÷ 365) is zero. The flows may be in any order. Of several roots it returns the one found first from
// Excel's guess of 10 %. Money that went in and ends as a flow of 0 is a total loss: −1. It fails with ErrNoSignChange
// or ErrNoRate.
func XIRR(flows []Flow) (float64, error) {
	root, _, err := logRate(flows)
	rate := math.Expm1(root)
	if err == nil && isUndefined(rate) {
		err = ErrNoRate
	}
	if err != nil {
		return 0, err
	}
	return rate, nil
}

// MoneyWeighted returns what the money earned: XIRR, or, when it was invested for less than ShortestYear days, the same
// rate over that time only. It fails as XIRR does.
func MoneyWeighted(flows []Flow) (float64, error) {
	root, years, err := logRate(flows)
	if err != nil || years >= float64(ShortestYear)/daysPerYear {
		return XIRR(flows)
	}
	return defined(math.Expm1(root * years)), nil
}

// logRate returns log(1 + rate) of flows, −∞ for a total loss, and the years from the first to the last flow.
func logRate(flows []Flow) (root, years float64, err error) {
	terms, err := termsOf(flows)
	if err != nil {
		return 0, 0, err
	}
	if isTotalLoss(terms) {
		return math.Inf(-1), span(terms), nil
	}
	// The unknown is log(1 + rate): all of its values are rates above −100 %, so that no step can leave the range in
	// which the equation is meaningful.
	guess := math.Log1p(excelGuess)
	root, found := newton(terms, guess)
	if !found {
		root, found = bisect(terms, guess)
	}
	if !found {
		return 0, 0, ErrNoRate
	}
	return root, span(terms), nil
}

// isTotalLoss reports whether no money came back, and the last day's flows of 0 say that nothing is left.
func isTotalLoss(terms []term) bool {
	last := span(terms)
	for _, term := range terms {
		if term.amount > 0 || term.years == last && term.amount != 0 {
			return false
		}
	}
	return true
}

// termsOf counts years from the first flow and divides the amounts by the largest, so that the tolerances below suit
// cents and billions alike.
func termsOf(flows []Flow) ([]term, error) {
	var start time.Time
	largest, paidIn, paidOut := 0.0, false, false
	for i, flow := range flows {
		if isUndefined(flow.Amount) {
			return nil, ErrNoRate
		}
		if day := dayOf(flow.Date); i == 0 || day.Before(start) {
			start = day
		}
		largest = max(largest, math.Abs(flow.Amount))
		paidIn = paidIn || flow.Amount < 0
		paidOut = paidOut || flow.Amount > 0
	}
	terms := make([]term, len(flows))
	for i, flow := range flows {
		days := math.Round(dayOf(flow.Date).Sub(start).Hours() / 24)
		terms[i] = term{years: days / daysPerYear, amount: flow.Amount / largest}
	}
	switch {
	case !paidIn, !paidOut && !isTotalLoss(terms):
		return nil, ErrNoSignChange
	case span(terms) == 0:
		return nil, ErrNoRate
	}
	return terms, nil
}

func dayOf(moment time.Time) time.Time { return moment.UTC().Truncate(24 * time.Hour) }

// span returns the time from the first flow to the last.
func span(terms []term) float64 {
	return slices.MaxFunc(terms, func(a, b term) int { return cmp.Compare(a.years, b.years) }).years
}

// presentValue returns the sum of the discounted amounts and its slope.
func presentValue(terms []term, log float64) (value, slope float64) {
	for _, term := range terms {
		discounted := term.amount * math.Exp(-log*term.years)
		value += discounted
		slope -= term.years * discounted
	}
	return value, slope
}

// newton follows the slope from guess. It gives up when that does not converge. The slope is at most the magnitude of
// the flows times their years, so when a step is close to zero, so is the value.
func newton(terms []term, guess float64) (root float64, found bool) {
	root = guess
	for range newtonSteps {
		value, slope := presentValue(terms, root)
		step := value / slope
		if isUndefined(step) || math.Abs(root-step) > largestLog {
			return 0, false
		}
		root -= step
		if math.Abs(step) <= rateTolerance*max(1, math.Abs(root)) {
			return root, true
		}
	}
	return 0, false
}

// bisect searches on both sides of guess, further out with each step, for two rates between which the sign changes, and
// halves the nearest such interval until nothing is left of it.
func bisect(terms []term, guess float64) (root float64, found bool) {
	limit := largestLog / span(terms) // beyond it the oldest and newest flows are indistinguishable from 0 and ∞
	signAt := func(log float64) bool {
		value, _ := presentValue(terms, log)
		return value > 0
	}
	atGuess, width := signAt(guess), 0.05
	below, above := guess, guess
	for range bracketSteps {
		lower, upper := max(below-width, -limit), min(above+width, limit)
		if signAt(upper) != atGuess {
			return halve(signAt, above, upper), true
		}
		if signAt(lower) != atGuess {
			return halve(signAt, lower, below), true
		}
		below, above, width = lower, upper, width*1.1
	}
	return 0, false
}

func halve(signAt func(float64) bool, low, high float64) float64 {
	atLow := signAt(low)
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if signAt(middle) == atLow {
			low = middle
		} else {
			high = middle
		}
	}
}
