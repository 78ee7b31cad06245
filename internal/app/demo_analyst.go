package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// demoAnalyst is a worker that plays the demo's analyst: it ranks the coins by their last day, and advises for the
// strong half and against the weak one, so that there is always a signal in each direction to execute. The demo's
// users take the first of them.
type demoAnalyst struct{ platform *platform }

const (
	analystPause  = 3 * time.Minute
	analystExpiry = time.Hour
)

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
	if err := w.awaitQuotes(ctx); err != nil {
		return err
	}
	views, err := w.views(ctx)
	if err != nil {
		return err
	}
	var published []*trading.Signal
	for _, view := range views {
		signal, err := w.publish(ctx, analyst, view.signal())
		if err != nil {
			return err
		}
		published = append(published, signal)
	}
	if err := w.platform.startPeople(ctx, published, func(symbol string) (*trading.Signal, error) { return w.recommend(ctx, analyst, symbol) }); err != nil {
		return err
	}
	if err := w.platform.layDesks(ctx); err != nil {
		return err
	}
	pause := time.NewTicker(analystPause)
	defer pause.Stop()
	for next := 0; ; next++ {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
			if views, err = w.views(ctx); err != nil {
				return err
			}
			if len(views) == 0 {
				continue
			}
			if _, err := w.publish(ctx, analyst, views[next%len(views)].signal()); err != nil {
				return err
			}
		}
	}
}

// coins are what the analyst advises on. Nothing can be said about the fair coin.
func (w *demoAnalyst) coins() []market.Instrument {
	return slices.DeleteFunc(w.platform.market.Instruments(), func(instrument market.Instrument) bool {
		return instrument.Kind != market.Crypto || !instrument.IsActive || instrument.Symbol == market.FairSymbol
	})
}

// awaitQuotes waits until every coin has a price.
func (w *demoAnalyst) awaitQuotes(ctx context.Context) error {
	shown := w.platform.market
	ticked := make(chan struct{}, 1)
	cancel := shown.Subscribe(func(market.Update) {
		select {
		case ticked <- struct{}{}:
		default: // checked again soon anyway
		}
	})
	defer cancel()
	for {
		coins := w.coins()
		isMissing := slices.ContainsFunc(coins, func(coin market.Instrument) bool {
			_, err := shown.Quote(coin.Symbol)
			return err != nil
		})
		if !isMissing && len(coins) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticked:
		}
	}
}

// view is the analyst's view of a coin.
type view struct {
	coin   market.Instrument
	mark   money.Decimal
	change float64       // over the last hours
	reach  money.Decimal // the widest hour
	hours  int
	isLong bool
}

// views ranks the coins, strongest first. Those without a current price are left out.
func (w *demoAnalyst) views(ctx context.Context) ([]view, error) {
	var ranked []view
	for _, coin := range w.coins() {
		candles, err := w.platform.market.Candles(ctx, coin.Symbol, market.Hour, time.Time{}, time.Time{}, 24)
		if err != nil {
			return nil, err
		}
		quote, err := w.platform.market.Quote(coin.Symbol)
		if err != nil || len(candles) == 0 {
			continue
		}
		seen := view{coin: coin, mark: quote.Mark, hours: len(candles), change: quote.Mark.Float64()/candles[0].Open.Float64() - 1}
		for _, candle := range candles {
			seen.reach = money.Max(seen.reach, candle.High.Sub(candle.Low))
		}
		ranked = append(ranked, seen)
	}
	slices.SortFunc(ranked, func(a, b view) int { return cmp.Compare(b.change, a.change) })
	for i := range ranked {
		ranked[i].isLong = 2*i < len(ranked)
	}
	return ranked, nil
}

// signal is what the view suggests, with a stop twice the widest hour away and a target at twice that.
func (v view) signal() trading.NewSignal {
	tick := v.coin.TickSize
	stop := v.reach.Add(v.reach)
	given := trading.NewSignal{
		Symbol: v.coin.Symbol, Type: trading.EntryLong, Confidence: trading.ConfidenceMedium, ExpiresIn: analystExpiry,
		StopLoss: v.mark.Sub(stop).FloorTo(tick), TargetPrice: v.mark.Add(stop).Add(stop).FloorTo(tick),
		Reason: fmt.Sprintf("%s is among the strongest coins of the last %d hours (%+.1f %%).", v.coin.Name, v.hours, 100*v.change),
	}
	if !v.isLong {
		given.Type = trading.EntryShort
		given.StopLoss, given.TargetPrice = v.mark.Add(stop).FloorTo(tick), v.mark.Sub(stop).Sub(stop).FloorTo(tick)
		given.Reason = fmt.Sprintf("%s is among the weakest coins of the last %d hours (%+.1f %%).", v.coin.Name, v.hours, 100*v.change)
	}
	return given
}

// The distances of a holding's stop and target from the price.
var holdingStop, holdingTarget = money.MustParse("0.8"), money.MustParse("1.5")

// recommend publishes advice to hold a coin for months; nil when none can be given now.
func (w *demoAnalyst) recommend(ctx context.Context, analyst identity.Caller, symbol string) (*trading.Signal, error) {
	coin, err := w.platform.market.Instrument(symbol)
	if err != nil {
		return nil, err
	}
	quote, err := w.platform.market.Quote(symbol)
	if err != nil {
		return nil, nil
	}
	return w.publish(ctx, analyst, trading.NewSignal{
		Symbol: symbol, Type: trading.EntryLong, Confidence: trading.ConfidenceHigh, ExpiresIn: 24 * time.Hour,
		StopLoss: quote.Mark.Mul(holdingStop).FloorTo(coin.TickSize), TargetPrice: quote.Mark.Mul(holdingTarget).FloorTo(coin.TickSize),
		Reason: coin.Name + " as a holding for months: bought for its share of the portfolio, not for the day.",
	})
}

// publish publishes a signal; nil when the price does not allow it.
func (w *demoAnalyst) publish(ctx context.Context, analyst identity.Caller, given trading.NewSignal) (*trading.Signal, error) {
	signal, err := w.platform.trading.CreateSignal(ctx, analyst, given)
	if _, isRefused := errors.AsType[*fault.Error](err); isRefused {
		return nil, nil // a range too wide for the price
	}
	return signal, err
}
