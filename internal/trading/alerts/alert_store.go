package alerts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// alertTable stores alerts.
var alertTable = database.NewTable("price_alerts", func(a *Alert, column database.Define) {
	column("id", &a.ID)
	column("tenant_id", database.Fixed(&a.TenantID))
	column("user_id", database.Fixed(&a.UserID))
	column("symbol", database.Fixed(&a.Symbol))
	column("kind", database.Fixed(&a.Kind))
	column("price", database.Fixed(&a.Price))
	column("percent", database.Fixed(&a.Percent))
	column("reference_price", database.Fixed(&a.ReferencePrice))
	column("note", database.Fixed(&a.Note))
	column("status", &a.Status)
	column("fired_price", &a.FiredPrice)
	column("created_at", database.Fixed(&a.CreatedAt))
	column("ended_at", database.Optional(&a.EndedAt))
})

var errNoAlert = fault.New(fault.NotFound, "there is no such alert")

func readAlert(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Alert, error) {
	alert, err := alertTable.Scan(from.QueryRow(ctx, `SELECT `+alertTable.Columns()+` FROM price_alerts WHERE id = $1 AND user_id = $2`, id, user))
	return alert, database.Missing(err, errNoAlert)
}

// lockAlert reads an alert of a user and locks it until the transaction ends. It fails with NOT_FOUND.
func lockAlert(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Alert, error) {
	alert, err := alertTable.Scan(tx.QueryRow(ctx,
		`SELECT `+alertTable.Columns()+` FROM price_alerts WHERE id = $1 AND user_id = $2`+tx.ForUpdate(), id, user))
	return alert, database.Missing(err, errNoAlert)
}

// countWorking counts a user's working alerts.
func countWorking(ctx context.Context, from database.Querier, user uuid.UUID) (count int, err error) {
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM price_alerts WHERE user_id = $1 AND status = 'working'`, user).Scan(&count)
	return count, err
}

// listAlerts reads a page of a user's alerts, newest first.
func listAlerts(ctx context.Context, from database.Querier, user uuid.UUID, filter AlertFilter, cursor database.Cursor) ([]*Alert, error) {
	var where database.Where
	where.Equal("user_id", user)
	where.EqualIf(filter.Status != "", "status", filter.Status)
	where.EqualIf(filter.Symbol != "", "symbol", filter.Symbol)
	where.Behind("id", cursor)
	query := `SELECT ` + alertTable.Columns() + ` FROM price_alerts` + where.String() + ` ORDER BY id DESC LIMIT ` + where.Add(cursor.Limit)
	return alertTable.All(from.Query(ctx, query, where.Arguments...))
}

// workingAlerts reads a page of all working alerts, in the order of their ids.
func workingAlerts(ctx context.Context, from database.Querier, after uuid.UUID, limit int) ([]*Alert, error) {
	return alertTable.All(from.Query(ctx, `
		SELECT `+alertTable.Columns()+` FROM price_alerts WHERE status = 'working' AND id > $1 ORDER BY id LIMIT $2`, after, limit))
}

// alertsByID reads alerts, whatever their status.
func alertsByID(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]*Alert, error) {
	return alertTable.AllByID(ctx, from, ids, func(source string) string {
		return `
			SELECT ` + alertTable.Columns() + ` FROM price_alerts WHERE id IN (SELECT v.column1 FROM ` + source + `) ORDER BY id`
	})
}

// deleteEndedAlerts deletes the oldest alerts that ended before a moment, at most limit of them.
func deleteEndedAlerts(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM price_alerts WHERE id IN (
			SELECT id FROM price_alerts WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`, database.Micros(before), limit)
}
