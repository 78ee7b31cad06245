package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// olderLeft is the condition that an older signal of the same symbol was left for a subscription s. A signal is taken only
// when the older ones of its bot and symbol are done or left, so none can be added later.
func olderLeft(symbol, signal string) string {
	return `EXISTS (SELECT 1 FROM pending_copies older WHERE older.subscription_id = s.id AND older.symbol = ` + symbol + ` AND older.signal_id < ` + signal + `)`
}

// signalsLeft reads the next signals that were left for some subscriptions, in their order.
func signalsLeft(ctx context.Context, from database.Querier, behind uuid.UUID, limit int) ([]*trading.Signal, error) {
	return trading.SignalTable.All(from.Query(ctx, `
		SELECT `+trading.SignalTable.Columns()+` FROM signals
		WHERE id IN (SELECT signal_id FROM pending_copies WHERE signal_id > $1) ORDER BY id LIMIT $2`, behind, limit))
}

// subscriptionsLeft reads the next subscriptions for which a signal was left, in the order of their ids, except those for
// which an older one comes first.
func subscriptionsLeft(ctx context.Context, from database.Querier, signal *trading.Signal, behind uuid.UUID, limit int) ([]*Subscription, error) {
	rows, err := from.Query(ctx, `
		SELECT `+copyColumns+`, FALSE
		FROM pending_copies p JOIN bot_subscriptions s ON s.id = p.subscription_id JOIN trading_accounts a ON a.id = s.account_id
		WHERE p.signal_id = $1 AND p.subscription_id > $2 AND NOT `+olderLeft(`$3`, `$1`)+`
		ORDER BY p.subscription_id LIMIT $4`, signal.ID, behind, signal.Symbol, limit)
	return database.Collect(rows, err, scanCopy)
}

// insertPendingCopies records that a signal is to be copied to subscriptions later. Existing records stay.
func insertPendingCopies(ctx context.Context, tx *database.Tx, signal *trading.Signal, subscriptions []*Subscription, now time.Time) error {
	return database.FromIDs(tx, idsOf(subscriptions), func(source string, values []any) error {
		arguments := database.Arguments(values)
		id, symbol, at := arguments.Add(signal.ID), arguments.Add(signal.Symbol), arguments.Add(database.Micros(now))
		_, err := tx.Exec(ctx, `
			INSERT INTO pending_copies (subscription_id, signal_id, symbol, created_at)
			SELECT v.column1, `+id+`, `+symbol+`, CAST(`+at+` AS BIGINT) FROM `+source+` WHERE true
			ON CONFLICT (subscription_id, signal_id) DO NOTHING`, arguments...)
		return err
	})
}

// claimPendingCopies removes subscriptions from the pending ones and returns those that were pending: for the others
// another process has already copied the signal.
func claimPendingCopies(ctx context.Context, tx *database.Tx, signal *trading.Signal, subscriptions []*Subscription) (claimed []*Subscription, err error) {
	byID := make(map[uuid.UUID]*Subscription, len(subscriptions))
	for _, subscription := range subscriptions {
		byID[subscription.ID] = subscription
	}
	err = database.FromIDs(tx, idsOf(subscriptions), func(source string, values []any) error {
		arguments := database.Arguments(values)
		copied := arguments.Add(signal.ID)
		rows, err := tx.Query(ctx, `
			DELETE FROM pending_copies
			WHERE signal_id = `+copied+` AND subscription_id IN (SELECT v.column1 FROM `+source+`)
			RETURNING subscription_id`, arguments...)
		found, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		for _, id := range found {
			claimed = append(claimed, byID[id])
		}
		return err
	})
	return claimed, err
}
