package trading

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"bourse/bench/kit"
)

// The queries are the product's: see trading.Service.Bots, Signals and Positions.
const (
	bareBotColumns = `id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
	status_reason, failures, capital, total_return, win_rate, sharpe_ratio, max_drawdown, profit_factor, expectancy,
	closed_trades, observations, created_at, updated_at, COALESCE(agent_key, '')`
	bareSignalColumns = `id, bot_id, author_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss,
	reason, candle_at, proportion, created_at, expires_at`
	barePositionColumns = `id, tenant_id, user_id, account_id, signal_id, bot_id, subscription_id, symbol, side, status,
	quantity, opened_quantity, entry_price, exit_price, stop_loss, target_price, liquidation_price, margin, entry_fee,
	realized_pnl, opened_at, closed_at`
)

// barePlatform owns what every tenant sees.
const barePlatform = "00000000-0000-0000-0000-000000000000"

// bareNewest selects the newest of what the platform and a tenant own: whoever leaves the owner out shows one brand
// what another has.
func bareNewest(columns, table string) string {
	newest := func(owner string) string {
		return `SELECT * FROM (SELECT ` + columns + ` FROM ` + table + ` WHERE tenant_id = ` + owner + ` ORDER BY id DESC LIMIT $3) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC LIMIT $3`
}

type bareBot struct {
	ID           string             `json:"id"`
	Name         string             `json:"name"`
	Description  string             `json:"description"`
	StrategyType string             `json:"strategyType"`
	RiskLevel    string             `json:"riskLevel"`
	Status       string             `json:"status"`
	StatusReason string             `json:"statusReason"`
	Symbols      json.RawMessage    `json:"symbols"`
	Timeframe    string             `json:"timeframe"`
	Parameters   json.RawMessage    `json:"parameters"`
	Performance  bareBotPerformance `json:"performance"`
	Scope        string             `json:"scope"`
	Agent        string             `json:"agent,omitempty"`
	CreatedAt    string             `json:"createdAt"`
}

type bareBotPerformance struct {
	TotalReturn  float64 `json:"totalReturn"`
	WinRate      float64 `json:"winRate"`
	SharpeRatio  float64 `json:"sharpeRatio"`
	MaxDrawdown  float64 `json:"maxDrawdown"`
	ProfitFactor float64 `json:"profitFactor"`
	Expectancy   float64 `json:"expectancy"`
	ClosedTrades int     `json:"closedTrades"`
	Observations int     `json:"observations"`
}

func readBareBots(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	var total int
	if err := pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM bots WHERE tenant_id IN ($1, $2)`, barePlatform, settings.TenantID).Scan(&total); err != nil {
		return nil, err
	}
	rows, err := pool.QueryContext(ctx, bareNewest(bareBotColumns, `bots`)+` OFFSET $4`, barePlatform, settings.TenantID, settings.Limit, 0)
	list, err := kit.Collect(rows, err, scanBareBot)
	pages := (total + settings.Limit - 1) / settings.Limit
	return kit.Answer{Success: true, Data: list, Meta: barePage{1, settings.Limit, total, pages}}, err
}

// bareTimeframes are the names of intervals by their seconds.
var bareTimeframes = map[int64]string{60: "1m", 300: "5m", 3600: "1h", 86400: "1d"}

func scanBareBot(rows *sql.Rows, b *bareBot) error {
	var (
		account                                                    string
		parameters, symbols                                        []byte
		seconds, failures, capital, created, updated               int64
		totalReturn, winRate, sharpe, drawdown, factor, expectancy int64
	)
	p := &b.Performance
	err := rows.Scan(&b.ID, &account, &b.Name, &b.Description, &b.StrategyType, &parameters, &symbols, &seconds, &b.RiskLevel,
		&b.Status, &b.StatusReason, &failures, &capital, &totalReturn, &winRate, &sharpe, &drawdown, &factor, &expectancy,
		&p.ClosedTrades, &p.Observations, &created, &updated, &b.Agent)
	b.Scope = "platform" // as all of the bench's are
	b.Parameters, b.Symbols, b.Timeframe, b.CreatedAt = parameters, symbols, bareTimeframes[seconds], kit.Timestamp(created)
	p.TotalReturn, p.WinRate, p.SharpeRatio = kit.Number(totalReturn), kit.Number(winRate), kit.Number(sharpe)
	p.MaxDrawdown, p.ProfitFactor, p.Expectancy = kit.Number(drawdown), kit.Number(factor), kit.Number(expectancy)
	return err
}

type bareSignal struct {
	ID          string  `json:"id"`
	BotID       *string `json:"botId,omitempty"`
	Symbol      string  `json:"symbol"`
	SignalType  string  `json:"signalType"`
	Confidence  string  `json:"confidence"`
	Price       float64 `json:"price"`
	TargetPrice float64 `json:"targetPrice"`
	StopLoss    float64 `json:"stopLoss"`
	Reason      string  `json:"reason"`
	Status      string  `json:"status"`
	Scope       string  `json:"scope"`
	CreatedAt   string  `json:"createdAt"`
	ExpiresAt   string  `json:"expiresAt"`
}

func readBareSignals(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, bareNewest(bareSignalColumns, `signals`), barePlatform, settings.TenantID, settings.Limit)
	now := time.Now().UnixMicro()
	list, err := kit.Collect(rows, err, func(rows *sql.Rows, s *bareSignal) error {
		var author *string
		var risk string
		var price, target, stop, proportion, created, expires int64
		var candle sql.NullInt64
		err := rows.Scan(&s.ID, &s.BotID, &author, &s.Symbol, &s.SignalType, &s.Confidence, &risk, &price, &target, &stop,
			&s.Reason, &candle, &proportion, &created, &expires)
		s.Price, s.TargetPrice, s.StopLoss = kit.Number(price), kit.Number(target), kit.Number(stop)
		s.CreatedAt, s.ExpiresAt, s.Status, s.Scope = kit.Timestamp(created), kit.Timestamp(expires), "active", "platform"
		if expires <= now {
			s.Status = "expired"
		}
		return err
	})
	return kit.Answer{Success: true, Data: list, Meta: newBareCursor(settings.Limit, list, func(s *bareSignal) string { return s.ID })}, err
}

type barePosition struct {
	ID               string  `json:"id"`
	Symbol           string  `json:"symbol"`
	Side             string  `json:"side"`
	Quantity         float64 `json:"quantity"`
	EntryPrice       float64 `json:"entryPrice"`
	CurrentPrice     float64 `json:"currentPrice"`
	UnrealizedPnl    float64 `json:"unrealizedPnl"`
	RealizedPnl      float64 `json:"realizedPnl"`
	Status           string  `json:"status"`
	OpenedQuantity   float64 `json:"openedQuantity"`
	StopLoss         float64 `json:"stopLoss"`
	TargetPrice      float64 `json:"targetPrice"`
	LiquidationPrice float64 `json:"liquidationPrice"`
	Margin           float64 `json:"margin"`
	OpenFee          float64 `json:"openFee"`
	AccountID        string  `json:"accountId"`
	SignalID         *string `json:"signalId,omitempty"`
	BotID            *string `json:"botId,omitempty"`
	SubscriptionID   *string `json:"subscriptionId,omitempty"`
	OpenedAt         string  `json:"openedAt"`
	ClosedAt         string  `json:"closedAt,omitempty"`
}

func readBarePositions(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, `SELECT `+barePositionColumns+` FROM positions WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
		settings.UserID, settings.Limit)
	list, err := kit.Collect(rows, err, func(rows *sql.Rows, p *barePosition) error { return scanBarePosition(rows, p, kit.Mark) })
	return kit.Answer{Success: true, Data: list, Meta: newBareCursor(settings.Limit, list, func(p *barePosition) string { return p.ID })}, err
}

