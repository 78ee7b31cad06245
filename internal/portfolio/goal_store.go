package portfolio

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// goalTable maps goals to their table. That a goal is achieved is written once, by achieveGoals or with the goal.
var goalTable = database.NewTable("portfolio_goals", func(g *Goal, column database.Define) {
	column("id", &g.ID)
	column("portfolio_id", database.Fixed(&g.PortfolioID))
	column("name", &g.Name)
	column("target_amount", &g.TargetAmount)
	column("target_date", &g.TargetDate)
	column("monthly_contribution", &g.MonthlyContribution)
	column("share", &g.Share)
	column("achieved_at", database.Fixed(database.Optional(&g.AchievedAt)))
	column("created_at", database.Fixed(&g.CreatedAt))
	column("updated_at", &g.UpdatedAt)
})

var (
	goalColumns = goalTable.Columns()
	errNoGoal   = fault.New(fault.NotFound, "there is no such goal")
)

// readGoals reads the goals of portfolios, the nearest of each first.
func readGoals(ctx context.Context, from database.Querier, portfolios ...*Portfolio) (map[uuid.UUID][]*Goal, error) {
	byPortfolio := make(map[uuid.UUID][]*Goal, len(portfolios))
	err := database.InBatches(portfolios, func(batch []*Portfolio) error {
		ids := make([]uuid.UUID, len(batch))
		for i, portfolio := range batch {
			ids[i] = portfolio.ID
		}
		var where database.Where
		database.In(&where, `portfolio_id`, ids)
		goals, err := goalTable.All(from.Query(ctx, `
			SELECT `+goalColumns+` FROM portfolio_goals`+where.String()+` ORDER BY portfolio_id, target_date, id`, where.Arguments...))
		for _, goal := range goals {
			byPortfolio[goal.PortfolioID] = append(byPortfolio[goal.PortfolioID], goal)
		}
		return err
	})
	return byPortfolio, err
}

// lockGoal reads a goal of a portfolio and locks it until the transaction ends. It fails with NOT_FOUND.
func lockGoal(ctx context.Context, tx *database.Tx, portfolio, id uuid.UUID) (*Goal, error) {
	goal, err := goalTable.Scan(tx.QueryRow(ctx, `
		SELECT `+goalColumns+` FROM portfolio_goals WHERE id = $1 AND portfolio_id = $2`+tx.ForUpdate(), id, portfolio))
	return goal, database.Missing(err, errNoGoal)
}

func countGoals(ctx context.Context, from database.Querier, portfolio uuid.UUID) (count int, err error) {
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM portfolio_goals WHERE portfolio_id = $1`, portfolio).Scan(&count)
	return count, err
}

func insertGoal(ctx context.Context, tx *database.Tx, g *Goal) error {
	return goalTable.Insert(ctx, tx, g)
}

func updateGoal(ctx context.Context, tx *database.Tx, g *Goal) error {
	return goalTable.Update(ctx, tx, g)
}

func deleteGoal(ctx context.Context, tx *database.Tx, portfolio, id uuid.UUID) error {
	deleted, err := tx.Exec(ctx, `DELETE FROM portfolio_goals WHERE id = $1 AND portfolio_id = $2`, id, portfolio)
	if err == nil && deleted == 0 {
		return errNoGoal
	}
	return err
}

// achieveGoals marks reached open goals as achieved, and returns the ids of those it has marked: of several
// transactions that find the same goal, only one marks it.
func achieveGoals(ctx context.Context, tx *database.Tx, reached []*Goal, now time.Time) ([]uuid.UUID, error) {
	var achieved []uuid.UUID
	err := database.FromRows(tx, []string{"TEXT", "BIGINT"}, reached,
		func(g *Goal) []any { return []any{g.ID, g.CurrentAmount.Units()} },
		func(source string, values []any) error {
			arguments := database.Arguments(values)
			at := arguments.Add(database.Micros(now))
			rows, err := tx.Query(ctx, `
				UPDATE portfolio_goals SET achieved_at = `+at+`, updated_at = `+at+`
				FROM `+source+`
				WHERE portfolio_goals.id = v.column1 AND portfolio_goals.achieved_at IS NULL
					AND portfolio_goals.target_amount <= v.column2
				RETURNING portfolio_goals.id`, arguments...)
			marked, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
			achieved = append(achieved, marked...)
			return err
		})
	return achieved, err
}

// readWatched reads portfolios with open goals that come after another one, by user.
func readWatched(ctx context.Context, from database.Querier, after *Portfolio, limit int) ([]*Portfolio, error) {
	return portfolioTable.All(from.Query(ctx, `
		SELECT `+portfolioColumns+` FROM portfolios
		WHERE (user_id, id) > ($1, $2) AND EXISTS (
			SELECT 1 FROM portfolio_goals g WHERE g.portfolio_id = portfolios.id AND g.achieved_at IS NULL)
		ORDER BY user_id, id LIMIT $3`, after.UserID, after.ID, limit))
}
