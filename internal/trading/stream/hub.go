package stream

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// mostChanges is how many changes of a kind are kept until they are read; whoever is told of more has missed some.
const mostChanges = 1_000

// quoteInterval is how often streams are told quotes, and what could not be read is tried again.
const quoteInterval = time.Second

// streamHub is the worker that feeds the streams of the process. What has changed is read once for all of
// them, and not at all when nobody listens.
func (s *Service) streamHub() worker.Worker { return hubWorker{s} }

type hubWorker struct{ service *Service }

// Name is the worker's name.
func (hubWorker) Name() string { return "trading-stream" }

// Run feeds the streams until the context ends, and ends them then: they would miss what happens until it
// runs again. It never fails.
func (w hubWorker) Run(ctx context.Context) error {
	h := newHub(w.service)
	defer h.listen()()
	defer h.endAll()
	timer := time.NewTicker(quoteInterval)
	defer timer.Stop()
	looks := time.NewTicker(lookInterval)
	defer looks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-h.wake:
		case <-timer.C:
			h.tellQuotes()
		case <-looks.C:
			if err := worker.Turn(ctx, h.look); err != nil && ctx.Err() == nil {
				w.service.logger.Error("streams: cannot look for changes", "error", err)
			}
		}
		if err := worker.Turn(ctx, h.tellChanges); err != nil && ctx.Err() == nil {
			w.service.logger.Error("streams: cannot read what changed", "error", err)
		}
	}
}

// hub is one run of the worker.
type hub struct {
	service *Service
	wake    chan struct{}

	mu     sync.Mutex
	ticked map[string]bool     // symbols
	told   map[string][]string // payloads by topic
	missed bool                // messages of other processes may have been lost
	heard  map[uuid.UUID]time.Time

	looker looker
}

func newHub(s *Service) *hub {
	return &hub{
		service: s, wake: make(chan struct{}, 1), ticked: map[string]bool{}, told: map[string][]string{}, heard: map[uuid.UUID]time.Time{},
	}
}

func (h *hub) listen() (cancel func()) {
	ticks := h.service.market.Subscribe(h.tick)
	positions := h.service.db.Subscribe(trading.PositionsTopic, func(payload string) { h.changed(trading.PositionsTopic, payload) })
	signals := h.service.db.Subscribe(trading.SignalsTopic, func(payload string) { h.changed(trading.SignalsTopic, payload) })
	return func() {
		ticks()
		positions()
		signals()
	}
}

func (h *hub) idle() bool { return h.service.streams.count.Load() == 0 }

func (h *hub) tick(update market.Update) {
	if h.idle() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, tick := range update.Ticks {
		h.ticked[tick.Symbol] = true
	}
}

func (h *hub) changed(topic, payload string) {
	if h.idle() {
		return
	}
	h.mu.Lock()
	if h.missed = h.missed || payload == "" || len(h.told[topic]) >= mostChanges; !h.missed {
		h.told[topic] = append(h.told[topic], payload)
		h.hear(payload)
	}
	h.mu.Unlock()
	select {
	case h.wake <- struct{}{}:
	default: // it has not looked yet
	}
}

// tellQuotes tells every stream the quotes that have changed.
func (h *hub) tellQuotes() {
	h.mu.Lock()
	ticked := h.ticked
	h.ticked = map[string]bool{}
	h.mu.Unlock()
	streams := h.service.streams.all()
	if len(streams) == 0 {
		return
	}
	changed, all := map[string]market.Quote{}, map[string]market.Quote{}
	for _, instrument := range h.service.market.Instruments() {
		if quote, known := h.service.market.LastQuote(instrument.Symbol); known {
			all[instrument.Symbol] = quote
			if ticked[instrument.Symbol] {
				changed[instrument.Symbol] = quote
			}
		}
	}
	for _, stream := range streams {
		stream.quote(changed, all)
	}
}

// tellChanges tells the streams the signals and positions that concern them. When they cannot be read they
// are read the next time.
func (h *hub) tellChanges(ctx context.Context) error {
	h.mu.Lock()
	told, missed := h.told, h.missed
	h.told, h.missed = map[string][]string{}, false
	h.mu.Unlock()
	if missed {
		h.endAll()
		return nil
	}
	if h.idle() {
		return nil
	}
	err := h.tellSignals(ctx, told) // first: nobody hears of a position before the signal that it came from
	if err == nil {
		err = h.tellPositions(ctx, told)
	}
	if err != nil {
		h.mu.Lock()
		for topic, payloads := range told {
			h.told[topic] = append(payloads, h.told[topic]...)
		}
		h.mu.Unlock()
	}
	return err
}

func (h *hub) tellPositions(ctx context.Context, told map[string][]string) error {
	positions, err := trading.PositionsByID(ctx, h.service.db, trading.Identifiers(told[trading.PositionsTopic]))
	if err != nil {
		return fmt.Errorf("read positions: %w", err)
	}
	delete(told, trading.PositionsTopic)
	slices.SortFunc(positions, func(a, b *trading.Position) int { return slices.Compare(a.ID[:], b.ID[:]) })
	for _, position := range positions {
		if position.UserID == uuid.Nil {
			continue // a bot's
		}
		for _, stream := range h.service.streams.of(position.UserID) {
			stream.tell(Message{Position: position})
		}
	}
	return nil
}

func (h *hub) tellSignals(ctx context.Context, told map[string][]string) error {
	signals, err := trading.SignalsByID(ctx, h.service.db, trading.Identifiers(told[trading.SignalsTopic]))
	if err != nil {
		return fmt.Errorf("read signals: %w", err)
	}
	delete(told, trading.SignalsTopic)
	if len(signals) == 0 {
		return nil
	}
	slices.SortFunc(signals, func(a, b *trading.Signal) int { return slices.Compare(a.ID[:], b.ID[:]) })
	streams := h.service.streams.all()
	for _, signal := range signals {
		for _, stream := range streams {
			if stream.shows(signal) {
				stream.tell(Message{Signal: signal})
			}
		}
	}
	return nil
}

func (h *hub) endAll() {
	for _, stream := range h.service.streams.all() {
		stream.end(ErrStreamMissed)
	}
}
