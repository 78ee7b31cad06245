package copying

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// subscriptionColumns read a subscription from bot_subscriptions, wherever a list of columns may stand.
const subscriptionColumns = `id, tenant_id, user_id, bot_id, account_id, mode, status, allocated_capital, copy_stop_percent,
	realized_pnl, created_at, ended_at, (SELECT bots.name FROM bots WHERE bots.id = bot_id)`

func scanSubscription(row database.Row) (*Subscription, error) {
	var s Subscription
	err := row.Scan(&s.ID, &s.TenantID, &s.UserID, &s.BotID, &s.AccountID, &s.Mode, &s.Status, &s.AllocatedCapital,
		&s.CopyStopPercent, &s.RealizedPnL, database.Time(&s.CreatedAt), database.Time(&s.EndedAt), &s.BotName)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoSubscription
	}
	return &s, err
}

var errNoSuchBot = fault.New(fault.NotFound, "there is no such bot")

var errNoSubscription = fault.New(fault.NotFound, "there is no such subscription")

// subscribableBot reads the name of a bot that somebody of a tenant wants to follow. It fails with NOT_FOUND.
func subscribableBot(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (name string, err error) {
	err = from.QueryRow(ctx, `SELECT name FROM bots WHERE id = $1 AND `+trading.SeenBy(`$2`), id, tenant).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errNoSuchBot
	}
	return name, err
}

// allocatedOn adds up what an account has allocated to bots. The account must be held: whoever allocates holds it. It
// fails with ALREADY_SUBSCRIBED when the bot is among them.
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

// subscriptionTo reads with which subscription an account follows a bot, and with how much.
func subscriptionTo(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (following trading.Following, err error) {
	err = tx.QueryRow(ctx, `
		SELECT id, allocated_capital FROM bot_subscriptions
		WHERE account_id = $1 AND bot_id = $2 AND status = 'active'`, account, bot).Scan(&following.SubscriptionID, &following.Capital)
	if errors.Is(err, sql.ErrNoRows) {
		return following, nil
	}
	return following, err
}

// countSignals counts what subscriptions have received, executed and skipped. It is counted when somebody asks, so
// that no signal has to write to everybody who follows its bot.
func countSignals(ctx context.Context, from database.Querier, subscriptions ...*Subscription) error {
	byID := make(map[uuid.UUID]*Subscription, len(subscriptions))
	for _, s := range subscriptions {
		byID[s.ID] = s
	}
	return database.InBatches(subscriptions, func(batch []*Subscription) error {
		arguments := make([]any, len(batch))
		for i, s := range batch {
			arguments[i] = s.ID
		}
		rows, err := from.Query(ctx, `
			SELECT s.id,
				(SELECT COUNT(*) FROM signals g
				WHERE g.bot_id = s.bot_id AND g.created_at >= s.created_at AND g.created_at <= COALESCE(s.ended_at, g.created_at)),
				(SELECT COUNT(*) FROM signal_executions e WHERE e.subscription_id = s.id AND e.outcome = 'executed'),
				(SELECT COUNT(*) FROM signal_executions e WHERE e.subscription_id = s.id AND e.outcome = 'skipped')
			FROM bot_subscriptions s WHERE s.id IN `+database.Placeholders(1, len(batch)), arguments...)
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

// insertSubscription writes a new subscription. It fails with ALREADY_SUBSCRIBED while the user has an
// active one to the bot.
func insertSubscription(ctx context.Context, tx *database.Tx, s *Subscription) error {
	added, err := tx.Exec(ctx, `
		INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital, copy_stop_percent,
			status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT DO NOTHING`,
		s.ID, s.TenantID, s.UserID, s.BotID, s.AccountID, s.Mode, s.AllocatedCapital, s.CopyStopPercent, s.Status,
		database.Micros(s.CreatedAt))
	if err == nil && added == 0 {
		err = errAlreadySubscribed
	}
	return err
}

func readSubscription(ctx context.Context, from database.Querier, id uuid.UUID) (*Subscription, error) {
	return scanSubscription(from.QueryRow(ctx, `SELECT `+subscriptionColumns+` FROM bot_subscriptions WHERE id = $1`, id))
}

// finishSubscription ends an active subscription, whose account must be held: that is the lock of its status
// too. It fails with NOT_FOUND when it is not active.
func finishSubscription(ctx context.Context, tx *database.Tx, id uuid.UUID, as SubscriptionStatus, now time.Time) (*Subscription, error) {
	return scanSubscription(tx.QueryRow(ctx, `
		UPDATE bot_subscriptions SET status = $2, ended_at = $3 WHERE id = $1 AND status = 'active'
		RETURNING `+subscriptionColumns, id, as, database.Micros(now)))
}

// openPositionsOfSubscription reads what a subscription has open.
func openPositionsOfSubscription(ctx context.Context, from database.Querier, id uuid.UUID) ([]*trading.Position, error) {
	rows, err := from.Query(ctx, `
		SELECT `+trading.PositionColumns+` FROM positions WHERE subscription_id = $1 AND status = 'open' ORDER BY id`, id)
	return database.Collect(rows, err, trading.ScanPosition)
}

// addSubscriptionResults adds what closings brought to the subscriptions whose positions were closed.
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

// activeSubscription finds with which subscription a user's paper account follows a bot. It fails with NOT_FOUND.
func activeSubscription(ctx context.Context, tx *database.Tx, user, bot uuid.UUID) (id, account uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `
			SELECT id, account_id FROM bot_subscriptions
			WHERE bot_id = $2 AND status = 'active' AND account_id = (SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper')`,
		user, bot).Scan(&id, &account)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNotFollowing
	}
	return id, account, err
}

// subscriptionsOf reads the subscriptions of a user's paper account, the newest first.
func subscriptionsOf(ctx context.Context, from database.Querier, user uuid.UUID) ([]*Subscription, error) {
	rows, err := from.Query(ctx, `
		SELECT `+subscriptionColumns+` FROM bot_subscriptions
		WHERE user_id = $1 AND account_id = (SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper')
		ORDER BY id DESC`, user)
	return database.Collect(rows, err, scanSubscription)
}

// copiedPositionsOf reads what a user's subscriptions have open.
func copiedPositionsOf(ctx context.Context, from database.Querier, user uuid.UUID) ([]*trading.Position, error) {
	rows, err := from.Query(ctx, `
		SELECT `+trading.PositionColumns+` FROM positions WHERE user_id = $1 AND status = 'open' AND subscription_id IS NOT NULL`, user)
	return database.Collect(rows, err, trading.ScanPosition)
}

// agentBot finds the bot of the house that a key names. It fails with NOT_FOUND.
func agentBot(ctx context.Context, tx *database.Tx, agent string) (bot uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT id FROM bots WHERE agent_key = $1`, agent).Scan(&bot)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.New(fault.NotFound, "there is no agent %s", agent)
	}
	return bot, err
}

// endSubscriptionsOf ends what an account follows.
func endSubscriptionsOf(ctx context.Context, tx *database.Tx, account uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE bot_subscriptions SET status = 'ended', ended_at = $2 WHERE account_id = $1 AND status = 'active'`,
		account, database.Micros(now))
	return err
}
