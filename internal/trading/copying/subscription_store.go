package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// subscriptionTable stores subscriptions.
var subscriptionTable = database.NewTable("bot_subscriptions", func(s *Subscription, column database.Define) {
	column("id", &s.ID)
	column("tenant_id", &s.TenantID)
	column("user_id", &s.UserID)
	column("bot_id", &s.BotID)
	column("account_id", &s.AccountID)
	column("mode", &s.Mode)
	column("status", &s.Status)
	column("allocated_capital", &s.AllocatedCapital)
	column("copy_stop_percent", &s.CopyStopPercent)
	column("realized_pnl", &s.RealizedPnL)
	column("created_at", &s.CreatedAt)
	column("paused_at", database.Optional(&s.PausedAt))
	column("ended_at", database.Optional(&s.EndedAt))
	column("bot_name", database.Computed("(SELECT bots.name FROM bots WHERE bots.id = bot_subscriptions.bot_id)", &s.BotName))
})

func scanSubscription(row database.Row) (*Subscription, error) {
	subscription, err := subscriptionTable.Scan(row)
	return subscription, database.Missing(err, errNoSubscription)
}

var errNoSuchBot = fault.New(fault.NotFound, "there is no such bot")

var errNoSubscription = fault.New(fault.NotFound, "there is no such subscription")

