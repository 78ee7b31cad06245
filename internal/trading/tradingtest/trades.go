package tradingtest

// TradeFigures are the figures of closed trades computed from their definitions, to compare with the running sums.
type TradeFigures struct {
	Count        int
	WinRate      float64 // share closed with a profit; breaking even is not winning
	ProfitFactor float64 // gains ÷ losses, 0 without a loss
	Expectancy   float64 // the mean result
}

// FiguresOfTrades computes the figures from the results of closed trades, all 0 without any.
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
