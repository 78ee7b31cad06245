package bots

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-faster/jx"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
)

const botColumns = `id, tenant_id, COALESCE(agent_key, ''), account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
	status_reason, failures, capital, total_return, win_rate, sharpe_ratio, max_drawdown, profit_factor, expectancy,
	closed_trades, observations, created_at, updated_at`

func scanBot(row database.Row) (*Bot, error) {
	var b Bot
	var parameters, symbols string
	var seconds int64
	p := &b.Performance
	err := row.Scan(&b.ID, &b.TenantID, &b.Agent, &b.AccountID, &b.Name, &b.Description, &b.StrategyType, &parameters, &symbols, &seconds,
		&b.RiskLevel, &b.Status, &b.StatusReason, &b.Failures, &b.Capital, &p.TotalReturn, &p.WinRate, &p.SharpeRatio,
		&p.MaxDrawdown, &p.ProfitFactor, &p.Expectancy, &p.ClosedTrades, &p.Observations,
		database.Time(&b.CreatedAt), database.Time(&b.UpdatedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoBot
	}
	if err != nil {
		return nil, err
	}
	b.Timeframe = market.Interval(time.Duration(seconds) * time.Second)
	if err := decodeBot(&b, parameters, symbols); err != nil {
		return nil, fmt.Errorf("read the bot %s: %w", b.Name, err)
	}
	return &b, nil
}

var errNoBot = fault.New(fault.NotFound, "there is no such bot")

// readBot reads a bot, whoever owns it: it is for the platform's own work.
func readBot(ctx context.Context, from database.Querier, id uuid.UUID) (*Bot, error) {
	return scanBot(from.QueryRow(ctx, `SELECT `+botColumns+` FROM bots WHERE id = $1`, id))
}

// countBots counts what the platform and a tenant own, of one status or, with none, of all.
func countBots(ctx context.Context, from database.Querier, tenant uuid.UUID, status BotStatus) (total int, err error) {
	condition, arguments := ``, []any{tenant}
	if status != "" {
		condition, arguments = ` AND status = $2`, append(arguments, status)
	}
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM bots WHERE `+trading.SeenBy(`$1`)+condition, arguments...).Scan(&total)
	return total, err
}

// listBots reads a page of what the platform and a tenant own, the newest first, of one status or, with none, of all.
func listBots(ctx context.Context, from database.Querier, tenant uuid.UUID, status BotStatus, page database.Page) ([]*Bot, error) {
	condition, arguments := ``, []any{identity.Platform, tenant, page.Offset() + page.Limit, page.Limit, page.Offset()}
	if status != "" {
		condition, arguments = ` AND status = $6`, append(arguments, status)
	}
	rows, err := from.Query(ctx, trading.NewestSeen(botColumns, `bots`, condition)+` LIMIT $4 OFFSET $5`, arguments...)
	return database.Collect(rows, err, scanBot)
}

// lockBot reads a bot and holds it until the transaction ends. Whoever holds its account too takes that first,
// because closing a position of the bot writes the bot's performance.
func lockBot(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Bot, error) {
	return scanBot(tx.QueryRow(ctx, `SELECT `+botColumns+` FROM bots WHERE id = $1`+tx.ForUpdate(), id))
}

// runningBots reads the bots that the runner looks after.
func runningBots(ctx context.Context, from database.Querier) ([]*Bot, error) {
	rows, err := from.Query(ctx, `SELECT `+botColumns+` FROM bots WHERE status IN ('active', 'paused') ORDER BY id`)
	return database.Collect(rows, err, scanBot)
}

// insertBot writes a new bot unless its owner has one of that name, or there is that agent.
func insertBot(ctx context.Context, tx *database.Tx, b *Bot) (added bool, err error) {
	parameters, symbols, err := encodeBot(b)
	if err != nil {
		return false, err
	}
	changed, err := tx.Exec(ctx, `
		INSERT INTO bots (id, tenant_id, agent_key, account_id, name, description, strategy_type, parameters, symbols, timeframe,
			risk_level, status, status_reason, capital, created_at, updated_at)
		VALUES ($1, $2, NULLIF($3, ''), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT DO NOTHING`,
		b.ID, b.TenantID, b.Agent, b.AccountID, b.Name, b.Description, b.StrategyType, parameters, symbols,
		int64(b.Timeframe.Duration()/time.Second), b.RiskLevel, b.Status, b.StatusReason, b.Capital,
		database.Micros(b.CreatedAt), database.Micros(b.UpdatedAt))
	return changed == 1, err
}

// updateBot writes what an administrator or the runner may change. The bot must be held. It fails with
// CONFLICT when another bot of the same owner has the name.
func updateBot(ctx context.Context, tx *database.Tx, b *Bot) error {
	parameters, _, err := encodeBot(b)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE bots SET name = $2, description = $3, parameters = $4, risk_level = $5, status = $6, status_reason = $7,
			failures = $8, updated_at = $9
		WHERE id = $1`,
		b.ID, b.Name, b.Description, parameters, b.RiskLevel, b.Status, b.StatusReason, b.Failures, database.Micros(b.UpdatedAt))
	if errors.Is(err, database.ErrUnique) {
		return errNameTaken(b.Name)
	}
	return err
}

func errNameTaken(name string) error {
	return fault.New(fault.Conflict, "there is a bot named %s already", name).About("name")
}

// decodeBot reads what encodeBot wrote. Lists of bots are read often, and this is most of what a row costs.
func decodeBot(b *Bot, parameters, symbols string) error {
	b.Parameters = make(map[string]float64, 8)
	err := jx.DecodeStr(parameters).Obj(func(d *jx.Decoder, name string) error {
		value, err := d.Float64()
		b.Parameters[name] = value
		return err
	})
	return errors.Join(err, jx.DecodeStr(symbols).Arr(func(d *jx.Decoder) error {
		symbol, err := d.Str()
		b.Symbols = append(b.Symbols, symbol)
		return err
	}))
}

func encodeBot(b *Bot) (parameters, symbols string, err error) {
	values := b.Parameters
	if values == nil {
		values = map[string]float64{}
	}
	first, err := json.Marshal(values)
	if err != nil {
		return "", "", err
	}
	second, err := json.Marshal(b.Symbols)
	return string(first), string(second), err
}

// expireSignals ends what a bot has proposed.
func expireSignals(ctx context.Context, tx *database.Tx, bot uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE signals SET expires_at = $2 WHERE bot_id = $1 AND expires_at > $2`, bot, database.Micros(now))
	return err
}

// candleKey names a candle of a bot's timeframe.
type candleKey struct {
	symbol string
	at     int64 // when it opened, as it is stored
}

func keyOf(symbol string, at time.Time) candleKey { return candleKey{symbol, database.Micros(at)} }

// decidedCandles finds those candles that the bot has published a signal for.
func decidedCandles(ctx context.Context, tx *database.Tx, bot uuid.UUID, candles []candleKey) (map[candleKey]bool, error) {
	decided := map[candleKey]bool{}
	err := database.InBatches(candles, func(batch []candleKey) error {
		arguments := make([]any, 0, 2*len(batch)+1)
		for _, c := range batch {
			arguments = append(arguments, c.symbol, c.at)
		}
		arguments = append(arguments, bot)
		rows, err := tx.Query(ctx, `
			SELECT s.symbol, s.candle_at
			FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "BIGINT")+`) v
			JOIN signals s ON s.bot_id = $`+strconv.Itoa(len(arguments))+` AND s.symbol = v.column1 AND s.candle_at = v.column2
			WHERE s.candle_at IS NOT NULL`, arguments...)
		found, err := database.Collect(rows, err, func(row database.Row) (c candleKey, err error) {
			err = row.Scan(&c.symbol, &c.at)
			return c, err
		})
		for _, c := range found {
			decided[c] = true
		}
		return err
	})
	return decided, err
}

