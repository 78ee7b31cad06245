package trading

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

type bareSignal struct {
	ID          string        `json:"id" sql:"id"`
	BotID       *string       `json:"botId,omitempty" sql:"bot_id"`
	Symbol      string        `json:"symbol" sql:"symbol"`
	SignalType  string        `json:"signalType" sql:"signal_type"`
	Confidence  string        `json:"confidence" sql:"confidence"`
	Price       kit.Amount    `json:"price" sql:"price"`
	TargetPrice kit.Amount    `json:"targetPrice" sql:"target_price"`
	StopLoss    kit.Amount    `json:"stopLoss" sql:"stop_loss"`
	Reason      string        `json:"reason" sql:"reason"`
	Status      string        `json:"status"`
	Scope       string        `json:"scope"`
	Author      bareAuthor    `json:"author"`
	Executed    bool          `json:"executed"`
	CreatedAt   kit.Timestamp `json:"createdAt" sql:"created_at"`
	ExpiresAt   kit.Timestamp `json:"expiresAt" sql:"expires_at"`
}

type bareAuthor struct {
	Kind string  `json:"kind"`
	Name string  `json:"name" sql:"bot_name"`
	ID   *string `json:"id,omitempty" sql:"author_id"`
}

var (
	signalsQuery = newestOf(`signals`, `COALESCE((SELECT bots.name FROM bots WHERE bots.id = signals.bot_id), '') AS bot_name`)
	signalRows   = kit.NewRowReader[bareSignal]()
)

func readBareSignals(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, signalsQuery, platformOwner, settings.TenantID, settings.Limit)
	now := kit.NewTimestamp(time.Now())
	signals, err := signalRows.Read(rows, err, func(signal *bareSignal) {
		signal.Status, signal.Scope, signal.Author.Kind = "active", scope, "analyst"
		if signal.BotID != nil {
			signal.Author.Kind, signal.Author.ID = "bot", signal.BotID
		} else {
			signal.Author.Name = "Analyst"
		}
		if signal.ExpiresAt <= now {
			signal.Status = "expired"
		}
	})
	if err != nil {
		return nil, err
	}
	if err := tellBareExecuted(ctx, pool, settings.UserID, signals); err != nil {
		return nil, err
	}
	return kit.Answer{Success: true, Data: signals, Meta: newBareCursor(settings.Limit, signals, func(s *bareSignal) string { return s.ID })}, nil
}

// tellBareExecuted reads which signals the user has executed, on any account.
func tellBareExecuted(ctx context.Context, pool *sql.DB, user string, signals []bareSignal) error {
	arguments, byID := make([]any, 0, len(signals)+1), make(map[string]*bareSignal, len(signals))
	for i := range signals {
		arguments, byID[signals[i].ID] = append(arguments, signals[i].ID), &signals[i]
	}
	owner := fmt.Sprintf("$%d", len(signals)+1)
	rows, err := pool.QueryContext(ctx, `
		SELECT signal_id FROM signal_executions
		WHERE owner_id IN (SELECT CAST(`+owner+` AS TEXT) UNION ALL SELECT id FROM trading_accounts WHERE user_id = `+owner+`)
			AND outcome = 'executed' AND signal_id IN `+database.Placeholders(1, len(signals)), append(arguments, user)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		byID[id].Executed = true
	}
	return rows.Err()
}
