package bots

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// botTable stores bots.
var botTable = database.NewTable("bots", func(b *Bot, column database.Define) {
	column("id", &b.ID)
	column("tenant_id", &b.TenantID)
	column("agent_key", database.Optional(&b.Agent))
	column("account_id", &b.AccountID)
	column("name", &b.Name)
	column("description", &b.Description)
	column("strategy_type", &b.StrategyType)
	column("parameters", parametersCell{&b.Parameters})
	column("symbols", symbolsCell{&b.Symbols})
	column("timeframe", market.Seconds{Target: &b.Timeframe})
	column("risk_level", &b.RiskLevel)
	column("status", &b.Status)
	column("status_reason", &b.StatusReason)
	column("failures", &b.Failures)
	column("capital", &b.Capital)
	column("total_return", &b.Performance.TotalReturn)
	column("win_rate", &b.Performance.WinRate)
	column("sharpe_ratio", &b.Performance.SharpeRatio)
	column("max_drawdown", &b.Performance.MaxDrawdown)
	column("profit_factor", &b.Performance.ProfitFactor)
	column("expectancy", &b.Performance.Expectancy)
	column("closed_trades", &b.Performance.ClosedTrades)
	column("observations", &b.Performance.Observations)
	column("created_at", &b.CreatedAt)
	column("updated_at", &b.UpdatedAt)
	column("stopped_behind", database.Optional(&b.StoppedBehind))
	column("settings_changed_at", database.Optional(&b.SettingsChangedAt))
})

var botSelection = `SELECT ` + botTable.Columns() + ` FROM bots`

func scanBot(row database.Row) (*Bot, error) {
	bot, err := botTable.Scan(row)
	return bot, database.Missing(err, errNoBot)
}

var errNoBot = fault.New(fault.NotFound, "there is no such bot")

// readBot reads a bot whoever owns it: it is for the platform's own work.
func readBot(ctx context.Context, from database.Querier, id uuid.UUID) (*Bot, error) {
	return scanBot(from.QueryRow(ctx, botSelection+` WHERE id = $1`, id))
}

// lockBot reads a bot and locks it until the transaction ends. A transaction that also locks its account must do that
// first, because closing a position of the bot writes the bot's performance.
func lockBot(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Bot, error) {
	return scanBot(tx.QueryRow(ctx, botSelection+` WHERE id = $1`+tx.ForUpdate(), id))
}

// runningBots reads the bots that the runner serves.
func runningBots(ctx context.Context, from database.Querier) ([]*Bot, error) {
	return botTable.All(from.Query(ctx, botSelection+` WHERE status IN ('active', 'paused') ORDER BY id`))
}

// insertBot writes a new bot unless its owner has one of that name, or the agent already exists.
func insertBot(ctx context.Context, tx *database.Tx, b *Bot) (added bool, err error) {
	changed, err := botTable.InsertOr(ctx, tx, database.DoNothing, b)
	return changed == 1, err
}

// updateBot writes what an administrator or the runner may change. The bot must be locked. It fails with CONFLICT when
// another bot of the same owner has the name.
func updateBot(ctx context.Context, tx *database.Tx, b *Bot) error {
	err := botTable.Update(ctx, tx, b,
		"name", "description", "parameters", "risk_level", "status", "status_reason", "failures", "updated_at", "stopped_behind", "settings_changed_at")
	if errors.Is(err, database.ErrUnique) {
		return errNameTaken(b.Name)
	}
	return err
}

func errNameTaken(name string) error {
	return fault.New(fault.Conflict, "there is a bot named %s already", name).About("name")
}

