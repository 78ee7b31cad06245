package trading

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/worker"
)

// What tests of the monitor and the streams use from the inside.

var ExitOf = exitOf

func (s *Service) RiskMonitor() worker.Worker { return s.riskMonitor() }

func (s *Service) StreamHub() worker.Worker { return s.streamHub() }

// Monitor is a monitor that works when the test says so.
type Monitor struct{ monitor *monitor }

// NewMonitor makes a monitor that hears nothing.
func (s *Service) NewMonitor() *Monitor { return &Monitor{newMonitor(s)} }

// Listen makes it hear what happens.
func (m *Monitor) Listen() (cancel func()) { return m.monitor.listen() }

// Tell is a message about positions.
func (m *Monitor) Tell(payload string) { m.monitor.changed(payload) }

// See is a delivery of the feed.
func (m *Monitor) See(ticks ...market.Tick) { m.monitor.ticked(market.Update{Ticks: ticks}) }

// Step works until nothing is left to do.
func (m *Monitor) Step(ctx context.Context) {
	m.monitor.step(ctx)
	for {
		select {
		case <-m.monitor.wake:
			m.monitor.step(ctx)
		default:
			return
		}
	}
}

// Failure is what a turn of the worker would have failed with.
func (m *Monitor) Failure() error { return m.monitor.failure }

// Watched is how many positions and subscriptions are watched, and how many closings wait.
func (m *Monitor) Watched() (positions, subscriptions, waiting int) {
	return len(m.monitor.list.places), len(m.monitor.list.subscriptions), len(m.monitor.hits)
}

// NewTickCheck returns a function that holds one tick of each of ten symbols against so many positions,
// every second one of which has a copy-stop. The price rises by a little each time; no level is reached.
func NewTickCheck(positions int) (check func() error) {
	list := newWatchlist()
	for i := range positions {
		p := Position{Side: Buy, StopLoss: money.FromInt(90), TargetPrice: money.FromInt(200)}
		if i%3 == 0 {
			p = Position{Side: Sell, StopLoss: money.FromInt(180), TargetPrice: money.FromInt(50), LiquidationPrice: money.FromInt(195)}
		}
		row := watchedRow{
			position: watched{id: uuid.New(), levels: levelsOf(&p), entry: money.FromInt(100), quantity: money.MustParse("1.2345")},
			symbol:   "S" + strconv.Itoa(i%10), status: Open,
		}
		if i%2 == 0 {
			row.subscription = watchedSubscription{id: uuid.New(), allocated: money.FromInt(1000), percent: 20}
		}
		list.put(row, money.Zero)
	}
	list.touched = nil
	price, step := money.FromInt(100), money.MustParse("0.00000001")
	now := time.Now().UnixMicro()
	var hits []hit
	return func() error {
		price = price.Add(step)
		quote := market.Quote{Mark: price, Bid: price.Sub(step), Ask: price.Add(step)}
		for name := range list.symbols {
			if err := list.check(name, look{bar: plain(price), from: now, to: now}, quote, &hits); err != nil {
				return err
			}
		}
		for _, subscription := range list.touched {
			subscription.touched = false
		}
		list.touched = list.touched[:0]
		return nil
	}
}

// Deliver is a message for a stream.
func (s *Stream) Deliver(message Message) { s.tell(message) }

// LoseMessages is what streams are told when messages of other processes may have been lost.
func (s *Service) LoseMessages(ctx context.Context) error {
	h := &hub{service: s, wake: make(chan struct{}, 1), told: map[string][]string{}}
	h.changed(positionsTopic, "")
	return h.tellChanges(ctx)
}

// TellTogether tells the streams what happened during some work in one go, as a hub does that comes late.
func (s *Service) TellTogether(ctx context.Context, work func()) error {
	h := newHub(s)
	defer h.listen()()
	work()
	return h.tellChanges(ctx)
}

// LookAround tells the streams what they find by themselves when nobody tells them of some work, and then once
// more of work that they were told of.
func (s *Service) LookAround(ctx context.Context, untold, told func()) error {
	h := newHub(s)
	if err := h.look(ctx); err != nil {
		return err
	}
	untold()
	if err := errors.Join(h.look(ctx), h.tellChanges(ctx)); err != nil {
		return err
	}
	defer h.listen()()
	told()
	return errors.Join(h.tellChanges(ctx), h.look(ctx), h.tellChanges(ctx))
}
