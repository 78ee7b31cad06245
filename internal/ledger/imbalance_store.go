package ledger

import (
	"context"

	"bourse/internal/database"
)

// Imbalance sums all balances of each currency, in units of 10⁻⁸: each sum is zero while the books are in order. It
// reads one row per account and no postings; Verify checks everything. It fails when the database does.
func (l *Ledger) Imbalance(ctx context.Context, q database.Querier) (map[string]float64, error) {
	sums := map[string]float64{}
	err := eachRow(ctx, q, `
		SELECT currency, CAST(SUM(balance / 1000000) AS DOUBLE PRECISION) * 1000000 + CAST(SUM(balance % 1000000) AS DOUBLE PRECISION)
		FROM ledger_accounts GROUP BY currency`, nil, func(row database.Row) error {
		var currency string
		var sum float64
		err := row.Scan(&currency, &sum)
		sums[currency] = sum
		return err
	})
	return sums, err
}
