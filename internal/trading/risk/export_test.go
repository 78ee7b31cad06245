package risk

import (
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// What tests of the monitor use of the internals.

func (s *Service) RiskMonitor() worker.Worker { return s.riskMonitor() }

// Tell delivers a notification about positions.
func (m *Monitor) Tell(payload string) { m.changed(payload) }

// See delivers ticks like the feed.
func (m *Monitor) See(ticks ...market.Tick) { m.ticked(market.Update{Ticks: ticks}) }

// Failure is the error of the worker's turn.
func (m *Monitor) Failure() error { return m.failure }

// Watched is the number of watched positions and of waiting closings.
func (m *Monitor) Watched() (positions, waiting int) { return len(m.list.places), len(m.hits) }

// NewTickCheck returns a function that checks one tick of each of ten symbols against so many positions and so many working
// orders. The price rises a little each time; no level is reached.
func NewTickCheck(positions, working int) (check func() error) {
	list, orders := newWatchlist(), newOrderList()
	now := time.Now().UnixMicro()
	for i := range working {
		orders.put(tickedOrder(i), orders, now)
	}
	for i := range positions {
		list.put(tickedPosition(i), money.MustParse("0.01"), list, now)
	}
	names := make([]string, 10)
	for i := range names {
		names[i] = "S" + strconv.Itoa(i)
	}
	price, step := money.FromInt(100), money.MustParse("0.00000001")
	var hits []hit
	return func() error {
		price = price.Add(step)
		quote := market.Quote{Mark: price, Bid: price.Sub(step), Ask: price.Add(step)}
		for _, name := range names {
			seen := look{bar: plain(price), from: now, to: now}
			if err := errors.Join(list.check(name, seen, quote, &hits), orders.check(name, seen, quote, &hits)); err != nil {
				return err
			}
		}
		return nil
	}
}

func tickedPosition(i int) trading.Watched {
	p := trading.Position{Side: trading.Buy, StopLoss: money.FromInt(90), TargetPrice: money.FromInt(200)}
	if i%3 == 0 {
		p = trading.Position{Side: trading.Sell, StopLoss: money.FromInt(180), TargetPrice: money.FromInt(50), LiquidationPrice: money.FromInt(195)}
	}
	p.ID, p.Symbol, p.Status, p.EntryPrice, p.Quantity = uuid.New(), "S"+strconv.Itoa(i%10), trading.Open, money.FromInt(100), money.MustParse("1.2345")
	return trading.Watched{Position: p}
}

func tickedOrder(i int) *orderRow {
	row := &orderRow{isWatched: true, Order: trading.Order{ID: uuid.New(), Symbol: "S" + strconv.Itoa(i%10), Side: trading.Buy}}
	if row.Type = trading.LimitOrder; i/10%2 == 0 {
		row.Type, row.StopPrice = trading.StopOrder, money.FromInt(int64(150+i%50))
	} else {
		row.LimitPrice = money.FromInt(int64(50 + i%40))
	}
	if i/20%2 == 0 {
		row.Side, row.StopPrice, row.LimitPrice = trading.Sell, row.LimitPrice, row.StopPrice
		if row.Type == trading.LimitOrder {
			row.Type = trading.StopOrder
		} else {
			row.Type = trading.LimitOrder
		}
	}
	return row
}
