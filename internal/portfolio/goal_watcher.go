package portfolio

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/money"
)

const (
	watchInterval = time.Hour
	watchBatch    = 500 // portfolios at a time
)

// goalWatcher is the worker that notices goals which were reached while nobody looked. Every replica may run
// it: of those that find the same goal, one tells.
type goalWatcher struct{ service *Service }

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

// watch looks at every portfolio with an open goal once, by user, so that the desk is asked once for each.
func (w *goalWatcher) watch(ctx context.Context) error {
	after := &watched{Portfolio: &Portfolio{}}
	for {
		page, err := readWatched(ctx, w.service.db, after, watchBatch)
		if err != nil || len(page) == 0 {
			return err
		}
		reached, err := w.reached(ctx, page)
		if err != nil {
			return err
		}
		if len(reached) > 0 {
			err := w.service.db.InTx(ctx, func(tx *database.Tx) error { return w.service.achieve(ctx, tx, reached...) })
			if err != nil {
				return err
			}
		}
		if len(page) < watchBatch {
			return nil
		}
		after = page[len(page)-1]
	}
}

// reached picks the portfolios that are worth at least their least open goal. A user whose accounts cannot be
// read is passed over until the next time, so that the goals of all others are still watched.
func (w *goalWatcher) reached(ctx context.Context, page []*watched) ([]*Portfolio, error) {
	portfolios := make([]*Portfolio, len(page))
	for i, item := range page {
		portfolios[i] = item.Portfolio
	}
	if err := readAccountIDs(ctx, w.service.db, portfolios); err != nil {
		return nil, err
	}
	var found []*Portfolio
	for first := 0; first < len(page); {
		user := page[first].UserID
		behind := first + 1
		for behind < len(page) && page[behind].UserID == user {
			behind++
		}
		reached, err := w.reachedByUser(ctx, page[first:behind])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			w.service.logger.WarnContext(ctx, "the goals of a user could not be watched",
				slog.String("user", user.String()), slog.Any("error", err))
		}
		found, first = append(found, reached...), behind
	}
	return found, nil
}

// reachedByUser is reached for portfolios of one user.
func (w *goalWatcher) reachedByUser(ctx context.Context, portfolios []*watched) ([]*Portfolio, error) {
	accounts, err := w.service.desk.Accounts(ctx, portfolios[0].TenantID, portfolios[0].UserID)
	if err != nil {
		return nil, err
	}
	var found []*Portfolio
	for _, item := range portfolios {
		if err := item.fill(accounts); err != nil {
			return nil, err
		}
		if !item.least.GreaterThan(item.TotalValue) {
			found = append(found, item.Portfolio)
		}
	}
	return found, nil
}

// watched is a portfolio with open goals.
type watched struct {
	*Portfolio
	least money.Decimal // the least amount that an open goal asks for
}

// readWatched reads portfolios with open goals behind another one, by user.
func readWatched(ctx context.Context, from database.Querier, after *watched, limit int) ([]*watched, error) {
	rows, err := from.Query(ctx, `
		SELECT `+portfolioColumns+`, (
			SELECT MIN(g.target_amount) FROM portfolio_goals g WHERE g.portfolio_id = portfolios.id AND g.achieved_at IS NULL)
		FROM portfolios
		WHERE (user_id, id) > ($1, $2) AND EXISTS (
			SELECT 1 FROM portfolio_goals g WHERE g.portfolio_id = portfolios.id AND g.achieved_at IS NULL)
		ORDER BY user_id, id LIMIT $3`, after.UserID, after.ID, limit)
	return database.Collect(rows, err, func(row database.Row) (*watched, error) {
		item := &watched{Portfolio: &Portfolio{}}
		err := row.Scan(append(item.columns(), &item.least)...)
		return item, err
	})
}
