package risk

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	watchPage = 5000 // positions or orders that are read at once
	// mostClosings is how many positions are closed, or orders filled, in one transaction: few enough that nobody waits long for
	// the accounts it holds.
	mostClosings = 200
	// closingLimit bounds a transaction of closings, which goes on when the process is told to stop.
	closingLimit = 30 * time.Second
	// mostTold is how many changes are kept apart; beyond that it is cheaper to read everything again.
	mostTold = 1_000
	// gatherTime is how long the monitor waits, when it is told that a position or an order has changed, for others that
	// change in the same moment: it reads them together. A price is held against all of them at once.
	gatherTime = 5 * time.Millisecond
	// reloadInterval is how long the monitor trusts that it is told of every change.
	reloadInterval = time.Minute
)

// riskMonitor is the worker that closes positions at their stops, targets and liquidations, and what waited for its
// market to open, lets stops follow the price, and fills working orders. A companion goes along with it.
//
// It watches all open positions and working orders in memory: a tick costs a few comparisons for each position of its
// symbol, one for all of its orders that it does not reach, and no query. Every process may watch the same positions,
// because what is to be closed is decided again under the lock of its account. After a restart the first tick decides:
// a price that has left a level behind meanwhile fills at the open, as it does for everybody who was away.
func (s *Service) riskMonitor() worker.Worker { return monitorWorker{s} }

type monitorWorker struct{ service *Service }

// Name is the worker's name.
func (monitorWorker) Name() string { return "risk-monitor" }

// Run watches until the context ends; closings that have begun are finished. It fails when the positions
// cannot be read at the start. Later failures are logged and tried again.
func (w monitorWorker) Run(ctx context.Context) error {
	m := w.service.NewMonitor()
	defer m.Listen()()
	if err := worker.Turn(ctx, m.refresh); err != nil && ctx.Err() == nil {
		return err
	}
	// Another process may have died between committing a position and telling of it.
	looks := time.NewTicker(reloadInterval)
	defer looks.Stop()
	tries := time.NewTimer(reloadInterval)
	defer tries.Stop()
	gathered := time.NewTimer(reloadInterval)
	defer gathered.Stop()
	gathers := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.told:
			if !gathers { // else those that have waited longest would wait on
				gathers = true
				gathered.Reset(gatherTime)
			}
		case <-gathered.C:
			gathers = false
			m.turn(ctx)
		case <-m.wake:
			m.turn(ctx)
		case <-tries.C:
			m.turn(ctx)
		case <-looks.C:
			m.changed("")
			m.ordersChanged("")
		}
		tries.Reset(m.untilNextTry())
	}
}

// turn is one step as the worker's turn. What cannot be done is logged and tried again; it counts as a failure of the
// turn, so that a monitor that fails again and again is seen.
func (m *Monitor) turn(ctx context.Context) {
	_ = worker.Turn(ctx, func(ctx context.Context) error {
		m.failure = nil
		m.step(ctx)
		return m.failure
	})
}

// Monitor is one run of the worker. What arrives is kept under the lock until the worker's goroutine takes
// it; the rest belongs to that goroutine.
type Monitor struct {
	service *Service
	wake    worker.Wake // to look at once
	told    worker.Wake // to look soon

	mu            sync.Mutex
	seen          map[string][]look // what prices did since they were last looked at, the oldest first
	tickedAt      int64             // when the last tick came, in microseconds
	positionsTold news
	ordersTold    news

	queueTold bool // something waits to be sold that the queue does not know of

	list      *watchlist
	orders    *orderList
	companion Companion
	looks     map[string][]look
	hits      []hit // not settled yet
	queue     closingQueue

	failure error // the last one of the step under way
}

// NewMonitor makes a monitor that hears nothing yet.
func (s *Service) NewMonitor() *Monitor {
	return &Monitor{
		service: s, wake: worker.NewWake(), told: worker.NewWake(), seen: map[string][]look{}, queueTold: true,
		positionsTold: news{renewed: true}, ordersTold: news{renewed: true},
		list: newWatchlist(), orders: newOrderList(), companion: s.newCompanion(), looks: map[string][]look{},
	}
}

// Listen takes what the market and other transactions tell until the returned function is called.
func (m *Monitor) Listen() (cancel func()) {
	ticks := m.service.market.Subscribe(m.ticked)
	changes := m.service.db.Subscribe(trading.PositionsTopic, m.changed)
	orders := m.service.db.Subscribe(trading.OrdersTopic, m.ordersChanged)
	closings := m.service.db.Subscribe(trading.ClosingsTopic, func(string) {
		m.mu.Lock()
		m.queueTold = true
		m.mu.Unlock()
		m.Wake()
	})
	return func() {
		ticks()
		changes()
		orders()
		closings()
	}
}

