package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// ExecutionClaim says who wants to be the one that executes a signal, on which account and, when a subscription
// brings it, with which.
type ExecutionClaim struct {
	Owner, Signal, Account, Subscription uuid.UUID
}

// ClaimExecutions marks signals as executed and returns the owners for whom they had not been: nobody
// executes a signal twice, however many requests, subscriptions and replicas try at once. One that was
// skipped may still be executed.
func ClaimExecutions(ctx context.Context, tx *database.Tx, claims []ExecutionClaim, now time.Time) (map[uuid.UUID]bool, error) {
	claimed := make(map[uuid.UUID]bool, len(claims))
	row := func(c ExecutionClaim) []any { return []any{c.Owner, c.Signal, c.Account, c.Subscription} }
	err := database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT", "TEXT"}, claims, row, func(source string, arguments []any) error {
		last := len(arguments)
		rows, err := tx.Query(ctx, `
			INSERT INTO signal_executions (owner_id, signal_id, account_id, subscription_id, outcome, reason, created_at)
			SELECT v.column1, v.column2, v.column3, NULLIF(v.column4, $`+itoa(last+1)+`), 'executed', '', CAST($`+itoa(last+2)+` AS BIGINT)
			FROM `+source+` WHERE true
			ON CONFLICT (owner_id, signal_id) DO UPDATE
			SET account_id = excluded.account_id, subscription_id = excluded.subscription_id, outcome = 'executed', reason = '',
				created_at = excluded.created_at
			WHERE signal_executions.outcome = 'skipped'
			RETURNING owner_id`, append(arguments, uuid.Nil.String(), database.Micros(now))...)
		owners, err := database.Collect(rows, err, ScanID)
		for _, owner := range owners {
			claimed[owner] = true
		}
		return err
	})
	return claimed, err
}

// insertPastExecutions writes which signals an account has executed, each when it was published.
func insertPastExecutions(ctx context.Context, tx *database.Tx, account *Account, signals []*Signal) error {
	return database.InsertRows(ctx, tx, `INSERT INTO signal_executions (owner_id, signal_id, account_id, outcome, reason, created_at)`,
		6, signals, func(s *Signal) []any {
			return []any{account.Owner(), s.ID, account.ID, "executed", "", database.Micros(s.CreatedAt)}
		})
}
