package app

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ml"
)

// The demo has models of four coins, and of an unpredictable price to show that the models admit it. Those that a
// house bot uses come first.
var (
	demoModels   = []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "FAIRUSD"}
	demoHorizons = []ml.Horizon{ml.OneDay, ml.OneHour, ml.FourHours}
)

// seedModels requests the trainings that were not requested yet. They run in the background, while the demo serves.
func (p *platform) seedModels(ctx context.Context) error {
	admin, err := p.demoCaller(ctx, "super@demo.test")
	if err != nil {
		return err
	}
	for _, horizon := range demoHorizons {
		for _, symbol := range demoModels {
			_, known, err := p.ml.Models(ctx, ml.ModelFilter{Symbol: symbol, Horizon: horizon}, database.Page{Number: 1, Limit: 1})
			if err != nil {
				return err
			}
			if known > 0 {
				continue
			}
			_, err = p.ml.Train(ctx, admin, ml.NewTraining{Symbol: symbol, Horizon: horizon, Promote: true})
			// A feed other than the simulated one may not have it.
			if err != nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.InsufficientHistory) {
				return err
			}
		}
	}
	return nil
}
