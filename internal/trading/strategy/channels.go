package strategy

import "math"

// Channel is a band around a price; its lines have the same length.
type Channel struct{ Upper, Middle, Lower []float64 }

// Bollinger returns the simple moving average with a band of width population standard deviations (divided by n) on both
// sides; period − 1 values shorter than values.
func Bollinger(values []float64, period int, width float64) Channel {
	return (*scratch)(nil).bollinger(values, period, width)
}

func (s *scratch) bollinger(values []float64, period int, width float64) Channel {
	middle := s.sma(values, period)
	channel := Channel{Upper: s.series(len(middle)), Middle: middle, Lower: s.series(len(middle))}
	for i, center := range middle {
		squares := 0.0
		for _, value := range values[i : i+period] {
			distance := value - center
			squares += distance * distance
		}
		band := width * math.Sqrt(squares/float64(period))
		channel.Upper[i], channel.Lower[i] = center+band, center-band
	}
	return channel
}

// Donchian returns the highest high and the lowest low of the last period bars, the current one included,
// and their middle; period − 1 values shorter than bars.
func Donchian(bars []Bar, period int) Channel { return (*scratch)(nil).donchian(bars, period) }

func (s *scratch) donchian(bars []Bar, period int) Channel {
	if period < 1 || len(bars) < period {
		return Channel{}
	}
	count := len(bars) - period + 1
	channel := Channel{Upper: s.series(count), Middle: s.series(count), Lower: s.series(count)}
	for i := range count {
		highest, lowest := bars[i].High, bars[i].Low
		for _, bar := range bars[i+1 : i+period] {
			highest, lowest = max(highest, bar.High), min(lowest, bar.Low)
		}
		channel.Upper[i], channel.Middle[i], channel.Lower[i] = highest, (highest+lowest)/2, lowest
	}
	return channel
}

// TrueRange returns how far the price moved within each bar, including the gap from the previous close; one value shorter
// than bars.
func TrueRange(bars []Bar) []float64 { return (*scratch)(nil).trueRange(bars) }

func (s *scratch) trueRange(bars []Bar) []float64 {
	if len(bars) < 2 {
		return nil
	}
	ranges := s.series(len(bars) - 1)
	for i := range ranges {
		before, bar := bars[i].Close, &bars[i+1]
		ranges[i] = max(bar.High, before) - min(bar.Low, before)
	}
	return ranges
}

// ATR returns the average true range with Wilder's smoothing; period values shorter than bars.
func ATR(bars []Bar, period int) []float64 { return (*scratch)(nil).atr(bars, period) }

func (s *scratch) atr(bars []Bar, period int) []float64 { return s.wilder(s.trueRange(bars), period) }
