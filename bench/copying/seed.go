package copying

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
)

// copyCapital is each subscription's allocation, from the accounts.Capital on its account.
const copyCapital = 10_000

// seed is the bot's followers: users of one tenant, each with a paper account.
type seed struct {
	now         time.Time
	tenant      uuid.UUID
	bot         uuid.UUID
	botsAccount uuid.UUID
	owners      []accounts.Owner
}

func newSeed(now time.Time, subscriptions int) *seed {
	s := &seed{now: now, tenant: uuid.New(), bot: uuid.New(), botsAccount: uuid.New(), owners: make([]accounts.Owner, subscriptions)}
	for i := range s.owners {
		// Ids of accounts and subscriptions increase with time, as the product's do.
		s.owners[i] = accounts.Owner{User: uuid.New(), Tenant: s.tenant, Account: uuid.Must(uuid.NewV7()), Subscription: uuid.Must(uuid.NewV7())}
	}
	return s
}

// signal is a copied entry: one percent of the bot's equity.
type signal struct {
	id      uuid.UUID
	created time.Time
}

func (s *seed) newSignal(round int) signal {
	return signal{uuid.Must(uuid.NewV7()), s.now.Add(time.Duration(round+1) * time.Second)}
}

const (
	// copyProportion is the bot's quantity per million of its equity: a hundred of kit.Symbol, at kit.Mark.
	copyProportion = 100 * kit.Unit
	copyQuantity   = kit.Unit // the resulting quantity for copyCapital
)

func (s *seed) write(ctx context.Context, db *database.DB) error {
	if err := kit.WriteInstruments(ctx, db); err != nil {
		return err
	}
	err := db.InTx(ctx, func(tx *database.Tx) error {
		if err := accounts.Write(ctx, tx, s.now, []accounts.Account{{ID: s.botsAccount, Kind: "bot"}}); err != nil {
			return err
		}
		return kit.InsertOne(ctx, tx, "bots", kit.Row{
			"id": s.bot, "account_id": s.botsAccount, "name": "Bench", "strategy_type": "trend", "parameters": "{}", "symbols": "[]",
			"timeframe": 300, "risk_level": "medium", "status": "active",
		})
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(s.owners, 1000) {
		if err := db.InTx(ctx, func(tx *database.Tx) error { return s.writeOwners(ctx, tx, some) }); err != nil {
			return err
		}
	}
	return db.InTx(ctx, func(tx *database.Tx) error { return kit.Analyze(ctx, tx) })
}

func (s *seed) writeOwners(ctx context.Context, tx *database.Tx, owners []accounts.Owner) error {
	if err := accounts.Write(ctx, tx, s.now, accounts.Paper(owners)); err != nil {
		return err
	}
	if err := accounts.Fund(ctx, tx, s.now, owners); err != nil {
		return err
	}
	return accounts.Follow(ctx, tx, s.now, owners, accounts.Following{Bot: s.bot, Mode: "auto", Capital: copyCapital * kit.Unit})
}

// publish stores a signal as a bot's transaction does.
func (s signal) publish(ctx context.Context, tx *database.Tx, bot uuid.UUID, copied bool) error {
	done := database.OptionalMicros(time.Time{})
	if copied {
		done = database.OptionalMicros(s.created)
	}
	return kit.InsertOne(ctx, tx, "signals", kit.Row{
		"id": s.id, "bot_id": bot, "symbol": kit.Symbol, "signal_type": "entry_long", "confidence": "high", "risk_level": "medium",
		"price": kit.Mark, "target_price": kit.Mark * 2, "stop_loss": kit.Mark / 2, "reason": "bench", "proportion": copyProportion,
		"created_at": database.Micros(s.created), "expires_at": database.Micros(s.created.Add(24 * time.Hour)), "copied_at": done,
	})
}
