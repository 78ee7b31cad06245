package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// lookInterval is how often the hub looks for changes whose notification it may have missed.
	lookInterval = 15 * time.Second
	// mostSignals is how many signals are read at once.
	mostSignals = 1_000
)

// streamHub is the worker that feeds the streams of the process from the journal. Changes are read once for all streams,
// and not at all when there are none.
func (s *Service) streamHub() worker.Worker { return hubWorker{s} }

type hubWorker struct{ service *Service }

// Name is the worker's name.
func (hubWorker) Name() string { return "trading-stream" }

// Run feeds the streams until the context ends. Then it frees the streams' places for other processes: whoever stops this
// process ends its streams. A failure is logged, and what could not be read is read a second later; Run fails when it
// cannot begin.
func (w hubWorker) Run(ctx context.Context) error {
	h := &hub{service: w.service}
	defer h.listen()()
	defer h.service.leave(ctx)
	if err := worker.Turn(ctx, h.service.enter); err != nil && ctx.Err() == nil {
		return err
	}
	second := time.NewTicker(quoteInterval)
	defer second.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-h.service.wake:
			h.turn(ctx, h.tellChanges)
		case <-second.C:
			h.turn(ctx, h.everySecond)
		}
	}
}

// hub is one run of the worker.
type hub struct {
	service   *Service
	lookedAt  time.Time
	renewedAt time.Time
}

func (h *hub) turn(ctx context.Context, work func(ctx context.Context) error) {
	if h.service.Streams() == 0 && !h.service.places.anyFreed() {
		return
	}
	if err := worker.Turn(ctx, work); err != nil && ctx.Err() == nil {
		h.service.logger.Error("streams: cannot read what happened; trying again", "error", err)
	}
}

// everySecond does the periodic work, each part even if another fails.
func (h *hub) everySecond(ctx context.Context) error {
	now := time.Now()
	var failed, renewed error
	if now.Sub(h.lookedAt) >= lookInterval {
		h.lookedAt, failed = now, h.look(ctx)
	}
	if h.service.Streams() > 0 && now.Sub(h.renewedAt) >= renewInterval { // without streams there are no places to keep
		h.renewedAt, renewed = now, h.service.renewLease(ctx)
	}
	return errors.Join(failed, h.tellChanges(ctx), h.tellFigures(ctx), renewed, h.service.freePlaces(ctx))
}

func (h *hub) listen() (cancel func()) {
	db, streams := h.service.db, &h.service.streams
	changes := db.Subscribe(trading.ChangesTopic, func(payload string) {
		h.hear(payload, func(users []uuid.UUID) bool {
			streams.figuresDue(users)
			return streams.changed(users)
		})
	})
	moved := db.Subscribe(trading.MoneyTopic, func(payload string) {
		h.hear(payload, func(users []uuid.UUID) bool {
			streams.figuresDue(users)
			return false // they are read within a second
		})
	})
	signals := db.Subscribe(trading.SignalsTopic, func(payload string) {
		h.hear(payload, func([]uuid.UUID) bool {
			streams.signalled()
			return true
		})
	})
	return func() {
		changes()
		moved()
		signals()
	}
}

// hear notes a notification, and wakes the hub if it is to be read at once. An empty one means that any may have been lost.
func (h *hub) hear(payload string, note func(named []uuid.UUID) (isUrgent bool)) {
	switch {
	case h.service.Streams() == 0:
	case payload == "":
		h.service.streams.changedAll()
		h.service.wake.Notify()
	case note(database.IDs(payload)):
		h.service.wake.Notify()
	}
}

// look finds what another process committed but died before announcing.
func (h *hub) look(ctx context.Context) error {
	changed, err := trading.ChangedBehind(ctx, h.service.db, h.service.streams.allTold())
	if err != nil {
		return fmt.Errorf("look for changes: %w", err)
	}
	h.service.streams.changed(changed)
	h.service.streams.figuresDue(changed)
	h.service.streams.signalled()
	return nil
}

// tellChanges sends the streams their signals and changes. Changes are read first and sent last, so that nobody sees a
// position before the signal that it came from. What cannot be read is read next time.
func (h *hub) tellChanges(ctx context.Context) error {
	users := h.service.streams.takeDirty()
	numbers := make(map[uuid.UUID]int64, len(users))
	for user, told := range users {
		numbers[user] = told.number
	}
	changes, err := trading.ChangesBehind(ctx, h.service.db, numbers)
	if err == nil {
		err = h.tellSignals(ctx)
	}
	if err != nil {
		h.service.streams.putBack(users)
		return fmt.Errorf("read changes: %w", err)
	}
	for len(changes) > 0 {
		user, count := changes[0].UserID, 1
		for count < len(changes) && changes[count].UserID == user {
			count++
		}
		for _, stream := range users[user].streams {
			stream.tellChanges(changes[:count])
		}
		changes = changes[count:]
	}
	return nil
}

func (h *hub) tellSignals(ctx context.Context) error {
	for {
		round, isDirty := h.service.streams.takeSignals()
		if !isDirty {
			return nil
		}
		signals, err := trading.SignalsBehind(ctx, h.service.db, round.number, mostSignals)
		if err != nil {
			h.service.streams.signalsTold(round.number, true)
			return fmt.Errorf("read signals: %w", err)
		}
		last := round.number
		if len(signals) > 0 {
			last = signals[len(signals)-1].Number
		}
		for _, stream := range round.streams {
			stream.tellSignals(signals)
		}
		h.service.streams.signalsTold(last, len(signals) == mostSignals)
	}
}
