package alerts

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/worker"
)

const (
	watchPage = 5000 // alerts read at once
	// mostTold is how many changes are kept individually; beyond that it is cheaper to read everything again.
	mostTold = 1_000
	// reloadInterval is how long the monitor relies on notifications before it reads everything again.
	reloadInterval = time.Minute
)

// monitorWorker is the worker that fires alerts. Every process may watch the same ones, because whether one fires is
// decided again under the lock of its row. After a restart the first tick decides: a level that the price has passed
// meanwhile counts as reached.
type monitorWorker struct{ service *Service }

// Name is the worker's name.
func (monitorWorker) Name() string { return "alert-monitor" }

// Run watches until the context ends. Failures are logged and retried.
func (w monitorWorker) Run(ctx context.Context) error {
	m := w.service.NewMonitor()
	defer m.Listen()()
	return worker.Loop(ctx, m.wake, m.step)
}

// Monitor is one run of the worker. Incoming data is kept under the lock until the worker's goroutine takes it; everything
// else belongs to that goroutine.
type Monitor struct {
	service *Service
	wake    worker.Wake

	mu      sync.Mutex
	seen    map[string]look // price movements since the last look
	told    []string        // payloads of alertsTopic
	renewed bool            // anything may have changed

	list       *watchedAlerts
	looks      map[string]look
	hits       []hit // not yet fired
	reloadedAt time.Time
	failure    error // the last one of the current step
}

// NewMonitor makes a monitor that is not listening yet.
func (s *Service) NewMonitor() *Monitor {
	return &Monitor{
		service: s, wake: worker.NewWake(), seen: map[string]look{}, looks: map[string]look{}, renewed: true, list: newWatchedAlerts(),
	}
}

// Listen receives ticks and notifications until the returned function is called.
func (m *Monitor) Listen() (cancel func()) {
	ticks := m.service.market.Subscribe(m.ticked)
	changes := m.service.db.Subscribe(alertsTopic, m.changed)
	return func() {
		ticks()
		changes()
	}
}

// ticked keeps price movements, so that nothing is lost while the monitor is busy.
func (m *Monitor) ticked(update market.Update) {
	now := m.service.now()
	m.mu.Lock()
	for _, tick := range update.Ticks {
		next := lookAt(tick, database.Micros(tick.Since(now)))
		if before, isKnown := m.seen[tick.Symbol]; isKnown {
			next = before.join(next)
		}
		m.seen[tick.Symbol] = next
	}
	m.mu.Unlock()
	m.wake.Notify()
}

// changed notes alerts to read again; an empty payload means all of them.
func (m *Monitor) changed(payload string) {
	m.mu.Lock()
	if payload == "" || len(m.told) == mostTold {
		m.renewed, m.told = true, nil
	}
	if !m.renewed {
		m.told = append(m.told, payload)
	}
	m.mu.Unlock()
	m.wake.Notify()
}

// Step processes everything that has arrived and returns when to try again. Failures are logged and retried by a later
// step.
func (m *Monitor) Step(ctx context.Context) (wait time.Duration, err error) {
	m.failure = nil
	m.mu.Lock()
	m.seen, m.looks = m.looks, m.seen
	m.renewed = m.renewed || time.Since(m.reloadedAt) >= reloadInterval // a process may have died before announcing a change
	m.mu.Unlock()
	if err := m.refresh(ctx); err != nil && ctx.Err() == nil {
		m.complain("read what changed", err)
	}
	for symbol, seen := range m.looks {
		m.hits = append(m.hits, m.list.check(symbol, seen)...)
	}
	clear(m.looks)
	m.fireHits(ctx)
	return m.untilNextTry(), m.failure
}

func (m *Monitor) step(ctx context.Context) (wait time.Duration, err error) {
	wait, err = m.Step(ctx)
	return wait, worker.Handled(err)
}

func (m *Monitor) complain(what string, err error, attributes ...any) {
	m.failure = err
	m.service.logger.Error("alert monitor: cannot "+what, append(attributes, "error", err)...)
}

// refresh reads the alerts that have changed. If that fails they are read next time.
func (m *Monitor) refresh(ctx context.Context) error {
	m.mu.Lock()
	told, renewed := m.told, m.renewed
	m.told, m.renewed = nil, false
	m.mu.Unlock()
	if renewed {
		err := m.reload(ctx)
		if err != nil {
			m.mu.Lock()
			m.renewed, m.told = true, nil
			m.mu.Unlock()
		}
		return err
	}
	if len(told) == 0 {
		return nil
	}
	found, err := alertsByID(ctx, m.service.db, database.IDs(told...))
	if err != nil {
		m.mu.Lock()
		m.told = append(told, m.told...)
		m.mu.Unlock()
		return fmt.Errorf("read alerts: %w", err)
	}
	for _, alert := range found {
		m.put(m.list, alert)
	}
	return nil
}

// put watches an alert. One whose levels are not valid prices is logged instead.
func (m *Monitor) put(list *watchedAlerts, alert *Alert) {
	if err := list.put(alert); err != nil {
		m.complain("watch an alert", err, "alertId", alert.ID)
	}
}

// reload reads all working alerts, a page at a time. Those that change meanwhile are announced, and read again.
func (m *Monitor) reload(ctx context.Context) error {
	fresh := newWatchedAlerts()
	var after uuid.UUID
	for {
		page, err := workingAlerts(ctx, m.service.db, after, watchPage)
		if err != nil {
			return fmt.Errorf("read working alerts: %w", err)
		}
		for _, alert := range page {
			m.put(fresh, alert)
		}
		if len(page) < watchPage {
			break
		}
		after = page[len(page)-1].ID
	}
	// A firing in progress remains; one that was fired or cancelled elsewhere meanwhile is dropped.
	m.hits = slices.DeleteFunc(m.hits, func(h hit) bool {
		found, isWorking := fresh.places[h.alert]
		if isWorking {
			found.symbol.alerts[found.index].firing = true
		}
		return !isWorking
	})
	m.list, m.reloadedAt = fresh, time.Now()
	return nil
}
