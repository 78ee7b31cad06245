// Package backtest measures what an author waits for: a bot's settings played on a year of stored minutes, on each
// engine. There is no baseline to compare with, so the time and the memory are printed.
package backtest

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
	analystEmail = "analyst@bench.test"
	// yearBelow is how long a year of one instrument may take.
	yearBelow = 20 * time.Second
	// yearMemory limits the peak memory of the process.
	yearMemory = 256 << 20
	// look is how often to check whether it is done.
	look = 20 * time.Millisecond
	// minutes are those of a year.
	minutes = 365 * 24 * 60
)

// Backtest measures backtests.
var Backtest = kit.Area{
	Name: "backtest", About: "settings of a bot played on a year of minutes, from asking for it to its figures",
	Measure: kit.OnEachEngine(measure),
}

// measure plays a bot that decides on every minute, and one that decides on hours and hits its levels on minutes.
func measure(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	installed, err := rig.InstallStillMarket(ctx, engine) // whose feed has no past of its own
	if err != nil {
		return err
	}
	if err := installed.CreateUser(ctx, analystEmail, "--role", "analyst"); err != nil {
		return err
	}
	from := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -370)
	if err := installed.InDatabase(ctx, func(db *database.DB) error { return seed(ctx, db, from) }); err != nil {
		return err
	}
	product, err := installed.Serve(ctx, "--retention-minute-candles", "800", "--retention-five-minute-candles", "800",
		"--retention-hour-candles", "800")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	token, err := product.LogInAs(ctx, analystEmail)
	if err != nil {
		return err
	}
	for _, timeframe := range []string{"1m", "1h"} {
		took, trades, err := play(ctx, product, token, timeframe, from)
		if err != nil {
			return err
		}
		rig.Report.AddDuration(fmt.Sprintf("%s, a year of minutes, a bot of %s, %d trades", engine, timeframe, trades), []time.Duration{took}, yearBelow)
	}
	peak, err := product.PeakMemory()
	if err != nil {
		return err
	}
	rig.Report.AddMemory(string(engine)+", memory at most meanwhile", peak, yearMemory, "")
	return nil
}

// answer is the part of a backtest that is examined.
type answer struct {
	Data struct {
		ID         string
		Status     string
		Failure    string
		Resolution string
		Candles    int
		Trades     int
	}
}

// play has a year played and waits until it is done.
func play(ctx context.Context, product *kit.Server, token, timeframe string, from time.Time) (took time.Duration, trades int, err error) {
	body := fmt.Sprintf(`{"strategyType":"momentum","symbols":[%q],"timeframe":%q,"riskLevel":"medium","from":%q,"to":%q}`, kit.Symbol, timeframe,
		from.Format(time.RFC3339), from.Add(minutes*time.Minute).Format(time.RFC3339))
	started := time.Now()
	var found answer
	ask := func(method, path string, content []byte) error {
		answered, got, err := product.Fetch(ctx, method, "/api/v1/trading/backtests"+path, token, content)
		if err != nil {
			return err
		}
		if answered.StatusCode != http.StatusOK && answered.StatusCode != http.StatusAccepted {
			return fmt.Errorf("%s %s answered %s: %s", method, path, answered.Status, got)
		}
		return json.Unmarshal(got, &found)
	}
	if err := ask(http.MethodPost, "", []byte(body)); err != nil {
		return 0, 0, err
	}
	path := "/" + found.Data.ID
	for found.Data.Status == "queued" || found.Data.Status == "running" {
		select {
		case <-ctx.Done():
			return 0, 0, ctx.Err()
		case <-time.After(look):
		}
		if err := ask(http.MethodGet, path, nil); err != nil {
			return 0, 0, err
		}
	}
	if found.Data.Status != "done" || found.Data.Resolution != "minutes" || found.Data.Trades == 0 {
		return 0, 0, fmt.Errorf("the backtest is %+v", found.Data)
	}
	return time.Since(started), found.Data.Trades, nil
}
