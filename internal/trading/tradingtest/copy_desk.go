package tradingtest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
)

// CopyDesk is a desk with a clock that the test controls, and one bot. BTCUSD is at 50 000, ETHUSD at 2 000.
type CopyDesk struct {
	*Desk
	Clock *testkit.Clock
	Bot   uuid.UUID
}

// NewCopyDesk opens such a desk.
func NewCopyDesk(t *testing.T, db *database.DB, terms trading.Settings) *CopyDesk {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC))
	spread, quiet := money.Zero, slog.New(slog.DiscardHandler)
	shown, prices := markettest.New(t, db, market.Options{StaleAfter: 30 * time.Second, SpreadBP: &spread, Now: clock.Now, Logger: quiet})
	d := &CopyDesk{Clock: clock, Desk: &Desk{T: t, DB: db, Market: shown, Prices: prices, Events: &published.Events{}}}
	d.Rooms = NewRooms(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(clock.Now), Events: d.Events, Settings: terms, Now: clock.Now, Logger: quiet,
	})
	d.Caller = NewCaller(identity.RoleUser)
	d.Bot = d.NewBot("Atlas", "active")
	d.Exec(`UPDATE bots SET agent_key = 'atlas' WHERE id = $1`, d.Bot)
	prices.Price("BTCUSD", "50000")
	prices.Price("ETHUSD", "2000")
	return d
}

// Exec changes the database without the service's knowledge.
func (d *CopyDesk) Exec(query string, arguments ...any) {
	d.T.Helper()
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(d.T.Context(), query, arguments...)
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

// InTx runs work in a transaction.
func (d *CopyDesk) InTx(work func(tx *database.Tx) error) {
	d.T.Helper()
	if err := d.DB.InTx(d.T.Context(), work); err != nil {
		d.T.Fatal(err)
	}
}

// Flatten sells everything on an account.
func (d *CopyDesk) Flatten(account uuid.UUID, reason trading.ExitReason) (err error) {
	return d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		held, err := trading.LockAccount(d.T.Context(), tx, account)
		if err != nil {
			return err
		}
		positions, err := trading.OpenPositionsOf(d.T.Context(), tx, account)
		if err != nil {
			return err
		}
		_, err = d.Service.Sell(d.T.Context(), tx, held, positions, reason)
		return err
	})
}

// NewBot adds a bot in a state, with a strategy that never acts.
func (d *CopyDesk) NewBot(name, status string) uuid.UUID {
	d.T.Helper()
	id, account := uuid.New(), uuid.New()
	d.Exec(`INSERT INTO trading_accounts (id, tenant_id, kind, status, created_at) VALUES ($1, $2, 'bot', 'active', 0)`, account, uuid.Nil)
	d.Exec(`
		INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
			status_reason, capital, created_at, updated_at)
		VALUES ($1, $2, $3, '', 'trend', '{}', '[]', 60, 'medium', $4, '', 0, 0, 0)`, id, account, name, status)
	return id
}

// OpenInvestmentAccount gives a user a second account.
func (d *CopyDesk) OpenInvestmentAccount(user identity.Caller, capital string) uuid.UUID {
	d.T.Helper()
	id, books := uuid.New(), ledger.New(d.Clock.Now)
	d.Exec(`INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $3, 'investment', 'active', 0)`,
		id, user.TenantID, user.UserID)
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		err := books.Open(d.T.Context(), tx, user.TenantID, id, "USD", ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees)
		if err != nil {
			return err
		}
		_, err = books.Post(d.T.Context(), tx, ledger.Transaction{
			TenantID: user.TenantID, SourceType: "test", SourceID: id.String(), Kind: "capital", Entries: []ledger.Entry{
				{Account: ledger.AccountID(id, ledger.External, "USD"), Amount: Number(capital).Neg()},
				{Account: ledger.AccountID(id, ledger.Cash, "USD"), Amount: Number(capital)},
			},
		})
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return id
}

// Publish makes the desk's bot publish a signal that is valid for an hour.
func (d *CopyDesk) Publish(signalType trading.SignalType, symbol, proportion string) *trading.Signal {
	d.T.Helper()
	d.Clock.Advance(time.Millisecond)
	quote, _ := d.Market.LastQuote(symbol)
	now := d.Clock.Now()
	signal := &trading.Signal{
		ID: database.NewIDAt(now), BotID: d.Bot, Symbol: symbol, Type: signalType, Confidence: trading.ConfidenceHigh,
		RiskLevel: trading.RiskMedium, Price: quote.Mark, Reason: "a test", Proportion: Number(proportion).Mul(money.FromInt(1_000_000)),
		CreatedAt: now, ExpiresAt: now.Add(time.Hour),
	}
	d.InTx(func(tx *database.Tx) error { return d.Service.PublishSignals(d.T.Context(), tx, signal) })
	d.Clock.Advance(time.Millisecond)
	return signal
}

