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
	watchPage = 5000 // positions or orders read at once
	// mostClosings is how many positions are closed, or orders filled, in one transaction: few enough that nobody waits
	// long for its account locks.
	mostClosings = 200
	// closingLimit limits the duration of a transaction of closings, which continues when the process is told to stop.
	closingLimit = 30 * time.Second
	// mostTold is how many changes are kept individually; beyond that it is cheaper to read everything again.
	mostTold = 1_000
	// gatherTime is how long the monitor waits after a notification that a position or an order has changed, for others
	// that change at the same time: it reads them together. A price is checked against all of them at once.
	gatherTime = 5 * time.Millisecond
	// reloadInterval is how long the monitor relies on notifications before it reads everything again.
	reloadInterval = time.Minute
)

// riskMonitor is the worker that closes positions at their stops, targets and liquidations, and those that were waiting for
// their market to open, moves trailing stops, and fills working orders. A companion runs along with it.
//
// It watches all open positions and working orders in memory: a tick costs a few comparisons for each position of its
// symbol, one for all orders that it does not reach, and no query. Every process may watch the same positions, because each
// closing is decided again under the lock of its account. After a restart the first tick decides: if the price has passed a
// level meanwhile, it fills at the open, as for any market participant who was away.
func (s *Service) riskMonitor() worker.Worker { return monitorWorker{s} }

type monitorWorker struct{ service *Service }

// Name is the worker's name.
func (monitorWorker) Name() string { return "risk-monitor" }

// Run watches until the context ends; closings already begun are finished. It fails when the positions cannot be read at
// the start. Later failures are logged and retried.
func (w monitorWorker) Run(ctx context.Context) error {
	m := w.service.NewMonitor()
	defer m.Listen()()
	if err := worker.Turn(ctx, m.refresh); err != nil && ctx.Err() == nil {
		return err
	}
	// Another process may have died between committing a position and announcing it.
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
			if !gathers { // otherwise those that have waited longest would keep waiting
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

// turn runs one step as the worker's turn. Failures are logged and retried; they also fail the turn, so that a monitor that
// keeps failing is noticed.
func (m *Monitor) turn(ctx context.Context) {
	_ = worker.Turn(ctx, func(ctx context.Context) error {
		m.failure = nil
		m.step(ctx)
		return m.failure
	})
}

// Monitor is one run of the worker. Incoming data is kept under the lock until the worker's goroutine takes it; everything
// else belongs to that goroutine.
type Monitor struct {
	service *Service
	wake    worker.Wake // to look at once
	told    worker.Wake // to look soon

	mu            sync.Mutex
	seen          map[string][]look // price movements since the last look, oldest first
	tickedAt      int64             // time of the last tick, in microseconds
	positionsTold news
	ordersTold    news

	queueTold bool // something is queued to be sold that closingQueue does not know of

	list      *watchlist
	orders    *orderList
	companion Companion
	looks     map[string][]look
	hits      []hit // not yet settled
	queue     closingQueue

	failure error // the last one of the current step
}

// NewMonitor makes a monitor that is not listening yet.
func (s *Service) NewMonitor() *Monitor {
	return &Monitor{
		service: s, wake: worker.NewWake(), told: worker.NewWake(), seen: map[string][]look{}, queueTold: true,
		positionsTold: news{renewed: true}, ordersTold: news{renewed: true},
		list: newWatchlist(), orders: newOrderList(), companion: s.newCompanion(), looks: map[string][]look{},
	}
}

// Listen receives ticks and notifications until the returned function is called.
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

// mostLooks is how many ticks of a symbol are kept separately while the monitor is busy. Beyond that they are joined, and
// it is no longer known whether the price jumped between two of them.
const mostLooks = 64

// ticked keeps price movements, so that nothing is lost while the monitor is busy.
func (m *Monitor) ticked(update market.Update) {
	m.mu.Lock()
	now := m.service.now()
	if at := database.Micros(now); at < m.tickedAt { // the clock was set back: earlier openings seem to lie ahead
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

// changed notes positions to read again; an empty payload means all of them.
func (m *Monitor) changed(payload string) { m.note(&m.positionsTold, payload) }

// ordersChanged notes orders to read again; an empty payload means all of them.
func (m *Monitor) ordersChanged(payload string) { m.note(&m.ordersTold, payload) }

func (m *Monitor) note(told *news, payload string) {
	m.mu.Lock()
	told.add(payload)
	m.mu.Unlock()
	m.told.Notify()
}

// Wake makes the monitor take another step at once.
func (m *Monitor) Wake() { m.wake.Notify() }

// Step processes everything that has arrived, and its consequences, until there is nothing left to do now. Failures are
// logged and retried by a later step.
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

// step processes everything that has arrived.
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
	// Closings change what the companion tracks. They are announced like any other change, which wakes the monitor again:
	// until then the companion has no consistent state to act on.
	if closed := m.settleHits(ctx); !closed {
		m.companion.Act(ctx, m)
	}
	m.closeQueued(ctx)
}

// Complain logs a failure that will be retried and keeps it as the step's failure. A closed market is not a failure.
func (m *Monitor) Complain(what string, err error, attributes ...any) {
	level := slog.LevelError
	if market.NoPriceNow(err) || errors.Is(err, context.Canceled) { // the process is stopping
		level = slog.LevelInfo
	} else {
		m.failure = err
	}
	m.service.logger.Log(context.Background(), level, "risk monitor: cannot "+what, append(attributes, "error", err)...)
}

// check checks the prices against the positions.
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
