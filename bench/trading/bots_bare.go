package trading

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"bourse/bench/kit"
	"bourse/internal/database"
)

type bareBot struct {
	ID           string             `json:"id" sql:"id"`
	Name         string             `json:"name" sql:"name"`
	Description  string             `json:"description" sql:"description"`
	StrategyType string             `json:"strategyType" sql:"strategy_type"`
	RiskLevel    string             `json:"riskLevel" sql:"risk_level"`
	Status       string             `json:"status" sql:"status"`
	StatusReason string             `json:"statusReason" sql:"status_reason"`
	Symbols      document           `json:"symbols" sql:"symbols"`
	Timeframe    timeframe          `json:"timeframe" sql:"timeframe"`
	Parameters   document           `json:"parameters" sql:"parameters"`
	Performance  bareBotPerformance `json:"performance"`
	Scope        string             `json:"scope"`
	Agent        *string            `json:"agent,omitempty" sql:"agent_key"`
	Followers    int                `json:"followers"`
	Subscribed   bool               `json:"subscribed"`
	CreatedAt    kit.Timestamp      `json:"createdAt" sql:"created_at"`
}

type bareBotPerformance struct {
	TotalReturn  kit.Amount `json:"totalReturn" sql:"total_return"`
	WinRate      kit.Amount `json:"winRate" sql:"win_rate"`
	SharpeRatio  kit.Amount `json:"sharpeRatio" sql:"sharpe_ratio"`
	MaxDrawdown  kit.Amount `json:"maxDrawdown" sql:"max_drawdown"`
	ProfitFactor kit.Amount `json:"profitFactor" sql:"profit_factor"`
	Expectancy   kit.Amount `json:"expectancy" sql:"expectancy"`
	ClosedTrades int        `json:"closedTrades" sql:"closed_trades"`
	Observations int        `json:"observations" sql:"observations"`
}

// document is JSON that is stored as text.
type document struct{ json.RawMessage }

// Scan reads a text.
func (d *document) Scan(stored any) error {
	text, isText := stored.(string)
	if !isText {
		return fmt.Errorf("a document is stored as a %T", stored)
	}
	d.RawMessage = json.RawMessage(text)
	return nil
}

// timeframe is an interval in JSON.
type timeframe string

// Scan reads seconds.
func (t *timeframe) Scan(stored any) error {
	seconds, _ := stored.(int64)
	name, known := map[int64]timeframe{60: "1m", 300: "5m", 3600: "1h", 86400: "1d"}[seconds]
	if !known {
		return fmt.Errorf("a timeframe is stored as %v", stored)
	}
	*t = name
	return nil
}

var (
	botsQuery = newestOf(`bots`) + ` OFFSET $4`
	botRows   = kit.NewRowReader[bareBot]()
)

func readBareBots(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	var total int
	row := pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM bots WHERE tenant_id IN ($1, $2)`, platformOwner, settings.TenantID)
	if err := row.Scan(&total); err != nil {
		return nil, err
	}
	rows, err := pool.QueryContext(ctx, botsQuery, platformOwner, settings.TenantID, settings.Limit, 0)
	bots, err := botRows.Read(rows, err, func(bot *bareBot) { bot.Scope = scope })
	if err != nil {
		return nil, err
	}
	if err := tellBareFollowing(ctx, pool, settings.UserID, bots); err != nil {
		return nil, err
	}
	pages := (total + settings.Limit - 1) / settings.Limit
	return kit.Answer{Success: true, Data: bots, Meta: barePage{1, settings.Limit, total, pages}}, nil
}

// tellBareFollowing reads how many users follow bots, and whether the user does.
func tellBareFollowing(ctx context.Context, pool *sql.DB, user string, bots []bareBot) error {
	arguments, byID := make([]any, 0, len(bots)+1), make(map[string]*bareBot, len(bots))
	for i := range bots {
		arguments, byID[bots[i].ID] = append(arguments, bots[i].ID), &bots[i]
	}
	caller := fmt.Sprintf("$%d", len(bots)+1)
	rows, err := pool.QueryContext(ctx, `
		SELECT b.id, COALESCE(f.followers, 0), EXISTS (
			SELECT 1 FROM bot_subscriptions s WHERE s.user_id = `+caller+` AND s.bot_id = b.id AND s.status = 'active' AND s.allocated_capital > 0)
		FROM bots b LEFT JOIN bot_followers f ON f.bot_id = b.id WHERE b.id IN `+database.Placeholders(1, len(bots)), append(arguments, user)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var followers int
		var subscribed bool
		if err := rows.Scan(&id, &followers, &subscribed); err != nil {
			return err
		}
		byID[id].Followers, byID[id].Subscribed = followers, subscribed
	}
	return rows.Err()
}