// hasTraded reports whether a bot has ever proposed or closed anything.
func hasTraded(ctx context.Context, from database.Querier, b *Bot) (traded bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM signals WHERE bot_id = $1) OR EXISTS (SELECT 1 FROM trades WHERE account_id = $2)`,
		b.ID, b.AccountID).Scan(&traded)
	return traded, err
}

// openPositionsOfBots reads the open positions of bots by their accounts.
func openPositionsOfBots(ctx context.Context, from database.Querier, bots []*Bot) (map[uuid.UUID][]*trading.Position, error) {
	held := map[uuid.UUID][]*trading.Position{}
	err := database.InBatches(bots, func(batch []*Bot) error {
		arguments := make([]any, len(batch))
		for i, bot := range batch {
			arguments[i] = bot.AccountID
		}
		rows, err := from.Query(ctx, `
			SELECT `+trading.PositionColumns+` FROM positions
			WHERE account_id IN `+database.Placeholders(1, len(batch))+` AND status = 'open' ORDER BY id`, arguments...)
		found, err := database.Collect(rows, err, trading.ScanPosition)
		for _, position := range found {
			held[position.AccountID] = append(held[position.AccountID], position)
		}
		return err
	})
	return held, err
}

func setFailures(ctx context.Context, tx *database.Tx, bot uuid.UUID, failures int) error {
	_, err := tx.Exec(ctx, `UPDATE bots SET failures = $2 WHERE id = $1`, bot, failures)
	return err
}

// installedBot finds the bot that stands in the way of installing wanted. It fails with CONFLICT when an agent's name
// belongs to another bot of the platform.
func installedBot(ctx context.Context, tx *database.Tx, wanted HouseBot) (*Bot, error) {
	if wanted.Agent == "" {
		return scanBot(tx.QueryRow(ctx, `
			SELECT `+botColumns+` FROM bots WHERE tenant_id = $1 AND name = $2`, identity.Platform, wanted.Name))
	}
	bot, err := scanBot(tx.QueryRow(ctx, `SELECT `+botColumns+` FROM bots WHERE agent_key = $1`, wanted.Agent))
	if fault.Is(err, fault.NotFound) {
		return nil, errNameTaken(wanted.Name)
	}
	return bot, err
}
