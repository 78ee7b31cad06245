package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// demoAnalyst is a worker that plays the demo's analyst: it looks at one coin after the other and says what
// an analyst would say who goes with the day, so that there is a signal to execute at any time. The demo's
// trader takes the first of them.
type demoAnalyst struct{ platform *platform }

const (
	analystPause  = 3 * time.Minute
	analystExpiry = time.Hour
)

// demoStake is what the demo's trader puts into each of the first positions.
var demoStake = money.FromInt(5000)

// Name is the worker's name.
func (w *demoAnalyst) Name() string { return "demo-analyst" }

// Run publishes a signal for every coin as soon as there are prices, and then one at a time.
func (w *demoAnalyst) Run(ctx context.Context) error {
	err := w.work(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (w *demoAnalyst) work(ctx context.Context) error {
	analyst, err := w.platform.demoCaller(ctx, "analyst@demo.test")
	if err != nil {
		return err
	}
	coins, err := w.quoted(ctx)
	if err != nil {
		return err
	}
	for _, coin := range coins {
		if err := w.publish(ctx, analyst, coin); err != nil {
			return err
		}
	}
	if err := w.takeFirst(ctx); err != nil {
		return err
	}
	pause := time.NewTicker(analystPause)
	defer pause.Stop()
	for next := 0; ; next = (next + 1) % len(coins) {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
			if err := w.publish(ctx, analyst, coins[next]); err != nil {
				return err
			}
		}
	}
}

// quoted waits until every coin has a price and returns the coins.
func (w *demoAnalyst) quoted(ctx context.Context) ([]market.Instrument, error) {
	shown := w.platform.market
	ticked := make(chan struct{}, 1)
	cancel := shown.Subscribe(func(market.Update) {
		select {
		case ticked <- struct{}{}:
		default: // looked at soon anyway
		}
	})
	defer cancel()
	for {
		var coins []market.Instrument
		missing := false
		for _, instrument := range shown.Instruments() {
			if instrument.Kind == market.Crypto && instrument.IsActive {
				_, err := shown.Quote(instrument.Symbol)
				coins, missing = append(coins, instrument), missing || err != nil
			}
		}
		if !missing && len(coins) > 0 {
			return coins, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ticked:
		}
	}
}

// publish says what the last day suggests: with its direction, with a stop one hourly range away and a
// target at twice that.
func (w *demoAnalyst) publish(ctx context.Context, analyst identity.Caller, coin market.Instrument) error {
	candles, err := w.platform.market.Candles(ctx, coin.Symbol, market.Hour, time.Time{}, time.Time{}, 24)
	if err != nil {
		return err
	}
	quote, err := w.platform.market.Quote(coin.Symbol)
	if err != nil || len(candles) == 0 {
		return nil // not now; another coin's turn comes
	}
	var reach money.Decimal
	for _, candle := range candles {
		reach = money.Max(reach, candle.High.Sub(candle.Low))
	}
	given := trading.NewSignal{
		Symbol: coin.Symbol, Type: trading.EntryLong, Confidence: trading.ConfidenceMedium, ExpiresIn: analystExpiry,
		StopLoss: quote.Mark.Sub(reach).FloorTo(coin.TickSize), TargetPrice: quote.Mark.Add(reach).Add(reach).FloorTo(coin.TickSize),
		Reason: fmt.Sprintf("%s has risen in the last %d hours.", coin.Name, len(candles)),
	}
	if quote.Mark.LessThan(candles[0].Open) {
		given.Type, given.Reason = trading.EntryShort, fmt.Sprintf("%s has fallen in the last %d hours.", coin.Name, len(candles))
		given.StopLoss, given.TargetPrice = quote.Mark.Add(reach).FloorTo(coin.TickSize), quote.Mark.Sub(reach).FloorTo(coin.TickSize)
	}
	_, err = w.platform.trading.CreateSignal(ctx, analyst, given)
	if _, refused := errors.AsType[*fault.Error](err); refused {
		return nil // a range too wide for the price
	}
	return err
}

// takeFirst opens the first positions of the demo's trader.
func (w *demoAnalyst) takeFirst(ctx context.Context) error {
	desk := w.platform.trading
	trader, err := w.platform.demoCaller(ctx, demoUsers[0].email)
	if err != nil {
		return err
	}
	known, err := desk.Positions(ctx, trader, trading.PositionFilter{}, database.Cursor{Limit: 1})
	if err != nil || len(known) > 0 {
		return err
	}
	signals, err := desk.Signals(ctx, trader, trading.SignalFilter{}, database.Cursor{Limit: 3})
	for _, signal := range signals {
		// Less than the risk would allow, so that whoever tries the demo has money left.
		instrument, err := w.platform.market.Instrument(signal.Symbol)
		if err != nil {
			return err
		}
		quantity, err := demoStake.Div(signal.Price)
		if err != nil {
			return err
		}
		quantity = quantity.FloorTo(instrument.LotStep)
		_, err = desk.Execute(ctx, trader, signal.ID, trading.ExecuteOptions{Quantity: &quantity})
		if _, refused := errors.AsType[*fault.Error](err); err != nil && !refused {
			return err
		}
	}
	return err
}
