package trading_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// copyClock stands still until it is moved.
type copyClock struct {
	mutex sync.Mutex
	at    time.Time
}

func (c *copyClock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.at
}

func (c *copyClock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(by)
}

// copyDesk is a desk with a clock that the test turns, and one bot. BTCUSD is at 50 000, ETHUSD at 2 000.
type copyDesk struct {
	*desk
	clock *copyClock
	bot   uuid.UUID
}

func newCopyDesk(t *testing.T, db *database.DB, terms trading.Settings) *copyDesk {
	t.Helper()
	clock := &copyClock{at: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)}
	spread, quiet := money.Zero, slog.New(slog.DiscardHandler)
	shown, prices := markettest.New(t, db, market.Options{StaleAfter: 30 * time.Second, SpreadBP: &spread, Now: clock.now, Logger: quiet})
	d := &copyDesk{clock: clock, desk: &desk{t: t, db: db, market: shown, prices: prices, events: &told{}}}
	d.service = trading.New(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(clock.now), Events: d.events, Settings: terms, Now: clock.now, Logger: quiet,
	})
	d.caller = newCaller(identity.RoleUser)
	d.bot = d.newBot("Atlas", "active")
	d.exec(`UPDATE bots SET agent_key = 'atlas' WHERE id = $1`, d.bot)
	prices.Price("BTCUSD", "50000")
	prices.Price("ETHUSD", "2000")
	return d
}

