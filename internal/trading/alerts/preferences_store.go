package alerts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// preferences are what a user has chosen for trading.
type preferences struct {
	UserID    uuid.UUID
	TenantID  uuid.UUID
	Watchlist []string
	Channels  Choice
	updatedAt time.Time
}

var preferencesTable = database.NewTable("trader_preferences", func(p *preferences, column database.Define) {
	column("user_id", &p.UserID)
	column("tenant_id", &p.TenantID)
	column("watchlist", database.JSON(&p.Watchlist))
	column("channels", database.JSON(&p.Channels))
	column("updated_at", &p.updatedAt)
})

// readPreferences reads a user's preferences; empty ones if there are none.
func readPreferences(ctx context.Context, from database.Querier, user uuid.UUID) (*preferences, error) {
	chosen, err := preferencesTable.Scan(from.QueryRow(ctx, `SELECT `+preferencesTable.Columns()+` FROM trader_preferences WHERE user_id = $1`, user))
	if err = database.Missing(err, nil); err != nil || chosen == nil {
		return &preferences{UserID: user, Watchlist: []string{}}, err
	}
	return chosen, nil
}

// holdPreferences reads a user's preferences and locks them until the transaction ends, even if there are none.
func holdPreferences(ctx context.Context, tx *database.Tx, caller identity.Caller, now time.Time) (*preferences, error) {
	empty := &preferences{UserID: caller.UserID, TenantID: caller.TenantID, Watchlist: []string{}, Channels: Choice{}, updatedAt: now}
	_, err := preferencesTable.InsertOr(ctx, tx, `ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at`, empty)
	if err != nil {
		return nil, err
	}
	return readPreferences(ctx, tx, caller.UserID)
}

func writeWatchlist(ctx context.Context, tx *database.Tx, p *preferences) error {
	p.Channels = Choice{}
	_, err := preferencesTable.InsertOr(ctx, tx,
		`ON CONFLICT (user_id) DO UPDATE SET watchlist = excluded.watchlist, updated_at = excluded.updated_at`, p)
	return err
}

// writeChannels writes the channels of locked preferences.
func writeChannels(ctx context.Context, tx *database.Tx, p *preferences) error {
	_, err := preferencesTable.InsertOr(ctx, tx, `ON CONFLICT (user_id) DO UPDATE SET channels = excluded.channels`, p)
	return err
}

// choicesOf reads the choices of those of some users who have changed any.
func choicesOf(ctx context.Context, tx *database.Tx, users []uuid.UUID) (map[uuid.UUID]Choice, error) {
	choices := make(map[uuid.UUID]Choice, len(users))
	err := database.FromIDs(tx, users, func(source string, arguments []any) error {
		found, err := preferencesTable.All(tx.Query(ctx, `
			SELECT `+preferencesTable.Columns()+` FROM trader_preferences WHERE user_id IN (SELECT v.column1 FROM `+source+`)`, arguments...))
		for _, chosen := range found {
			choices[chosen.UserID] = chosen.Channels
		}
		return err
	})
	return choices, err
}
