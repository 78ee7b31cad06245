package bots

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// countBots counts the bots of the platform and a tenant, with one status or, if that is empty, with any.
func countBots(ctx context.Context, from database.Querier, tenant uuid.UUID, status BotStatus) (total int, err error) {
	where := seenBots(tenant, status)
	err = from.QueryRow(ctx, `SELECT COUNT(*) FROM bots`+where.String(), where.Arguments...).Scan(&total)
	return total, err
}

func seenBots(tenant uuid.UUID, status BotStatus) database.Where {
	var where database.Where
	where.And(trading.SeenBy(where.Add(tenant)))
	where.EqualIf(status != "", "status", status)
	return where
}

// botOrders are the sort orders of the catalogue other than by age. They sort all that a tenant can see, which is
// affordable: bots are created by hand, and are few.
var botOrders = map[BotOrder]string{
	ByReturn:    `total_return DESC`,
	BySharpe:    `sharpe_ratio DESC`,
	ByDrawdown:  `CASE WHEN closed_trades = 0 THEN 1 ELSE 0 END, max_drawdown`,
	ByFollowers: `COALESCE((SELECT f.followers FROM bot_followers f WHERE f.bot_id = bots.id), 0) DESC`,
}

// listBots reads a page of the bots of the platform and a tenant.
func listBots(ctx context.Context, from database.Querier, tenant uuid.UUID, filter BotFilter, page database.Page) ([]*Bot, error) {
	if order, known := botOrders[filter.Order]; known {
		where := seenBots(tenant, filter.Status)
		query := botSelection + where.String() + ` ORDER BY ` + order + `, id DESC` + where.Page(page)
		return botTable.All(from.Query(ctx, query, where.Arguments...))
	}
	condition, arguments := ``, database.Arguments{identity.Platform, tenant, page.Offset() + page.Limit}
	if filter.Status != "" {
		condition = ` AND status = ` + arguments.Add(filter.Status)
	}
	query := trading.NewestSeen(botTable.Columns(), `bots`, condition) + arguments.Page(page)
	return botTable.All(from.Query(ctx, query, arguments...))
}

// tellFollowing reads how many accounts follow bots, and whether a user does. An investment account that follows its agent
// does so by itself, and is not the user's subscription.
func tellFollowing(ctx context.Context, from database.Querier, user uuid.UUID, bots []*Bot) error {
	byID := make(map[uuid.UUID]*Bot, len(bots))
	for _, bot := range bots {
		byID[bot.ID] = bot
	}
	return database.InBatches(bots, func(batch []*Bot) error {
		ids := make([]uuid.UUID, len(batch))
		for i, bot := range batch {
			ids[i] = bot.ID
		}
		var arguments database.Arguments
		list, caller := database.AddAll(&arguments, ids), arguments.Add(user)
		rows, err := from.Query(ctx, `
			SELECT b.id, COALESCE(f.followers, 0), EXISTS (
				SELECT 1 FROM bot_subscriptions s
				WHERE s.user_id = `+caller+` AND s.bot_id = b.id AND s.status = 'active' AND s.allocated_capital > 0)
			FROM bots b LEFT JOIN bot_followers f ON f.bot_id = b.id WHERE b.id IN `+list, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			var followers int
			var subscribed bool
			if err = row.Scan(&id, &followers, &subscribed); err == nil {
				byID[id].Followers, byID[id].Subscribed = followers, subscribed
			}
			return id, err
		})
		return err
	})
}

// recountFollowers counts the followers of bots. Changes made meanwhile are counted next time.
func recountFollowers(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO bot_followers (bot_id, followers)
		SELECT b.id, (SELECT COUNT(*) FROM bot_subscriptions s WHERE s.bot_id = b.id AND s.status = 'active') FROM bots b WHERE true ORDER BY b.id
		ON CONFLICT (bot_id) DO UPDATE SET followers = excluded.followers WHERE bot_followers.followers <> excluded.followers`)
	return err
}

// readDays reads the stored days of an account, in order, and when it first closed something; the zero time if it never
// did.
func readDays(ctx context.Context, from database.Querier, account uuid.UUID) (ends []trading.DayEnd, firstClosing time.Time, err error) {
	ends, err = trading.DayTable.AllValues(from.Query(ctx, `
		SELECT `+trading.DayTable.Columns()+` FROM equity_snapshots WHERE account_id = $1 ORDER BY day`, account))
	if err != nil {
		return nil, time.Time{}, err
	}
	err = from.QueryRow(ctx, `SELECT MIN(closed_at) FROM trades WHERE account_id = $1`, account).Scan(database.Time(&firstClosing))
	return ends, firstClosing, err
}