// Follow subscribes a new user to the desk's bot.
func (d *CopyDesk) Follow(mode copying.SubscriptionMode, capital string) (identity.Caller, *copying.Subscription) {
	d.T.Helper()
	caller := NewCaller(identity.RoleUser)
	return caller, d.FollowAs(caller, mode, capital)
}

// FollowAs subscribes a user to the desk's bot.
func (d *CopyDesk) FollowAs(caller identity.Caller, mode copying.SubscriptionMode, capital string) *copying.Subscription {
	d.T.Helper()
	d.Clock.Advance(time.Millisecond)
	amount := Number(capital)
	made, err := d.Copying.Subscribe(d.T.Context(), caller, d.Bot, copying.SubscribeOptions{Mode: mode, AllocatedCapital: &amount})
	if err != nil {
		d.T.Fatal(err)
	}
	return made
}

// Copy runs the copier until there is nothing left to do.
func (d *CopyDesk) Copy() {
	d.T.Helper()
	if err := d.Copying.CopySignals(d.T.Context()); err != nil {
		d.T.Fatal(err)
	}
}

// Outcome is the outcome of a signal for a user: executed, the reason for which it was skipped, or empty.
func (d *CopyDesk) Outcome(signal *trading.Signal, user identity.Caller) string {
	d.T.Helper()
	rows, err := d.DB.Query(d.T.Context(), `SELECT outcome, reason FROM signal_executions WHERE signal_id = $1 AND owner_id = $2`, signal.ID, user.UserID)
	found, err := database.Collect(rows, err, func(row database.Row) (text string, err error) {
		var outcome, reason string
		err = row.Scan(&outcome, &reason)
		if outcome == "skipped" {
			outcome = reason
		}
		return outcome, err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

// WantOutcome fails the test unless a signal has that outcome for a user; see Outcome.
func (d *CopyDesk) WantOutcome(signal *trading.Signal, user identity.Caller, want string) {
	d.T.Helper()
	if got := d.Outcome(signal, user); got != want {
		d.T.Errorf("the %s signal became %q for the user, want %q", signal.Type, got, want)
	}
}

// WantCopied fails the test unless the copier is done with a signal or, if want is false, is not.
func (d *CopyDesk) WantCopied(signal *trading.Signal, want bool) {
	d.T.Helper()
	if got := d.Count(`SELECT COUNT(*) FROM signals WHERE id = $1 AND copied_at IS NOT NULL`, signal.ID) == 1; got != want {
		d.T.Errorf("the %s signal is done: %v, want %v", signal.Type, got, want)
	}
}

// Positions are a user's positions with a status.
func (d *CopyDesk) Positions(user identity.Caller, status trading.PositionStatus) []*trading.Position {
	d.T.Helper()
	found, err := d.Service.Positions(d.T.Context(), user, trading.PositionFilter{Status: status}, database.Cursor{Limit: 100})
	if err != nil {
		d.T.Fatal(err)
	}
	return found
}

// Subscription is a user's newest subscription.
func (d *CopyDesk) Subscription(user identity.Caller) *copying.Subscription {
	d.T.Helper()
	found, err := d.Copying.Subscriptions(d.T.Context(), user)
	if err != nil || len(found) == 0 {
		d.T.Fatalf("the user has %d subscriptions: %v", len(found), err)
	}
	return found[0]
}

// WantCounts fails the test unless the newest subscription of a user has so many signals executed and skipped.
func (d *CopyDesk) WantCounts(user identity.Caller, executed, skipped int) {
	d.T.Helper()
	got := d.Subscription(user)
	if got.SignalsExecuted != executed || got.SignalsSkipped != skipped {
		d.T.Errorf("%d signals executed and %d skipped, want %d and %d", got.SignalsExecuted, got.SignalsSkipped, executed, skipped)
	}
}

// CancelAfterCommit returns a context that ends as soon as a transaction with positions has committed.
func (d *CopyDesk) CancelAfterCommit() (context.Context, func()) {
	ctx, cancel := context.WithCancel(d.T.Context())
	end := d.DB.Subscribe("trading.positions", func(string) { cancel() })
	return ctx, func() { end(); cancel() }
}
