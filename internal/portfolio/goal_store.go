package portfolio

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

const goalColumns = `id, portfolio_id, name, target_amount, target_date, monthly_contribution, share, achieved_at, created_at, updated_at`

var errNoGoal = fault.New(fault.NotFound, "there is no such goal")

func scanGoal(row database.Row) (*Goal, error) {
	var g Goal
	err := row.Scan(&g.ID, &g.PortfolioID, &g.Name, &g.TargetAmount, database.Time(&g.TargetDate), &g.MonthlyContribution,
		&g.Share, database.Time(&g.AchievedAt), database.Time(&g.CreatedAt), database.Time(&g.UpdatedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoGoal
	}
	return &g, err
}

// readGoals reads the goals of portfolios, the nearest of each first.
func readGoals(ctx context.Context, from database.Querier, portfolios ...*Portfolio) (map[uuid.UUID][]*Goal, error) {
	byPortfolio := make(map[uuid.UUID][]*Goal, len(portfolios))
	err := database.InBatches(portfolios, func(batch []*Portfolio) error {
		arguments := make([]any, len(batch))
		for i, portfolio := range batch {
			arguments[i] = portfolio.ID
		}
		rows, err := from.Query(ctx, `
			SELECT `+goalColumns+` FROM portfolio_goals WHERE portfolio_id IN `+database.Placeholders(1, len(batch))+`
			ORDER BY portfolio_id, target_date, id`, arguments...)
		goals, err := database.Collect(rows, err, scanGoal)
		for _, goal := range goals {
			byPortfolio[goal.PortfolioID] = append(byPortfolio[goal.PortfolioID], goal)
		}
		return err
	})
	return byPortfolio, err
}

// lockGoal reads a goal of a portfolio and holds it until the transaction ends. It fails with NOT_FOUND.
func lockGoal(ctx context.Context, tx *database.Tx, portfolio, id uuid.UUID) (*Goal, error) {
	return scanGoal(tx.QueryRow(ctx, `
		SELECT `+goalColumns+` FROM portfolio_goals WHERE id = $1 AND portfolio_id = $2`+tx.ForUpdate(), id, portfolio))
}

func countGoals(ctx context.Context, from database.Querier, portfolio uuid.UUID) (count int, err error) {
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM portfolio_goals WHERE portfolio_id = $1`, portfolio).Scan(&count)
	return count, err
}

func insertGoal(ctx context.Context, tx *database.Tx, g *Goal) error {
	_, err := tx.Exec(ctx, `INSERT INTO portfolio_goals (`+goalColumns+`) VALUES `+database.Placeholders(1, 10),
		g.ID, g.PortfolioID, g.Name, g.TargetAmount, database.Micros(g.TargetDate), g.MonthlyContribution,
		g.Share, database.OptionalMicros(g.AchievedAt), database.Micros(g.CreatedAt), database.Micros(g.UpdatedAt))
	return err
}

func updateGoal(ctx context.Context, tx *database.Tx, g *Goal) error {
	_, err := tx.Exec(ctx, `
		UPDATE portfolio_goals SET name = $2, target_amount = $3, target_date = $4, monthly_contribution = $5, updated_at = $6, share = $7
		WHERE id = $1`,
		g.ID, g.Name, g.TargetAmount, database.Micros(g.TargetDate), g.MonthlyContribution, database.Micros(g.UpdatedAt), g.Share)
	return err
}

func deleteGoal(ctx context.Context, tx *database.Tx, portfolio, id uuid.UUID) error {
	deleted, err := tx.Exec(ctx, `DELETE FROM portfolio_goals WHERE id = $1 AND portfolio_id = $2`, id, portfolio)
	if err == nil && deleted == 0 {
		return errNoGoal
	}
	return err
}

// achieveGoals marks open goals that have what they ask for as achieved, and returns the identifiers of those it
// has marked: of several transactions that find the same goal, one.
func achieveGoals(ctx context.Context, tx *database.Tx, reached []*Goal, now time.Time) ([]uuid.UUID, error) {
	var achieved []uuid.UUID
	err := database.FromRows(tx, []string{"TEXT", "BIGINT"}, reached,
		func(g *Goal) []any { return []any{g.ID, g.CurrentAmount.Units()} },
		func(source string, arguments []any) error {
			at := `$` + strconv.Itoa(len(arguments)+1)
			rows, err := tx.Query(ctx, `
				UPDATE portfolio_goals SET achieved_at = `+at+`, updated_at = `+at+`
				FROM `+source+`
				WHERE portfolio_goals.id = v.column1 AND portfolio_goals.achieved_at IS NULL
					AND portfolio_goals.target_amount <= v.column2
				RETURNING portfolio_goals.id`, append(arguments, database.Micros(now))...)
			marked, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
				err = row.Scan(&id)
				return id, err
			})
			achieved = append(achieved, marked...)
			return err
		})
	return achieved, err
}

// readWatched reads portfolios with open goals behind another one, by user.
func readWatched(ctx context.Context, from database.Querier, after *Portfolio, limit int) ([]*Portfolio, error) {
	rows, err := from.Query(ctx, `
		SELECT `+portfolioColumns+` FROM portfolios
		WHERE (user_id, id) > ($1, $2) AND EXISTS (
			SELECT 1 FROM portfolio_goals g WHERE g.portfolio_id = portfolios.id AND g.achieved_at IS NULL)
		ORDER BY user_id, id LIMIT $3`, after.UserID, after.ID, limit)
	return database.Collect(rows, err, scanPortfolio)
}
