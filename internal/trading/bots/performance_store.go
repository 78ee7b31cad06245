package bots

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

const resultColumns = `account_id, closed, won, gains, losses, day, value, peak, fall, returns, moves, mean_return, squared_spread`

func scanResults(row database.Row) (*botResults, error) {
	var r botResults
	var day sql.NullInt64
	err := row.Scan(&r.accountID, &r.closed, &r.won, &r.gains, &r.losses, &day, &r.value, &r.peak, &r.fall, &r.returns, &r.moves,
		&r.mean, &r.squares)
	r.day = noDay
	if day.Valid {
		r.day = day.Int64
	}
	return &r, err
}

// lockBotAccounts reads the bots of accounts that are held, with their money, their open positions and their
// sums, and holds the bots and the sums until the transaction ends.
func lockBotAccounts(ctx context.Context, tx *database.Tx, accounts []uuid.UUID) ([]*botAccount, error) {
	list := database.Placeholders(1, len(accounts))
	rows, err := tx.Query(ctx, `SELECT `+botColumns+` FROM bots WHERE account_id IN `+list+` ORDER BY id`+tx.ForUpdate(), trading.IDArguments(accounts)...)
	found, err := database.Collect(rows, err, scanBot)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	open, err := openPositionsOfBots(ctx, tx, found)
	if err != nil {
		return nil, err
	}
	rows, err = tx.Query(ctx, `SELECT `+resultColumns+` FROM bot_results WHERE account_id IN `+list+tx.ForUpdate(), trading.IDArguments(accounts)...)
	results, err := database.Collect(rows, err, scanResults)
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
	arguments := make([]any, 0, 13*len(bots))
	for _, b := range bots {
		r := b.results
		arguments = append(arguments, r.accountID, r.closed, r.won, r.gains, r.losses, sql.NullInt64{Int64: r.day, Valid: r.day != noDay},
			r.value, r.peak, r.fall, r.returns, r.moves, r.mean, r.squares)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO bot_results (`+resultColumns+`) VALUES `+database.Placeholders(len(bots), 13)+`
		ON CONFLICT (account_id) DO UPDATE SET closed = excluded.closed, won = excluded.won, gains = excluded.gains,
			losses = excluded.losses, day = excluded.day, value = excluded.value, peak = excluded.peak, fall = excluded.fall,
			returns = excluded.returns, moves = excluded.moves, mean_return = excluded.mean_return,
			squared_spread = excluded.squared_spread`, arguments...)
	return err
}

func updatePerformance(ctx context.Context, tx *database.Tx, bots []*botAccount) error {
	arguments := make([]any, 0, 9*len(bots))
	for _, b := range bots {
		p := b.Performance
		arguments = append(arguments, b.ID, p.TotalReturn, p.WinRate, p.SharpeRatio, p.MaxDrawdown, p.ProfitFactor, p.Expectancy,
			p.ClosedTrades, p.Observations)
	}
	_, err := tx.Exec(ctx, `
		UPDATE bots
		SET total_return = v.column2, win_rate = v.column3, sharpe_ratio = v.column4, max_drawdown = v.column5,
			profit_factor = v.column6, expectancy = v.column7, closed_trades = v.column8, observations = v.column9
		FROM (VALUES `+database.TypedPlaceholders(len(bots), "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT")+`) v
		WHERE bots.id = v.column1`, arguments...)
	return err
}

// uncountedBots lists the accounts of bots that have traded and of which a day up to a last one is not counted.
func uncountedBots(ctx context.Context, from database.Querier, last time.Time) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `SELECT account_id FROM bot_results WHERE day < $1 ORDER BY account_id`, database.Micros(last))
	return database.Collect(rows, err, trading.ScanID)
}

// countedDay is the last day of a bot that is counted; the zero time when there is none.
func countedDay(ctx context.Context, from database.Querier, account uuid.UUID) (day time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT day FROM bot_results WHERE account_id = $1`, account).Scan(database.Time(&day))
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return day, err
}

// holdingBots lists the accounts of bots that have something open.
func holdingBots(ctx context.Context, from database.Querier) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT account_id FROM bots WHERE EXISTS (
			SELECT 1 FROM positions p WHERE p.account_id = bots.account_id AND p.status = 'open') ORDER BY account_id`)
	return database.Collect(rows, err, trading.ScanID)
}
