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

const goalColumns = `id, portfolio_id, name, target_amount, target_date, monthly_contribution, achieved_at, created_at, updated_at`

var errNoGoal = fault.New(fault.NotFound, "there is no such goal")

func scanGoal(row database.Row) (*Goal, error) {
	var g Goal
	err := row.Scan(&g.ID, &g.PortfolioID, &g.Name, &g.TargetAmount, database.Time(&g.TargetDate), &g.MonthlyContribution,
		database.Time(&g.AchievedAt), database.Time(&g.CreatedAt), database.Time(&g.UpdatedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoGoal
	}
	return &g, err
}

// readGoals reads the goals of a portfolio, the nearest first.
func readGoals(ctx context.Context, from database.Querier, portfolio uuid.UUID) ([]*Goal, error) {
	rows, err := from.Query(ctx, `
		SELECT `+goalColumns+` FROM portfolio_goals WHERE portfolio_id = $1 ORDER BY target_date, id`, portfolio)
	return database.Collect(rows, err, scanGoal)
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
	_, err := tx.Exec(ctx, `INSERT INTO portfolio_goals (`+goalColumns+`) VALUES `+database.Placeholders(1, 9),
		g.ID, g.PortfolioID, g.Name, g.TargetAmount, database.Micros(g.TargetDate), g.MonthlyContribution,
		database.OptionalMicros(g.AchievedAt), database.Micros(g.CreatedAt), database.Micros(g.UpdatedAt))
	return err
}

func updateGoal(ctx context.Context, tx *database.Tx, g *Goal) error {
	_, err := tx.Exec(ctx, `
		UPDATE portfolio_goals SET name = $2, target_amount = $3, target_date = $4, monthly_contribution = $5, updated_at = $6
		WHERE id = $1`,
		g.ID, g.Name, g.TargetAmount, database.Micros(g.TargetDate), g.MonthlyContribution, database.Micros(g.UpdatedAt))
	return err
}

func deleteGoal(ctx context.Context, tx *database.Tx, portfolio, id uuid.UUID) error {
	deleted, err := tx.Exec(ctx, `DELETE FROM portfolio_goals WHERE id = $1 AND portfolio_id = $2`, id, portfolio)
	if err == nil && deleted == 0 {
		return errNoGoal
	}
	return err
}

// achieveGoals marks the open goals that portfolios are worth as achieved, and returns those it has marked:
// of several transactions that find the same goal, one.
func achieveGoals(ctx context.Context, tx *database.Tx, portfolios []*Portfolio, now time.Time) ([]*Goal, error) {
	var achieved []*Goal
	err := database.FromRows(tx, []string{"TEXT", "BIGINT"}, portfolios,
		func(p *Portfolio) []any { return []any{p.ID, p.TotalValue.Units()} },
		func(source string, arguments []any) error {
			at := `$` + strconv.Itoa(len(arguments)+1)
			rows, err := tx.Query(ctx, `
				UPDATE portfolio_goals SET achieved_at = `+at+`, updated_at = `+at+`
				FROM `+source+`
				WHERE portfolio_goals.portfolio_id = v.column1 AND portfolio_goals.achieved_at IS NULL
					AND portfolio_goals.target_amount <= v.column2
				RETURNING `+goalColumns, append(arguments, database.Micros(now))...)
			marked, err := database.Collect(rows, err, scanGoal)
			achieved = append(achieved, marked...)
			return err
		})
	return achieved, err
}