// requireRoom locks, until the transaction ends, the right to restart bots of an owner, and fails with CONFLICT when the
// maximum number is not stopped.
func requireRoom(ctx context.Context, tx *database.Tx, owner uuid.UUID) error {
	_, err := tx.Exec(ctx, `INSERT INTO bot_owners (tenant_id) VALUES ($1) ON CONFLICT (tenant_id) DO NOTHING`, owner)
	if err != nil {
		return err
	}
	var held string
	if err = tx.QueryRow(ctx, `SELECT tenant_id FROM bot_owners WHERE tenant_id = $1`+tx.ForUpdate(), owner).Scan(&held); err != nil {
		return err
	}
	var count int
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM bots WHERE tenant_id = $1 AND status <> 'stopped'`, owner).Scan(&count)
	if err == nil && count >= mostRunning {
		return fault.New(fault.Conflict, "%d bots are not stopped, which is the most there may be: stop one of them first", count)
	}
	return err
}

// expireSignals ends a stopped bot's signals. It does not wait for a signal that is just being copied: the copier notices
// that the bot was stopped after it, and then ends it.
func expireSignals(ctx context.Context, tx *database.Tx, b *Bot, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE signals SET expires_at = $2
		WHERE id IN (SELECT id FROM signals WHERE bot_id = $1 AND expires_at > $2`+trading.SkipHeldSignals(tx)+`)`, b.ID, database.Micros(now))
	return err
}

// candleKey identifies a candle of a bot's timeframe.
type candleKey struct {
	symbol string
	at     int64 // opening time as stored
}

func keyOf(symbol string, at time.Time) candleKey { return candleKey{symbol, database.Micros(at)} }

// decidedCandles finds those candles for which the bot has published a signal, and those at whose end it held the symbol
// but has since left it: a decision to keep holding is stored nowhere, and deciding again now would enter anew.
func decidedCandles(ctx context.Context, tx *database.Tx, bot *Bot, candles []candleKey) (map[candleKey]bool, error) {
	decided := map[candleKey]bool{}
	err := database.InBatches(candles, func(batch []candleKey) error {
		arguments := make(database.Arguments, 0, 2*len(batch)+3)
		for _, c := range batch {
			arguments = append(arguments, c.symbol, c.at)
		}
		by, account, length := arguments.Add(bot.ID), arguments.Add(bot.AccountID), arguments.Add(bot.Timeframe.Duration().Microseconds())
		rows, err := tx.Query(ctx, `
			WITH v AS (SELECT column1 AS symbol, column2 AS opened_at FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "BIGINT")+`) v)
			SELECT v.symbol, v.opened_at
			FROM v JOIN signals s ON s.bot_id = `+by+` AND s.symbol = v.symbol AND s.candle_at = v.opened_at
			WHERE s.candle_at IS NOT NULL
			UNION
			SELECT v.symbol, v.opened_at
			FROM v JOIN trades t ON t.account_id = `+account+` AND t.symbol = v.symbol AND t.closed_at >= v.opened_at + `+length, arguments...)
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

// hasTraded reports whether a bot has ever published a signal or closed anything.
func hasTraded(ctx context.Context, from database.Querier, b *Bot) (traded bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM signals WHERE bot_id = $1) OR EXISTS (SELECT 1 FROM trades WHERE account_id = $2)`,
		b.ID, b.AccountID).Scan(&traded)
	return traded, err
}

// openPositionsOfBots reads the open positions of bots, by account.
func openPositionsOfBots(ctx context.Context, from database.Querier, bots []*Bot) (map[uuid.UUID][]*trading.Position, error) {
	held := map[uuid.UUID][]*trading.Position{}
	err := database.InBatches(bots, func(batch []*Bot) error {
		accounts := make([]uuid.UUID, len(batch))
		for i, bot := range batch {
			accounts[i] = bot.AccountID
		}
		var where database.Where
		database.In(&where, "account_id", accounts)
		where.And("status = 'open'")
		query := `SELECT ` + trading.PositionTable.Columns() + ` FROM positions` + where.String() + ` ORDER BY id`
		found, err := trading.PositionTable.All(from.Query(ctx, query, where.Arguments...))
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

// findHouseBot finds an installed bot of the house: an agent by its key, whatever its name, others by name. It fails with
// NOT_FOUND.
func findHouseBot(ctx context.Context, tx *database.Tx, wanted HouseBot) (*Bot, error) {
	if wanted.Agent == "" {
		return scanBot(tx.QueryRow(ctx, botSelection+` WHERE tenant_id = $1 AND name = $2`, identity.Platform, wanted.Name))
	}
	return scanBot(tx.QueryRow(ctx, botSelection+` WHERE agent_key = $1`, wanted.Agent))
}