// subscribableBot reads the name of a bot that a user of a tenant wants to follow. It fails with NOT_FOUND.
func subscribableBot(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (name string, err error) {
	err = from.QueryRow(ctx, `SELECT name FROM bots WHERE id = $1 AND `+trading.SeenBy(`$2`), id, tenant).Scan(&name)
	return name, database.Missing(err, errNoSuchBot)
}

// allocatedOn adds up what an account has allocated to bots. The account must be locked, as it is by every transaction that
// allocates. It fails with ALREADY_SUBSCRIBED when the bot is among them.
func allocatedOn(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (allocated money.Decimal, err error) {
	var same int
	err = tx.QueryRow(ctx, `
		SELECT COALESCE(SUM(allocated_capital), 0), COUNT(CASE WHEN bot_id = $2 THEN 1 END)
		FROM bot_subscriptions WHERE account_id = $1 AND status = 'active'`, account, bot).Scan(&allocated, &same)
	if err == nil && same > 0 {
		err = errAlreadySubscribed
	}
	return allocated, err
}

var errAlreadySubscribed = fault.New(fault.AlreadySubscribed, "you follow this bot already")

// subscriptionTo reads under which subscription an account follows a bot, and with how much.
func subscriptionTo(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (following trading.Following, err error) {
	err = tx.QueryRow(ctx, `
		SELECT id, allocated_capital FROM bot_subscriptions
		WHERE account_id = $1 AND bot_id = $2 AND status = 'active'`, account, bot).Scan(&following.SubscriptionID, &following.Capital)
	return following, database.Missing(err, nil)
}

// countSignals counts the signals that subscriptions have received, executed and skipped. It counts on request, so that
// publishing a signal need not write to every follower. Received includes signals published before a subscription began but
// executed under it.
func countSignals(ctx context.Context, from database.Querier, subscriptions ...*Subscription) error {
	byID := make(map[uuid.UUID]*Subscription, len(subscriptions))
	for _, s := range subscriptions {
		byID[s.ID] = s
	}
	return database.InBatches(subscriptions, func(batch []*Subscription) error {
		var arguments database.Arguments
		list := database.AddAll(&arguments, idsOf(batch))
		rows, err := from.Query(ctx, `
			SELECT s.id,
				(SELECT COUNT(*) FROM signals g
				WHERE g.bot_id = s.bot_id AND g.created_at >= s.created_at AND g.created_at <= COALESCE(s.ended_at, g.created_at))
				+ (SELECT COUNT(*) FROM signal_executions e JOIN signals g ON g.id = e.signal_id
				WHERE e.subscription_id = s.id AND (g.created_at < s.created_at OR g.created_at > s.ended_at)),
				(SELECT COUNT(*) FROM signal_executions e WHERE e.subscription_id = s.id AND e.outcome = 'executed'),
				(SELECT COUNT(*) FROM signal_executions e WHERE e.subscription_id = s.id AND e.outcome = 'skipped')
			FROM bot_subscriptions s WHERE s.id IN `+list, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			var received, executed, skipped int
			if err = row.Scan(&id, &received, &executed, &skipped); err == nil {
				s := byID[id]
				s.SignalsReceived, s.SignalsExecuted, s.SignalsSkipped = received, executed, skipped
			}
			return id, err
		})
		return err
	})
}

// insertSubscription writes a new subscription. It fails with ALREADY_SUBSCRIBED while the user has an active one to the
// bot.
func insertSubscription(ctx context.Context, tx *database.Tx, s *Subscription) error {
	added, err := subscriptionTable.InsertOr(ctx, tx, database.DoNothing, s)
	if err == nil && added == 0 {
		err = errAlreadySubscribed
	}
	return err
}

func readSubscription(ctx context.Context, from database.Querier, id uuid.UUID) (*Subscription, error) {
	return scanSubscription(from.QueryRow(ctx, `SELECT `+subscriptionTable.Columns()+` FROM bot_subscriptions WHERE id = $1`, id))
}

// finishSubscription ends an active subscription, whose account must be locked: that is also the lock of its status. It
// fails with NOT_FOUND when it is not active.
func finishSubscription(ctx context.Context, tx *database.Tx, id uuid.UUID, as SubscriptionStatus, now time.Time) (*Subscription, error) {
	return scanSubscription(tx.QueryRow(ctx, `
		UPDATE bot_subscriptions SET status = $2, ended_at = $3 WHERE id = $1 AND status = 'active'
		RETURNING `+subscriptionTable.Columns(), id, as, database.Micros(now)))
}

// openPositionsOfSubscription reads the open positions of a subscription.
func openPositionsOfSubscription(ctx context.Context, from database.Querier, id uuid.UUID) ([]*trading.Position, error) {
	return trading.PositionTable.All(from.Query(ctx, `
		SELECT `+trading.PositionTable.Columns()+` FROM positions WHERE subscription_id = $1 AND status = 'open' ORDER BY id`, id))
}

// addSubscriptionResults adds the results of closings to the subscriptions whose positions were closed.
func addSubscriptionResults(ctx context.Context, tx *database.Tx, changed []*trading.Position, trades []trading.Trade) error {
	subscriptionOf := make(map[uuid.UUID]uuid.UUID)
	for _, position := range changed {
		if position.SubscriptionID != uuid.Nil {
			subscriptionOf[position.ID] = position.SubscriptionID
		}
	}
	if len(subscriptionOf) == 0 {
		return nil
	}
	sums := make(map[uuid.UUID]money.Decimal)
	var subscriptions []uuid.UUID
	for _, trade := range trades {
		subscription, copied := subscriptionOf[trade.PositionID]
		if !copied {
			continue
		}
		if _, seen := sums[subscription]; !seen {
			subscriptions = append(subscriptions, subscription)
		}
		sums[subscription] = sums[subscription].Add(trade.RealizedPnL)
	}
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, subscriptions,
		func(id uuid.UUID) []any { return []any{id, sums[id].Units()} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE bot_subscriptions SET realized_pnl = realized_pnl + v.column2
				FROM `+source+` WHERE bot_subscriptions.id = v.column1`, arguments...)
			return err
		})
}

var errNotFollowing = fault.New(fault.NotFound, "you do not follow this bot")

// activeSubscription finds the subscription under which an account of a user follows a bot: the named account, or else the
// paper account, or another one if that does not follow the bot. It fails with NOT_FOUND.
func activeSubscription(ctx context.Context, tx *database.Tx, user, bot, on uuid.UUID) (id, account uuid.UUID, err error) {
	var where database.Where
	where.Equal("s.user_id", user)
	where.Equal("s.bot_id", bot)
	where.And("s.status = 'active'")
	where.And(byUsers)
	where.EqualIf(on != uuid.Nil, "s.account_id", on)
	err = tx.QueryRow(ctx, `
		SELECT s.id, s.account_id FROM bot_subscriptions s JOIN trading_accounts a ON a.id = s.account_id`+where.String()+`
		ORDER BY CASE WHEN a.kind = 'paper' THEN 0 ELSE 1 END, s.id DESC LIMIT 1`, where.Arguments...).Scan(&id, &account)
	return id, account, database.Missing(err, errNotFollowing)
}

// byUsers restricts subscriptions to those made by users: an account that follows its agent does so with all its money.
const byUsers = `allocated_capital > 0`

// subscriptionsOf reads the subscriptions that a user has made, newest first: all active ones, and the last of the others.
func subscriptionsOf(ctx context.Context, from database.Querier, user uuid.UUID, ended int) ([]*Subscription, error) {
	return subscriptionTable.All(from.Query(ctx, `
		SELECT `+subscriptionTable.Columns()+` FROM bot_subscriptions
		WHERE id IN (
			SELECT id FROM bot_subscriptions WHERE user_id = $1 AND status = 'active' AND `+byUsers+`
			UNION ALL
			SELECT id FROM (SELECT id FROM bot_subscriptions WHERE user_id = $1 AND status <> 'active' AND `+byUsers+` ORDER BY id DESC LIMIT $2) AS past)
		ORDER BY id DESC`, user, ended))
}

// copiedPositionsOf reads the open positions of a user's subscriptions.
func copiedPositionsOf(ctx context.Context, from database.Querier, user uuid.UUID) ([]*trading.Position, error) {
	return trading.PositionTable.All(from.Query(ctx, `
		SELECT `+trading.PositionTable.Columns()+` FROM positions WHERE user_id = $1 AND status = 'open' AND subscription_id IS NOT NULL`, user))
}

// agentBot finds the bot of the house with a key. It fails with NOT_FOUND.
func agentBot(ctx context.Context, tx *database.Tx, agent string) (bot uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT id FROM bots WHERE agent_key = $1`, agent).Scan(&bot)
	return bot, database.Missing(err, fault.New(fault.NotFound, "there is no agent %s", agent))
}

// leaveAgentOf ends an account's subscription to its agent.
func leaveAgentOf(ctx context.Context, tx *database.Tx, account uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE bot_subscriptions SET status = 'ended', ended_at = $2 WHERE account_id = $1 AND status = 'active' AND NOT `+byUsers,
		account, database.Micros(now))
	return err
}

// activeSubscriptionsOf reads the subscriptions of an account made by its owner, always in the same order: transactions
// that leave the same bots in different orders could deadlock.
func activeSubscriptionsOf(ctx context.Context, from database.Querier, account uuid.UUID) ([]*Subscription, error) {
	return subscriptionTable.All(from.Query(ctx, `
		SELECT `+subscriptionTable.Columns()+` FROM bot_subscriptions
		WHERE account_id = $1 AND status = 'active' AND `+byUsers+` ORDER BY bot_id`, account))
}