func (d *copyDesk) exec(query string, arguments ...any) {
	d.t.Helper()
	err := d.db.InTx(d.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(d.t.Context(), query, arguments...)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *copyDesk) newBot(name, status string) uuid.UUID {
	d.t.Helper()
	id, account := uuid.New(), uuid.New()
	d.exec(`INSERT INTO trading_accounts (id, tenant_id, kind, status, created_at) VALUES ($1, $2, 'bot', 'active', 0)`, account, uuid.Nil)
	d.exec(`
		INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
			status_reason, capital, created_at, updated_at)
		VALUES ($1, $2, $3, '', 'trend', '{}', '[]', 60, 'medium', $4, '', 0, 0, 0)`, id, account, name, status)
	return id
}

// openInvestmentAccount gives a user a second account.
func (d *copyDesk) openInvestmentAccount(user identity.Caller, capital string) uuid.UUID {
	d.t.Helper()
	id, books := uuid.New(), ledger.New(d.clock.now)
	d.exec(`INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $3, 'investment', 'active', 0)`,
		id, user.TenantID, user.UserID)
	err := d.db.InTx(d.t.Context(), func(tx *database.Tx) error {
		err := books.Open(d.t.Context(), tx, user.TenantID, id, "USD", ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees)
		if err != nil {
			return err
		}
		_, err = books.Post(d.t.Context(), tx, ledger.Transaction{
			TenantID: user.TenantID, SourceType: "test", SourceID: id.String(), Kind: "capital", Entries: []ledger.Entry{
				{Account: ledger.AccountID(id, ledger.External, "USD"), Amount: number(capital).Neg()},
				{Account: ledger.AccountID(id, ledger.Cash, "USD"), Amount: number(capital)},
			},
		})
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// publish makes the desk's bot publish a signal that is good for an hour.
func (d *copyDesk) publish(signalType trading.SignalType, symbol, proportion string) *trading.Signal {
	d.t.Helper()
	d.clock.advance(time.Millisecond)
	quote, _ := d.market.LastQuote(symbol)
	now := d.clock.now()
	signal := &trading.Signal{
		ID: trading.SignalIDAt(now), BotID: d.bot, Symbol: symbol, Type: signalType, Confidence: trading.ConfidenceHigh,
		RiskLevel: trading.RiskMedium, Price: quote.Mark, Reason: "a test", Proportion: number(proportion).Mul(money.FromInt(1_000_000)),
		CreatedAt: now, ExpiresAt: now.Add(time.Hour),
	}
	if err := d.service.PublishSignal(d.t.Context(), signal); err != nil {
		d.t.Fatal(err)
	}
	d.clock.advance(time.Millisecond)
	return signal
}

// follow subscribes a new user to the desk's bot.
func (d *copyDesk) follow(mode trading.SubscriptionMode, capital string) (identity.Caller, *trading.Subscription) {
	d.t.Helper()
	caller := newCaller(identity.RoleUser)
	return caller, d.followAs(caller, mode, capital)
}

func (d *copyDesk) followAs(caller identity.Caller, mode trading.SubscriptionMode, capital string) *trading.Subscription {
	d.t.Helper()
	d.clock.advance(time.Millisecond)
	amount := number(capital)
	made, err := d.service.Subscribe(d.t.Context(), caller, d.bot, trading.SubscribeOptions{Mode: mode, AllocatedCapital: &amount})
	if err != nil {
		d.t.Fatal(err)
	}
	return made
}

// copy brings signals to subscriptions until nothing is left to do.
func (d *copyDesk) copy() {
	d.t.Helper()
	if err := d.service.CopySignals(d.t.Context()); err != nil {
		d.t.Fatal(err)
	}
}

// outcome is what became of a signal for a user: executed, the reason it was skipped for, or nothing.
func (d *copyDesk) outcome(signal *trading.Signal, user identity.Caller) string {
	d.t.Helper()
	rows, err := d.db.Query(d.t.Context(), `SELECT outcome, reason FROM signal_executions WHERE signal_id = $1 AND owner_id = $2`, signal.ID, user.UserID)
	found, err := database.Collect(rows, err, func(row database.Row) (text string, err error) {
		var outcome, reason string
		err = row.Scan(&outcome, &reason)
		if outcome == "skipped" {
			outcome = reason
		}
		return outcome, err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

func (d *copyDesk) wantOutcome(signal *trading.Signal, user identity.Caller, want string) {
	d.t.Helper()
	if got := d.outcome(signal, user); got != want {
		d.t.Errorf("the %s signal became %q for the user, want %q", signal.Type, got, want)
	}
}

func (d *copyDesk) wantCopied(signal *trading.Signal, want bool) {
	d.t.Helper()
	if got := d.count(`SELECT COUNT(*) FROM signals WHERE id = $1 AND copied_at IS NOT NULL`, signal.ID) == 1; got != want {
		d.t.Errorf("the %s signal is done: %v, want %v", signal.Type, got, want)
	}
}

// positions are those of a user, in a status.
func (d *copyDesk) positions(user identity.Caller, status trading.PositionStatus) []*trading.Position {
	d.t.Helper()
	found, err := d.service.Positions(d.t.Context(), user, trading.PositionFilter{Status: status}, trading.Cursor{Limit: 100})
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

// subscription is the newest of a user.
func (d *copyDesk) subscription(user identity.Caller) *trading.Subscription {
	d.t.Helper()
	found, err := d.service.Subscriptions(d.t.Context(), user)
	if err != nil || len(found) == 0 {
		d.t.Fatalf("the user has %d subscriptions: %v", len(found), err)
	}
	return found[0]
}

func (d *copyDesk) wantCounts(user identity.Caller, executed, skipped int) {
	d.t.Helper()
	got := d.subscription(user)
	if got.SignalsExecuted != executed || got.SignalsSkipped != skipped {
		d.t.Errorf("%d signals executed and %d skipped, want %d and %d", got.SignalsExecuted, got.SignalsSkipped, executed, skipped)
	}
}

// cancelAfterCommit returns a context that ends as soon as positions were committed.
func (d *copyDesk) cancelAfterCommit() (context.Context, func()) {
	ctx, cancel := context.WithCancel(d.t.Context())
	end := d.db.Subscribe("trading.positions", func(string) { cancel() })
	return ctx, func() { end(); cancel() }
}
