package bots

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// botResults are the running sums of a bot, by its account.
type botResults struct {
	accountID uuid.UUID
	engine.Results
}

func newBotResults(account uuid.UUID, capital money.Decimal) *botResults {
	return &botResults{account, engine.NewResults(capital)}
}

// resultTable stores the running sums of bots.
var resultTable = database.NewTable("bot_results", func(r *botResults, column database.Define) {
	column("account_id", &r.accountID)
	column("closed", &r.Closed)
	column("won", &r.Won)
	column("gains", &r.Gains)
	column("losses", &r.Losses)
	column("day", dayCell{&r.Day})
	column("value", &r.Value)
	column("peak", &r.Peak)
	column("fall", &r.Fall)
	column("returns", &r.Returns)
	column("moves", &r.Moves)
	column("mean_return", &r.Mean)
	column("squared_spread", &r.Squares)
})

// dayCell stores engine.NoDay as NULL.
type dayCell struct{ target *int64 }

func (c dayCell) Scan(value any) error {
	var day sql.NullInt64
	err := day.Scan(value)
	*c.target = engine.NoDay
	if day.Valid {
		*c.target = day.Int64
	}
	return err
}

func (c dayCell) Value() (driver.Value, error) {
	if *c.target == engine.NoDay {
		return nil, nil
	}
	return *c.target, nil
}

// lockBotAccounts reads the bots of locked accounts, with their money, open positions and running sums, and locks the bots
// and the sums until the transaction ends.
func lockBotAccounts(ctx context.Context, tx *database.Tx, accounts []uuid.UUID) ([]*botAccount, error) {
	var where database.Where
	database.In(&where, "account_id", accounts)
	found, err := botTable.All(tx.Query(ctx, botSelection+where.String()+` ORDER BY id`+tx.ForUpdate(), where.Arguments...))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	open, err := openPositionsOfBots(ctx, tx, found)
	if err != nil {
		return nil, err
	}
	results, err := resultTable.All(tx.Query(ctx, `
		SELECT `+resultTable.Columns()+` FROM bot_results`+where.String()+tx.ForUpdate(), where.Arguments...))
	if err != nil {
		return nil, err
	}
	balances, err := trading.ReadBalances(ctx, tx, accounts)
	if err != nil {
		return nil, err
	}
	byAccount := make(map[uuid.UUID]*botResults, len(results))
	for _, result := range results {
		byAccount[result.accountID] = result
	}
	bots := make([]*botAccount, len(found))
	for i, bot := range found {
		bots[i] = &botAccount{Bot: bot, balance: balances[bot.AccountID], results: byAccount[bot.AccountID], open: open[bot.AccountID]}
		if bots[i].results == nil {
			bots[i].results = newBotResults(bot.AccountID, bot.Capital)
		}
	}
	return bots, nil
}

func saveBotResults(ctx context.Context, tx *database.Tx, bots []*botAccount) error {
	results := make([]*botResults, len(bots))
	for i, bot := range bots {
		results[i] = bot.results
	}
	_, err := resultTable.InsertOr(ctx, tx, `
		ON CONFLICT (account_id) DO UPDATE SET closed = excluded.closed, won = excluded.won, gains = excluded.gains,
			losses = excluded.losses, day = excluded.day, value = excluded.value, peak = excluded.peak, fall = excluded.fall,
			returns = excluded.returns, moves = excluded.moves, mean_return = excluded.mean_return,
			squared_spread = excluded.squared_spread`, results...)
	return err
}

func updatePerformance(ctx context.Context, tx *database.Tx, bots []*botAccount) error {
	rows := make([]*Bot, len(bots))
	for i, bot := range bots {
		rows[i] = bot.Bot
	}
	return botTable.UpdateAll(ctx, tx, rows, "total_return", "win_rate", "sharpe_ratio", "max_drawdown", "profit_factor", "expectancy",
		"closed_trades", "observations")
}

// uncountedBots lists the accounts of bots that have traded and have an uncounted day up to a last one.
func uncountedBots(ctx context.Context, from database.Querier, last time.Time) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `SELECT account_id FROM bot_results WHERE day < $1 ORDER BY account_id`, database.Micros(last))
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

// countedDay is the last counted day of a bot; the zero time when there is none.
func countedDay(ctx context.Context, from database.Querier, account uuid.UUID) (day time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT day FROM bot_results WHERE account_id = $1`, account).Scan(database.Time(&day))
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return day, err
}

// holdingBots lists the accounts of bots with open positions.
func holdingBots(ctx context.Context, from database.Querier) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT account_id FROM bots WHERE EXISTS (
			SELECT 1 FROM positions p WHERE p.account_id = bots.account_id AND p.status = 'open') ORDER BY account_id`)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}
