package portfolio

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	watchInterval = time.Hour
	watchBatch    = 500 // portfolios at a time
)

// goalWatcher is the worker that notices goals which were reached while nobody looked. Every replica may run
// it: of those that find the same goal, one tells.
type goalWatcher struct {
	service *Service
	looked  time.Time // when all open goals were last looked at; zero before the first time
}

// Name is the worker's name.
func (w *goalWatcher) Name() string { return "goal-watcher" }

// Run looks at all open goals, at once and then every hour, until the context ends. It fails when the
// database does.
func (w *goalWatcher) Run(ctx context.Context) error {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		if err := w.watch(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("watch the goals: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// watch looks at the portfolios with open goals whose worth can have changed since the last time. It takes a few
// statements for each batch of them, however many goals and users there are in it.
func (w *goalWatcher) watch(ctx context.Context) error {
	now := w.service.now()
	after := &Portfolio{}
	for {
		page, err := readWatched(ctx, w.service.db, after, watchBatch)
		if err != nil {
			return err
		}
		if err := w.look(ctx, page); err != nil {
			return err
		}
		if len(page) < watchBatch {
			break
		}
		after = page[len(page)-1]
	}
	w.looked = now
	return nil
}

// look marks the goals of portfolios that are reached. A user whose accounts cannot be read is passed over until
// the next time, so that the goals of all others are still watched.
func (w *goalWatcher) look(ctx context.Context, page []*Portfolio) error {
	s := w.service
	accounts, err := w.accountsOf(ctx, page)
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
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.mark(ctx, tx, byID, reached) })
}

// accountsOf reads the accounts of those owners of portfolios that can have changed: all at once, and one by one
// when that fails.
func (w *goalWatcher) accountsOf(ctx context.Context, page []*Portfolio) (map[uuid.UUID][]Account, error) {
	var users []uuid.UUID
	for i, portfolio := range page {
		if i == 0 || page[i-1].UserID != portfolio.UserID {
			users = append(users, portfolio.UserID)
		}
	}
	if len(users) == 0 {
		return nil, nil
	}
	all, err := w.service.desk.AccountsOf(ctx, users, w.looked)
	if err == nil || ctx.Err() != nil {
		return all, err
	}
	all = make(map[uuid.UUID][]Account, len(users))
	for _, user := range users {
		own, err := w.service.desk.AccountsOf(ctx, []uuid.UUID{user}, time.Time{})
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
	w.service.logger.WarnContext(ctx, "the goals of a user could not be watched",
		slog.String("user", user.String()), slog.Any("error", err))
}
