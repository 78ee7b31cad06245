package portfolio

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// portfolioTable maps portfolios to their table.
var portfolioTable = database.NewTable("portfolios", func(p *Portfolio, column database.Define) {
	column("id", &p.ID)
	column("tenant_id", database.Fixed(&p.TenantID))
	column("user_id", database.Fixed(&p.UserID))
	column("name", &p.Name)
	column("risk_profile", &p.RiskProfile)
	column("is_primary", database.Fixed(&p.IsPrimary))
	column("is_paper", database.Fixed(&p.IsPaper))
	column("created_at", database.Fixed(&p.CreatedAt))
	column("updated_at", &p.UpdatedAt)
})

var (
	portfolioColumns = portfolioTable.Columns()
	errNoPortfolio   = fault.New(fault.NotFound, "there is no such portfolio")
)

// readPortfolios reads a user's portfolios without their accounts: the primary one, that of the paper account, then
// the newest first.
func readPortfolios(ctx context.Context, from database.Querier, caller identity.Caller) ([]*Portfolio, error) {
	return portfolioTable.All(from.Query(ctx, `
		SELECT `+portfolioColumns+` FROM portfolios WHERE user_id = $1 AND tenant_id = $2
		ORDER BY is_primary DESC, is_paper DESC, created_at DESC, id DESC`, caller.UserID, caller.TenantID))
}

// readPortfolio reads a user's portfolio without its accounts, with the given locking clause. It fails with
// NOT_FOUND.
func readPortfolio(ctx context.Context, from database.Querier, lock string, caller identity.Caller, id uuid.UUID) (*Portfolio, error) {
	portfolio, err := portfolioTable.Scan(from.QueryRow(ctx, `
		SELECT `+portfolioColumns+` FROM portfolios WHERE id = $1 AND user_id = $2 AND tenant_id = $3`+lock,
		id, caller.UserID, caller.TenantID))
	return portfolio, database.Missing(err, errNoPortfolio)
}

// readAccountIDs reads the accounts that portfolios were made over. The two that every user has name none.
func readAccountIDs(ctx context.Context, from database.Querier, portfolios []*Portfolio) error {
	byID := make(map[uuid.UUID]*Portfolio, len(portfolios))
	others := make([]uuid.UUID, 0, len(portfolios))
	for _, portfolio := range portfolios {
		if !portfolio.IsPrimary && !portfolio.IsPaper {
			byID[portfolio.ID] = portfolio
			others = append(others, portfolio.ID)
		}
	}
	return database.InBatches(others, func(batch []uuid.UUID) error {
		var where database.Where
		database.In(&where, `portfolio_id`, batch)
		rows, err := from.Query(ctx, `SELECT portfolio_id, account_id FROM portfolio_accounts`+where.String(), where.Arguments...)
		err = database.EachRow(rows, err, func(row database.Row) error {
			var portfolio, account uuid.UUID
			if err := row.Scan(&portfolio, &account); err != nil {
				return err
			}
			byID[portfolio].AccountIDs = append(byID[portfolio].AccountIDs, account)
			return nil
		})
		return err
	})
}

// insertPortfolio writes a portfolio. It adds nothing when the user already has one of the two that every user has.
func insertPortfolio(ctx context.Context, tx *database.Tx, p *Portfolio) (added bool, err error) {
	changed, err := portfolioTable.InsertOr(ctx, tx, database.DoNothing, p)
	return changed == 1, err
}

func insertAccountIDs(ctx context.Context, tx *database.Tx, p *Portfolio) error {
	return database.InsertRows(ctx, tx, `INSERT INTO portfolio_accounts (portfolio_id, account_id)`, 2, p.AccountIDs,
		func(account uuid.UUID) []any { return []any{p.ID, account} })
}

// countPortfolios locks the primary portfolio and counts all.
func countPortfolios(ctx context.Context, tx *database.Tx, caller identity.Caller) (count int, err error) {
	var primary uuid.UUID
	err = tx.QueryRow(ctx, `
		SELECT id FROM portfolios WHERE user_id = $1 AND tenant_id = $2 AND is_primary`+tx.ForUpdate(),
		caller.UserID, caller.TenantID).Scan(&primary)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM portfolios WHERE user_id = $1 AND tenant_id = $2`,
		caller.UserID, caller.TenantID).Scan(&count)
	return count, err
}

func updatePortfolio(ctx context.Context, tx *database.Tx, p *Portfolio) error {
	return portfolioTable.Update(ctx, tx, p)
}
