package ml

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	adminEmail = "admin@bench.test"
	// trainingsBelow is how long the ten trainings may take together, including fetching their candles from the
	// simulation.
	trainingsBelow = 2 * time.Minute
	// trainingMemory limits the peak memory of the process.
	trainingMemory = 256 << 20
	// trainingLook is how often to check whether they are done.
	trainingLook = 20 * time.Millisecond
)

// trainedSymbols are ten, of every kind of market.
var trainedSymbols = []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD", "EURUSD", "GBPUSD", "AUDUSD", "AAPL", "SPY"}

// measureTrainings trains a model of every symbol on a year of hourly candles of the simulated market.
func measureTrainings(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return err
	}
	if err := installed.CreateUser(ctx, adminEmail, "--role", "super_admin"); err != nil {
		return err
	}
	product, err := installed.Serve(ctx, "--market-feed", "sim", "--market-minute-history", "0s", "--market-daily-history", "0s")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	token, err := product.LogInAs(ctx, adminEmail)
	if err != nil {
		return err
	}
	idle, err := product.ResidentMemory()
	if err != nil {
		return err
	}
	started := time.Now()
	for _, symbol := range trainedSymbols {
		body := []byte(`{"symbol":"` + symbol + `","horizon":"1h"}`)
		if _, err := post(ctx, product, "/api/v1/ml/models", token, body, http.StatusAccepted); err != nil {
			return err
		}
	}
	if err := awaitTrainings(ctx, product, token); err != nil {
		return err
	}
	took := time.Since(started)
	peak, err := product.PeakMemory()
	if err != nil {
		return err
	}
	rig.Report.AddDuration(fmt.Sprintf("%s, a year of hours of %d symbols trained", engine, len(trainedSymbols)), []time.Duration{took}, trainingsBelow)
	rig.Report.AddMemory(string(engine)+", memory at most meanwhile", peak, trainingMemory, kit.Mebibytes(idle)+" before")
	return nil
}

// awaitTrainings waits until all are over. It fails when one of them failed.
func awaitTrainings(ctx context.Context, product *kit.Server, token string) error {
	total := func(status string) (int, error) {
		content, err := product.Call(ctx, http.MethodGet, "/api/v1/ml/models?limit=1&status="+status, token, nil)
		if err != nil {
			return 0, err
		}
		var answer struct{ Meta struct{ Total int } }
		err = json.Unmarshal(content, &answer)
		return answer.Meta.Total, err
	}
	limited, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	for {
		serving, err := total("serving")
		if err != nil || serving == len(trainedSymbols) {
			return err
		}
		failed, err := total("failed")
		if err != nil || failed > 0 {
			return errors.Join(err, fmt.Errorf("%d trainings failed", failed))
		}
		select {
		case <-limited.Done():
			return limited.Err()
		case <-time.After(trainingLook):
		}
	}
}
