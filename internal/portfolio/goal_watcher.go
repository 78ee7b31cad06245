package portfolio

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	watchInterval = time.Hour
	// againInterval is when to look again at goals that were locked.
	againInterval = time.Minute
	watchBatch    = 500 // portfolios at a time
	// markWait is how long marking goals waits for a goal that its owner is changing.
	markWait = 100 * time.Millisecond
)

// goalWatcher is the worker that notices goals that were reached while nobody looked. Every replica may run it: of
// those that find the same goal, one publishes it.
type goalWatcher struct {
	service *Service
	looked  time.Time // when all open goals were last checked; zero before the first time

	left     map[uuid.UUID]bool // users to check next time even if nothing has changed, because they were skipped
	isLocked bool               // because a goal to be marked was locked
}

// Name is the worker's name.
func (w *goalWatcher) Name() string { return "goal-watcher" }

// Run checks all open goals, at once and then every hour, until the context ends; sooner when something was locked.
// It fails when the database does.
func (w *goalWatcher) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, func(ctx context.Context) (time.Duration, error) {
		if err := w.watch(ctx); err != nil {
			return 0, fmt.Errorf("watch the goals: %w", err)
		}
		if w.isLocked {
			return againInterval, nil
		}
		return watchInterval, nil
	})
}

// watch checks the portfolios with open goals whose value can have changed since the last time. It needs a few
// statements for each batch of them, however many goals and users the batch has.
func (w *goalWatcher) watch(ctx context.Context) error {
	now := w.service.now()
	before := w.left
	w.left, w.isLocked = map[uuid.UUID]bool{}, false
	isDone := false
	defer func() {
		if !isDone { // users that it did not reach are still left
			maps.Copy(w.left, before)
		}
	}()
	after := &Portfolio{}
	for {
		worker.Progress(ctx)
		page, err := readWatched(ctx, w.service.db, after, watchBatch)
		if err != nil {
			return err
		}
		if err := w.look(ctx, page, before); err != nil {
			return err
		}
		if len(page) < watchBatch {
			break
		}
		after = page[len(page)-1]
	}
	w.looked, isDone = now, true
	return nil
}

// look marks the reached goals of portfolios. A user whose accounts cannot be read is skipped until the next time, so
// that all other goals are still watched.
func (w *goalWatcher) look(ctx context.Context, page []*Portfolio, left map[uuid.UUID]bool) error {
	s := w.service
	accounts, err := w.accountsOf(ctx, page, left)
	if err != nil {
		return err
	}
	var changed []*Portfolio
	byID := map[uuid.UUID]*Portfolio{}
	for _, portfolio := range page {
		if accounts[portfolio.UserID] != nil {
			changed, byID[portfolio.ID] = append(changed, portfolio), portfolio
		}
	}
	if err := readAccountIDs(ctx, s.db, changed); err != nil {
		return err
	}
	goals, err := readGoals(ctx, s.db, changed...)
	if err != nil {
		return err
	}
	var reached []*Goal
	for _, portfolio := range changed {
		if err := portfolio.fill(accounts[portfolio.UserID]); err != nil {
			w.passOver(ctx, portfolio.UserID, err)
			continue
		}
		shareOut(portfolio.TotalValue, goals[portfolio.ID])
		for _, goal := range goals[portfolio.ID] {
			if goal.isReached() {
				reached = append(reached, goal)
			}
		}
	}
	if len(reached) == 0 {
		return nil
	}
	return w.markReached(ctx, byID, reached)
}

// markReached marks goals in one transaction. If that fails although the database answers, one of them is the cause,
// or its owner is changing it: then each is marked separately, and those that fail are skipped.
func (w *goalWatcher) markReached(ctx context.Context, portfolios map[uuid.UUID]*Portfolio, reached []*Goal) error {
	err := w.tryMark(ctx, portfolios, reached)
	if err == nil || ctx.Err() != nil || !database.IsLocked(err) && database.IsOutage(err) {
		return err
	}
	for _, goal := range reached {
		err := w.tryMark(ctx, portfolios, []*Goal{goal})
		if err == nil {
			continue
		}
		if ctx.Err() != nil || !database.IsLocked(err) && database.IsOutage(err) {
			return err
		}
		w.passOver(ctx, portfolios[goal.PortfolioID].UserID, err)
	}
	return nil
}

// tryMark marks copies of goals: if they are rolled back, the originals are still unmarked.
func (w *goalWatcher) tryMark(ctx context.Context, portfolios map[uuid.UUID]*Portfolio, reached []*Goal) error {
	return w.service.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, markWait); err != nil {
			return err
		}
		copies := make([]*Goal, len(reached))
		for i, goal := range reached {
			copied := *goal
			copies[i] = &copied
		}
		return w.service.mark(ctx, tx, portfolios, copies)
	})
}

// accountsOf reads the accounts of portfolio owners that can have changed or were left the last time: all at once,
// and one by one if that fails.
func (w *goalWatcher) accountsOf(ctx context.Context, page []*Portfolio, left map[uuid.UUID]bool) (map[uuid.UUID][]Account, error) {
	var users, again []uuid.UUID
	for i, portfolio := range page {
		if i > 0 && page[i-1].UserID == portfolio.UserID {
			continue
		}
		users = append(users, portfolio.UserID)
		if left[portfolio.UserID] {
			again = append(again, portfolio.UserID)
		}
	}
	if len(users) == 0 {
		return nil, nil
	}
	all, err := w.service.accounts.AccountsOf(ctx, users, w.looked)
	if err == nil && len(again) > 0 {
		var unchanged map[uuid.UUID][]Account
		if unchanged, err = w.service.accounts.AccountsOf(ctx, again, time.Time{}); err == nil {
			maps.Copy(unchanged, all)
			all = unchanged
		}
	}
	if err == nil || ctx.Err() != nil {
		return all, err
	}
	all = make(map[uuid.UUID][]Account, len(users))
	for _, user := range users {
		own, err := w.service.accounts.AccountsOf(ctx, []uuid.UUID{user}, time.Time{})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			w.passOver(ctx, user, err)
			continue
		}
		all[user] = own[user]
	}
	return all, nil
}

func (w *goalWatcher) passOver(ctx context.Context, user uuid.UUID, err error) {
	w.left[user] = true
	w.isLocked = w.isLocked || database.IsLocked(err)
	w.service.logger.WarnContext(ctx, "the goals of a user could not be watched",
		slog.String("user", user.String()), slog.Any("error", err))
}
