package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// ExecutionClaim is a claim to execute a signal: by which owner, on which account and, for a copy, under which
// subscription.
type ExecutionClaim struct {
	Owner, Signal, Account, Subscription uuid.UUID
}

// ClaimExecutions marks signals as executed and returns the owners who had not executed them before: nobody executes a
// signal twice, however many requests, subscriptions and replicas try at once. A skipped signal may still be executed.
func ClaimExecutions(ctx context.Context, tx *database.Tx, claims []ExecutionClaim, now time.Time) (map[uuid.UUID]bool, error) {
	claimed := make(map[uuid.UUID]bool, len(claims))
	row := func(c ExecutionClaim) []any { return []any{c.Owner, c.Signal, c.Account, c.Subscription} }
	err := database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT", "TEXT"}, claims, row, func(source string, values []any) error {
		arguments := database.Arguments(values)
		none, at := arguments.Add(uuid.Nil.String()), arguments.Add(database.Micros(now))
		rows, err := tx.Query(ctx, `
			INSERT INTO signal_executions (owner_id, signal_id, account_id, subscription_id, outcome, reason, created_at)
			SELECT v.column1, v.column2, v.column3, NULLIF(v.column4, `+none+`), 'executed', '', CAST(`+at+` AS BIGINT)
			FROM `+source+` WHERE true
			ON CONFLICT (owner_id, signal_id) DO UPDATE
			SET account_id = excluded.account_id, subscription_id = excluded.subscription_id, outcome = 'executed', reason = '', detail = '',
				created_at = excluded.created_at
			WHERE signal_executions.outcome = 'skipped'
			RETURNING owner_id`, arguments...)
		owners, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		for _, owner := range owners {
			claimed[owner] = true
		}
		return err
	})
	return claimed, err
}

// skipExecution records the signal of an order that bought nothing as skipped, for its owner and for its account, whichever
// of them executed it there: it may be executed again.
func skipExecution(ctx context.Context, tx *database.Tx, order *Order) error {
	code, words := order.refusal()
	_, err := tx.Exec(ctx, `
		UPDATE signal_executions SET outcome = 'skipped', reason = $4, detail = $5, created_at = $6
		WHERE owner_id IN ($1, $2) AND signal_id = $3 AND account_id = $2 AND outcome = 'executed'`,
		order.UserID, order.AccountID, order.SignalID, string(code), words, database.Micros(order.UpdatedAt))
	return err
}

// pastExecution is the execution of a past signal by an account, at the time of its publication.
type pastExecution struct {
	owner, signal, account uuid.UUID
	outcome, reason        string
	at                     time.Time
}

var pastExecutionTable = database.NewTable("signal_executions", func(e *pastExecution, column database.Define) {
	column("owner_id", &e.owner)
	column("signal_id", &e.signal)
	column("account_id", &e.account)
	column("outcome", &e.outcome)
	column("reason", &e.reason)
	column("created_at", &e.at)
})

// insertPastExecutions writes which signals an account has executed, each at the time of its publication.
func insertPastExecutions(ctx context.Context, tx *database.Tx, account *Account, signals []*Signal) error {
	past := make([]*pastExecution, len(signals))
	for i, s := range signals {
		past[i] = &pastExecution{owner: account.Owner(), signal: s.ID, account: account.ID, outcome: "executed", at: s.CreatedAt}
	}
	return pastExecutionTable.Insert(ctx, tx, past...)
}
