package tradingtest

// TradeFigures are what the results of closed trades come to by their definitions: what is summed up at every closing
// is held against them.
type TradeFigures struct {
	Count        int
	WinRate      float64 // the share that was closed with a profit; who breaks even has not won
	ProfitFactor float64 // what was won ÷ what was lost, 0 without a loss
	Expectancy   float64 // the mean result
}

// FiguresOfTrades computes the figures of the results of closed trades, all 0 without any.
func FiguresOfTrades(results []float64) TradeFigures {
	figures := TradeFigures{Count: len(results)}
	if figures.Count == 0 {
		return figures
	}
	wins, won, lost := 0, 0.0, 0.0
	for _, result := range results {
		if result > 0 {
			wins++
		}
		won, lost = won+max(result, 0), lost+max(-result, 0)
	}
	if lost > 0 {
		figures.ProfitFactor = won / lost
	}
	figures.WinRate = float64(wins) / float64(figures.Count)
	figures.Expectancy = (won - lost) / float64(figures.Count)
	return figures
}
