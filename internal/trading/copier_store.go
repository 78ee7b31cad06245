package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// nextToCopy takes the oldest signal behind the given one that is to be copied, that no other replica
// has taken, and that no older one of the same bot and symbol is before. It fails with NOT_FOUND when there
// is none.
func nextToCopy(ctx context.Context, tx *database.Tx, behind uuid.UUID) (*Signal, error) {
	return scanSignal(tx.QueryRow(ctx, `
		SELECT `+signalColumns+` FROM signals
		WHERE copied_at IS NULL AND id > $1 AND NOT EXISTS (
			SELECT 1 FROM signals older
			WHERE older.copied_at IS NULL AND older.bot_id = signals.bot_id AND older.symbol = signals.symbol AND older.id < signals.id)
		ORDER BY id LIMIT 1`+takeTurn(tx), behind))
}

// takeTurn is SkipLocked without the key: whoever executes the signal by hand refers to it with an account
// held that the copier may wait for.
func takeTurn(tx *database.Tx) string {
	if tx.Engine() == database.Postgres {
		return " FOR NO KEY UPDATE SKIP LOCKED"
	}
	return ""
}

func markCopied(ctx context.Context, tx *database.Tx, signal *Signal, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE signals SET copied_at = $2 WHERE id = $1`, signal.ID, database.Micros(now))
	return err
}

// subscriptionsToCopy reads the next subscriptions that a signal is to be brought to, in the order of their
// ids: they were there when it was published, and nothing has become of it for their owners yet.
func subscriptionsToCopy(ctx context.Context, tx *database.Tx, signal *Signal, behind uuid.UUID, limit int) ([]*Subscription, error) {
	rows, err := tx.Query(ctx, `
		SELECT `+subscriptionColumns+` FROM bot_subscriptions
		WHERE bot_id = $1 AND status = 'active' AND mode = 'auto' AND id > $2 AND created_at <= $3 AND NOT EXISTS (
			SELECT 1 FROM signal_executions
			WHERE signal_executions.owner_id = CASE WHEN bot_subscriptions.allocated_capital = 0 THEN bot_subscriptions.account_id ELSE bot_subscriptions.user_id END
				AND signal_executions.signal_id = $4)
		ORDER BY id LIMIT $5`, signal.BotID, behind, database.Micros(signal.CreatedAt), signal.ID, limit)
	return database.Collect(rows, err, scanSubscription)
}

// holdActive holds those of the subscriptions that are still active and reads them again. Their accounts must
// be held.
func holdActive(ctx context.Context, tx *database.Tx, candidates []*Subscription) ([]*Subscription, error) {
	var active []*Subscription
	err := database.FromRows(tx, []string{"TEXT"}, candidates, subscriptionID, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			SELECT `+subscriptionColumns+` FROM bot_subscriptions
			WHERE status = 'active' AND id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`+tx.ForUpdate(), arguments...)
		found, err := database.Collect(rows, err, scanSubscription)
		active = append(active, found...)
		return err
	})
	return active, err
}

func subscriptionID(s *Subscription) []any { return []any{s.ID} }

// positionsToClose reads what an exit closes, by subscription. There is nothing to read for an entry.
func (c *copying) positionsToClose(ctx context.Context, tx *database.Tx, subscriptions []*Subscription) (map[uuid.UUID][]*Position, error) {
	positions := make(map[uuid.UUID][]*Position)
	if c.signal.Type.entry() {
		return positions, nil
	}
	err := database.FromRows(tx, []string{"TEXT"}, subscriptions, subscriptionID, func(source string, arguments []any) error {
		last := len(arguments)
		rows, err := tx.Query(ctx, `
			SELECT `+positionColumns+` FROM positions
			WHERE subscription_id IN (SELECT v.column1 FROM `+source+`) AND subscription_id IS NOT NULL AND status = 'open'
				AND symbol = $`+itoa(last+1)+` AND side = $`+itoa(last+2)+`
			ORDER BY id`, append(arguments, c.signal.Symbol, c.signal.Type.side())...)
		found, err := database.Collect(rows, err, scanPosition)
		for _, position := range found {
			positions[position.SubscriptionID] = append(positions[position.SubscriptionID], position)
		}
		return err
	})
	return positions, err
}

// recordOutcomes counts what became of a signal for subscriptions whose executions are claimed, and notes
// why some were skipped.
func recordOutcomes(ctx context.Context, tx *database.Tx, signal *Signal, outcomes []outcome) error {
	var skipped []outcome
	for _, o := range outcomes {
		if o.refused != "" {
			skipped = append(skipped, o)
		}
	}
	err := database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT"}, skipped,
		func(o outcome) []any { return []any{o.subscription.owner(), signal.ID, string(o.refused)} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE signal_executions SET outcome = 'skipped', reason = v.column3
				FROM `+source+` WHERE signal_executions.owner_id = v.column1 AND signal_executions.signal_id = v.column2`, arguments...)
			return err
		})
	if err != nil {
		return err
	}
	return database.FromRows(tx, []string{"TEXT", "BIGINT", "BIGINT"}, outcomes,
		func(o outcome) []any {
			executed, skipped := o.counts()
			return []any{o.subscription.ID, executed, skipped}
		},
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE bot_subscriptions
				SET signals_executed = signals_executed + v.column2, signals_skipped = signals_skipped + v.column3
				FROM `+source+` WHERE bot_subscriptions.id = v.column1`, arguments...)
			return err
		})
}
