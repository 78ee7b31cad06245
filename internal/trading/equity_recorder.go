package trading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// snapshotBatch is how many accounts are marked at a time.
const snapshotBatch = 500

// equityRecorder is the worker that keeps what users' accounts were worth at the end of each UTC day. Every
// replica may run it: the first to write a day has written it.
type equityRecorder struct{ service *Service }

// Name is the worker's name.
func (r *equityRecorder) Name() string { return "equity-recorder" }

// Run takes a snapshot at each midnight until the context ends. It fails when the database does.
func (r *equityRecorder) Run(ctx context.Context) error {
	for {
		day := utcDay(r.service.now().UTC())
		if err := r.record(ctx, day.AddDate(0, 0, -1)); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("record the equity: %w", err)
		}
		midnight := time.NewTimer(day.AddDate(0, 0, 1).Sub(r.service.now()))
		select {
		case <-ctx.Done():
			midnight.Stop()
			return nil
		case <-midnight.C:
		}
	}
}

// record stores a day of every account that has none for it and was there on that day. When nobody ran at
// midnight it is taken late, at the marks of that moment.
func (r *equityRecorder) record(ctx context.Context, day time.Time) error {
	after := ""
	for {
		last, more, err := r.recordSome(ctx, day, after)
		if err != nil || !more {
			return err
		}
		after = last
	}
}

// marked is an account with its money.
type marked struct {
	id    uuid.UUID
	value money.Decimal
}

func (r *equityRecorder) recordSome(ctx context.Context, day time.Time, after string) (last string, more bool, err error) {
	defer money.Catch(&err)
	s := r.service
	rows, err := s.db.Query(ctx, `
		SELECT a.id, (SELECT COALESCE(SUM(l.balance), 0) FROM ledger_accounts l WHERE l.owner_id = a.id AND l.code IN ('cash', 'margin', 'hold'))
		FROM trading_accounts a
		WHERE a.id > $1 AND a.user_id IS NOT NULL AND a.created_at < $2
			AND NOT EXISTS (SELECT 1 FROM equity_snapshots e WHERE e.account_id = a.id AND e.day = $3)
		ORDER BY a.id LIMIT $4`, after, database.Micros(day.AddDate(0, 0, 1)), database.Micros(day), snapshotBatch)
	accounts, err := database.Collect(rows, err, func(row database.Row) (*marked, error) {
		var m marked
		err := row.Scan(&m.id, &m.value)
		return &m, err
	})
	if err != nil || len(accounts) == 0 {
		return "", false, err
	}
	if err := s.addUnrealized(ctx, accounts); err != nil {
		return "", false, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return insertSnapshots(ctx, tx, day, accounts) })
	return accounts[len(accounts)-1].id.String(), len(accounts) == snapshotBatch, err
}

// addUnrealized adds what the open positions of accounts have won or lost.
func (s *Service) addUnrealized(ctx context.Context, accounts []*marked) error {
	byID := make(map[uuid.UUID]*marked, len(accounts))
	arguments := make([]any, len(accounts))
	for i, account := range accounts {
		byID[account.id], arguments[i] = account, account.id
	}
	rows, err := s.db.Query(ctx, `SELECT `+positionColumns+` FROM positions WHERE status = 'open' AND account_id IN `+database.Placeholders(1, len(arguments)), arguments...)
	positions, err := database.Collect(rows, err, scanPosition)
	for _, position := range positions {
		account := byID[position.AccountID]
		account.value = account.value.Add(position.UnrealizedPnL(s.Mark(position)))
	}
	return err
}

// insertSnapshots stores a day; what is stored already stays.
func insertSnapshots(ctx context.Context, tx *database.Tx, day time.Time, accounts []*marked) error {
	return database.InBatches(accounts, func(batch []*marked) error {
		arguments := make([]any, 0, len(batch)*3)
		for _, account := range batch {
			arguments = append(arguments, account.id, database.Micros(day), account.value)
		}
		_, err := tx.Exec(ctx, `INSERT INTO equity_snapshots (account_id, day, value) VALUES `+database.Placeholders(len(batch), 3)+`
			ON CONFLICT (account_id, day) DO NOTHING`, arguments...)
		return err
	})
}
