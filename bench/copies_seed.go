package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
)

// copyCapital is what each subscription has allocated, of the deskCapital on its account.
const copyCapital = 10_000

// copySeed is who follows the bot: ten thousand users of one tenant, each with a paper account.
type copySeed struct {
	now         time.Time
	tenant      uuid.UUID
	bot         uuid.UUID
	botsAccount uuid.UUID
	owners      []deskOwner
}

func newCopySeed(now time.Time) *copySeed {
	s := &copySeed{now: now, tenant: uuid.New(), bot: uuid.New(), botsAccount: uuid.New(), owners: make([]deskOwner, copiedSubscriptions)}
	for i := range s.owners {
		// Accounts and subscriptions have ids that rise with time, as the product's do.
		s.owners[i] = deskOwner{user: uuid.New(), tenant: s.tenant, account: uuid.Must(uuid.NewV7()), subscription: uuid.Must(uuid.NewV7())}
	}
	return s
}

// copySignal is an entry that is copied: one percent of the bot's equity.
type copySignal struct {
	id      uuid.UUID
	created time.Time
}

func (s *copySeed) newSignal(round int) copySignal {
	return copySignal{uuid.Must(uuid.NewV7()), s.now.Add(time.Duration(round+1) * time.Second)}
}

const (
	// copyProportion is the bot's quantity for each million of its equity: a hundred of deskSymbol, at deskMark.
	copyProportion = 100 * unit
	copyQuantity   = unit // what that is for copyCapital
)

func (s *copySeed) write(ctx context.Context, db *database.DB) error {
	if err := market.New(market.Options{Database: db, Feed: standingFeed{}}).Start(ctx); err != nil { // brings the instruments
		return err
	}
	err := db.InTx(ctx, func(tx *database.Tx) error {
		const insert = `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)`
		_, err := tx.Exec(ctx, insert+` VALUES ($1, $2, NULL, 'bot', 'active', $3)`, s.botsAccount, uuid.Nil, database.Micros(s.now))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
				status_reason, capital, created_at, updated_at)
			VALUES ($1, $2, 'Bench', '', 'trend', '{}', '[]', 300, 'medium', 'active', '', 0, 0, 0)`, s.bot, s.botsAccount)
		return err
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(s.owners, 1000) {
		if err := db.InTx(ctx, func(tx *database.Tx) error { return s.writeOwners(ctx, tx, some) }); err != nil {
			return err
		}
	}
	if db.Engine() != database.Postgres {
		return nil
	}
	return db.InTx(ctx, func(tx *database.Tx) error { // as autovacuum does by itself on a server that has it on
		_, err := tx.Exec(ctx, "ANALYZE")
		return err
	})
}

func (s *copySeed) writeOwners(ctx context.Context, tx *database.Tx, owners []deskOwner) error {
	err := database.InsertRows(ctx, tx, `INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at)`, 6, owners, func(o deskOwner) []any {
		return []any{o.account, o.tenant, o.user, "paper", "active", database.Micros(s.now)}
	})
	if err != nil {
		return err
	}
	money := &deskSeed{now: s.now, owners: owners}
	if err := money.writeMoney(ctx, tx); err != nil {
		return err
	}
	return database.InsertRows(ctx, tx, `
		INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital, copy_stop_percent, status,
			created_at)`, 10, owners, func(o deskOwner) []any {
		return []any{o.subscription, o.tenant, o.user, s.bot, o.account, "auto", copyCapital * unit, 20, "active", database.Micros(s.now)}
	})
}

// publish stores a signal as a bot's transaction does.
func (signal copySignal) publish(ctx context.Context, tx *database.Tx, bot uuid.UUID, copied bool) error {
	done := database.OptionalMicros(time.Time{})
	if copied {
		done = database.OptionalMicros(signal.created)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO signals (id, bot_id, symbol, signal_type, confidence, risk_level, price, target_price, stop_loss, reason,
			proportion, created_at, expires_at, copied_at)
		VALUES ($1, $2, $3, 'entry_long', 'high', 'medium', $4, $5, $6, 'bench', $7, $8, $9, $10)`,
		signal.id, bot, deskSymbol, deskMark, deskMark*2, deskMark/2, copyProportion, database.Micros(signal.created),
		database.Micros(signal.created.Add(24*time.Hour)), done)
	return err
}

// soundBooks fails unless the ledger adds up and the margin of every account is that of its positions.
func soundBooks(ctx context.Context, db *database.DB) error {
	report, err := ledger.Verify(ctx, db)
	if err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		return err
	}
	var wrong int
	err = db.QueryRow(ctx, `
		SELECT COUNT(*) FROM ledger_accounts l
		WHERE l.code = 'margin' AND l.balance <> (SELECT COALESCE(SUM(p.margin), 0) FROM positions p WHERE p.account_id = l.owner_id AND p.status = 'open')`).Scan(&wrong)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("the margin of %d accounts is not that of their positions", wrong)
	}
	return err
}

// standingFeed delivers the mark of the desk's symbol again and again.
type standingFeed struct{}

func (standingFeed) Name() string { return "standing" }

func (standingFeed) Run(ctx context.Context, _ []market.Instrument, sink market.Sink) error {
	mark := money.FromUnits(deskMark)
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		sink.Tick(market.Tick{Symbol: deskSymbol, Open: mark, High: mark, Low: mark, Close: mark, At: time.Now()})
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (standingFeed) History(context.Context, market.Instrument, market.Interval, time.Time, time.Time) ([]market.Candle, error) {
	return nil, nil
}
