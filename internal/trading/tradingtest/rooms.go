// Package tradingtest helps to test trading and its subpackages: desks on a market whose prices the test sets, with users,
// bots and subscriptions, and checks of their books.
package tradingtest

import (
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/stream"
)

// Rooms are the trading service and the services on top of it, connected as in the product.
type Rooms struct {
	Service   *trading.Service
	Backtests *backtest.Service
	Bots      *bots.Service
	Copying   *copying.Service
	Risk      *risk.Service
	Stream    *stream.Service
	Stops     *copying.CopyStops // of the newest monitor
}

// NewRooms makes all of them from the trading service's options.
func NewRooms(options trading.Options) *Rooms {
	service := trading.New(options)
	r := &Rooms{
		Service: service,
		Bots: bots.New(bots.Options{
			Trading: service, Database: options.Database, Market: options.Market, Settings: options.Settings, Exit: risk.ExitOf,
			Now: options.Now, Logger: options.Logger,
		}),
		Copying: copying.New(copying.Options{
			Trading: service, Database: options.Database, Market: options.Market, Events: options.Events, Now: options.Now, Logger: options.Logger,
		}),
		Stream: stream.New(stream.Options{Trading: service, Database: options.Database, Market: options.Market, Now: options.Now, Logger: options.Logger}),
	}
	r.Backtests = backtest.New(backtest.Options{
		Trading: service, Database: options.Database, Market: options.Market, Bots: r.Bots, Settings: options.Settings, Exit: risk.ExitOf,
		Now: options.Now, Logger: options.Logger,
	})
	r.Risk = risk.New(risk.Options{
		Trading: service, Database: options.Database, Market: options.Market, Companion: r.companion, Now: options.Now, Logger: options.Logger,
	})
	service.OnSettled(r.Copying.AddResults, r.Bots.CountClosings)
	service.OnDaysStored(r.Bots.CountDays)
	service.FollowingFrom(r.Copying.Following)
	return r
}

func (r *Rooms) companion() risk.Companion {
	r.Stops = r.Copying.CopyStops()
	return r.Stops
}