func scanBarePosition(rows *sql.Rows, p *barePosition, mark int64) error {
	var tenant, user string
	var quantity, opened, entry, exit, stop, target, liquidation, margin, fee, realized, openedAt int64
	var closedAt sql.NullInt64
	err := rows.Scan(&p.ID, &tenant, &user, &p.AccountID, &p.SignalID, &p.BotID, &p.SubscriptionID, &p.Symbol, &p.Side, &p.Status,
		&quantity, &opened, &entry, &exit, &stop, &target, &liquidation, &margin, &fee, &realized, &openedAt, &closedAt)
	p.CurrentPrice = kit.Number(exit)
	if p.Status == "open" {
		gained := mark - entry
		if p.Side == "sell" {
			gained = -gained
		}
		p.CurrentPrice, p.UnrealizedPnl = kit.Number(mark), kit.Number(gained*quantity/kit.Unit)
	}
	p.Quantity, p.OpenedQuantity, p.EntryPrice = kit.Number(quantity), kit.Number(opened), kit.Number(entry)
	p.RealizedPnl, p.StopLoss, p.TargetPrice = kit.Number(realized), kit.Number(stop), kit.Number(target)
	p.LiquidationPrice, p.Margin, p.OpenFee, p.OpenedAt = kit.Number(liquidation), kit.Number(margin), kit.Number(fee), kit.Timestamp(openedAt)
	if closedAt.Valid {
		p.ClosedAt = kit.Timestamp(closedAt.Int64)
	}
	return err
}