// mostLooks is how many ticks of a symbol are kept apart while the monitor is busy. Beyond that they are
// joined, and whether the price jumped between two of them is no longer known.
const mostLooks = 64

// ticked keeps what prices did, so that nothing is lost while the monitor is busy.
func (m *Monitor) ticked(update market.Update) {
	m.mu.Lock()
	now := m.service.now()
	if at := database.Micros(now); at < m.tickedAt { // the clock was set back, and what was opened before that seems to lie ahead
		m.positionsTold.add("")
		m.ordersTold.add("")
	}
	m.tickedAt = database.Micros(now)
	for _, tick := range update.Ticks {
		next := look{bar: barOf(tick), from: database.Micros(tick.Since(now)), to: database.Micros(now)}
		before := m.seen[tick.Symbol]
		if last := len(before) - 1; last+1 == mostLooks {
			before[last] = look{bar: before[last].join(next.bar), from: before[last].from, to: next.to}
		} else {
			m.seen[tick.Symbol] = append(before, next)
		}
	}
	m.mu.Unlock()
	m.Wake()
}

// changed keeps which positions to read again; an empty payload is all of them.
func (m *Monitor) changed(payload string) { m.note(&m.positionsTold, payload) }

// ordersChanged keeps which orders to read again; an empty payload is all of them.
func (m *Monitor) ordersChanged(payload string) { m.note(&m.ordersTold, payload) }

func (m *Monitor) note(told *news, payload string) {
	m.mu.Lock()
	told.add(payload)
	m.mu.Unlock()
	m.told.Notify()
}

// Wake has the monitor look again at once.
func (m *Monitor) Wake() { m.wake.Notify() }

// Step deals with everything that has arrived, and with what that brings about, until nothing is left to do now. What
// cannot be done is logged and tried again by a later step.
func (m *Monitor) Step(ctx context.Context) {
	m.step(ctx)
	for {
		select {
		case <-m.wake:
		case <-m.told:
		default:
			return
		}
		m.step(ctx)
	}
}

// step deals with everything that has arrived.
func (m *Monitor) step(ctx context.Context) {
	m.mu.Lock()
	m.seen, m.looks = m.looks, m.seen
	m.mu.Unlock()
	if err := m.refresh(ctx); err != nil && ctx.Err() == nil {
		m.Complain("read what changed", err)
	}
	m.check()
	m.checkFresh()
	m.orders.expire(m.nowMicros(), &m.hits)
	clear(m.looks)
	// Closings change what the companion follows. They are told like any other change, which wakes the monitor
	// again: until then there is nothing sound to judge by.
	if closed := m.settleHits(ctx); !closed {
		m.companion.Act(ctx, m)
	}
	m.closeQueued(ctx)
}

// Complain logs what will be tried again and keeps it as the step's failure. That a market is closed is nobody's fault.
func (m *Monitor) Complain(what string, err error, attributes ...any) {
	level := slog.LevelError
	if market.NoPriceNow(err) || errors.Is(err, context.Canceled) { // the process stops
		level = slog.LevelInfo
	} else {
		m.failure = err
	}
	m.service.logger.Log(context.Background(), level, "risk monitor: cannot "+what, append(attributes, "error", err)...)
}

// check holds the prices against the positions.
func (m *Monitor) check() {
	for symbol, looks := range m.looks {
		quote, known := m.service.market.LastQuote(symbol)
		if !known {
			continue
		}
		for _, seen := range looks {
			err := m.list.check(symbol, seen, quote, &m.hits)
			if err == nil && m.service.market.Open(symbol, time.UnixMicro(seen.to)) {
				err = m.orders.check(symbol, seen, quote, &m.hits)
			}
			if err != nil {
				m.Complain("judge a price", err, "symbol", symbol)
				continue
			}
			m.companion.Mark(symbol, seen.close)
		}
	}
}

// forget is called when a position is closed.
func (m *Monitor) forget(position uuid.UUID) {
	m.list.remove(position)
	m.companion.Forget(position)
}

// ReadAgain has a position read again.
func (m *Monitor) ReadAgain(position uuid.UUID) { m.changed(position.String()) }

func (m *Monitor) nowMicros() int64 { return database.Micros(m.service.now()) }

func (m *Monitor) mark(symbol string) money.Decimal {
	quote, _ := m.service.market.LastQuote(symbol)
	return quote.Mark
}
