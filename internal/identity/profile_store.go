package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readNames reads the fields of users that their names need.
func readNames(ctx context.Context, from database.Querier, users []uuid.UUID) ([]User, error) {
	var arguments database.Arguments
	list := database.AddAll(&arguments, users)
	rows, err := from.Query(ctx, `SELECT u.id, u.display_name, u.email FROM users u WHERE u.id IN `+list, arguments...)
	return database.Collect(rows, err, func(row database.Row) (user User, err error) {
		err = row.Scan(&user.ID, &user.Profile.DisplayName, &user.Email)
		return user, err
	})
}
