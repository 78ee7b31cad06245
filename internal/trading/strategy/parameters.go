package strategy

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Parameter is a tunable number of a strategy.
type Parameter struct {
	Name     string
	Default  float64
	Min, Max float64 // inclusive
	Whole    bool    // a count of bars, so no fraction
	Meaning  string
}

// ParameterError names the parameter because of which New cannot make a strategy.
type ParameterError struct {
	Parameter string // its name; "strategyType" when there is no such type
	Reason    string // a phrase that a client may read
}

func (e *ParameterError) Error() string { return e.Parameter + " " + e.Reason }

func period(name string, preset, least, most float64, meaning string) Parameter {
	return Parameter{Name: name, Default: preset, Min: least, Max: most, Whole: true, Meaning: meaning}
}

func factor(name string, preset, least, most float64, meaning string) Parameter {
	return Parameter{Name: name, Default: preset, Min: least, Max: most, Meaning: meaning}
}

// stop are the parameters by which every strategy places its stop.
func stop(preset float64) []Parameter {
	return []Parameter{
		period("atrPeriod", 14, 2, 100, "bars of the average true range"),
		factor("stopAtr", preset, .5, 10, "distance of the stop in average true ranges"),
	}
}

// stopAndTarget are those of a strategy whose target is also a distance.
func stopAndTarget(stopPreset, targetPreset float64) []Parameter {
	return append(stop(stopPreset),
		factor("targetAtr", targetPreset, .5, 20, "distance of the target in average true ranges"))
}

// kind is a type of strategy: its parameters, and how to make it from their values.
type kind struct {
	parameters []Parameter
	make       func(values map[string]float64) (rule, error)
}

// kinds returns the strategies by name.
func kinds() map[string]kind {
	return map[string]kind{
		"trend":          {trendParameters(), newTrend},
		"mean_reversion": {meanReversionParameters(), newMeanReversion},
		"breakout":       {breakoutParameters(), newBreakout},
		"momentum":       {momentumParameters(), newMomentum},
		"ml":             {mlParameters(), newML},
	}
}

// Types lists the types that New knows, in alphabetical order.
func Types() []string { return slices.Sorted(maps.Keys(kinds())) }

// Defaults lists the parameters of a type with their defaults and ranges; nil for a type that New does not
// know.
func Defaults(strategyType string) []Parameter { return kinds()[strategyType].parameters }

// New makes a strategy. Missing parameters get their defaults. An unknown type or parameter, a value out of its range, and
// values that contradict each other are a *ParameterError. A type that uses forecasts is made as a Forecasted.
func New(strategyType string, parameters map[string]float64) (Strategy, error) {
	kind, known := kinds()[strategyType]
	if !known {
		return nil, &ParameterError{"strategyType", fmt.Sprintf("must be one of %v", Types())}
	}
	values := make(map[string]float64, len(kind.parameters))
	for _, parameter := range kind.parameters {
		values[parameter.Name] = parameter.Default
	}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		index := slices.IndexFunc(kind.parameters, func(p Parameter) bool { return p.Name == name })
		if index < 0 {
			return nil, &ParameterError{name, "is no parameter of " + strategyType}
		}
		if err := kind.parameters[index].check(parameters[name]); err != nil {
			return nil, err
		}
		values[name] = parameters[name]
	}
	rule, err := kind.make(values)
	if err != nil {
		return nil, err
	}
	made := ruled{name: strategyType, rule: rule}
	if forecast, ok := rule.(forecastRule); ok {
		return forecasted{made, forecast}, nil
	}
	return made, nil
}

// check fails with a *ParameterError when the value is not allowed.
func (p Parameter) check(value float64) error {
	switch {
	case !(value >= p.Min && value <= p.Max):
		return &ParameterError{p.Name, fmt.Sprintf("must be between %s and %s", number(p.Min), number(p.Max))}
	case p.Whole && value != math.Trunc(value):
		return &ParameterError{p.Name, "must be a whole number"}
	}
	return nil
}

// inOrder fails with a *ParameterError unless the first parameter is below the second.
func inOrder(values map[string]float64, smaller, larger string) error {
	if values[smaller] >= values[larger] {
		return &ParameterError{smaller, "must be less than " + larger}
	}
	return nil
}
