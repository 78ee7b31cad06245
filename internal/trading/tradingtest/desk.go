package tradingtest

import (
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
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
)

// Desk is a trading service on a market whose prices the test sets, and one user who trades there.
type Desk struct {
	T  *testing.T
	DB *database.DB
	*Rooms
	Market  *market.Market
	Prices  *markettest.Feed
	Events  *published.Events
	Caller  identity.Caller
	Analyst identity.Caller // publishes for all tenants
}

// FreeTerms are terms without costs and with positions up to the whole capital, so that tests have round numbers.
func FreeTerms() trading.Settings {
	terms := CostlyTerms()
	terms.FeeBP, terms.SlippageBP = money.Zero, money.Zero
	return terms
}

// CostlyTerms are the default terms, with positions up to the whole capital.
func CostlyTerms() trading.Settings {
	terms := trading.DefaultSettings()
	terms.MaxPositionPercent = money.FromInt(100)
	return terms
}

// NewDesk opens a desk without spread.
func NewDesk(t *testing.T, db *database.DB, terms trading.Settings) *Desk {
	t.Helper()
	spread := money.Zero
	shown, prices := markettest.New(t, db, market.Options{
		StaleAfter: time.Hour, SpreadBP: &spread, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
	d := &Desk{T: t, DB: db, Market: shown, Prices: prices, Events: &published.Events{}}
	d.Rooms = NewRooms(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(time.Now), Events: d.Events, Settings: terms,
		Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
	d.Caller, d.Analyst = NewCaller(identity.RoleUser), NewAuthor(t, db, identity.RoleSuperAdmin)
	return d
}

// NewCaller is a new user of a new tenant.
func NewCaller(role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.New(), TenantID: uuid.New(), Role: role}
}

// NewAuthor is a user of an existing tenant, whose audit log gets what authors do.
func NewAuthor(t testing.TB, db *database.DB, role identity.Role) identity.Caller {
	t.Helper()
	author := NewCaller(role)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A brand', 1)`,
			author.TenantID, author.TenantID.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return author
}

// Signal publishes a signal at the market's price.
func (d *Desk) Signal(signalType trading.SignalType, symbol, stop, target string) *trading.Signal {
	d.T.Helper()
	made, err := d.Service.CreateSignal(d.T.Context(), d.Analyst, trading.NewSignal{
		Symbol: symbol, Type: signalType, StopLoss: Number(stop), TargetPrice: Number(target), ExpiresIn: time.Hour,
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return made
}

// Number parses a number; empty is 0.
func Number(text string) money.Decimal {
	if text == "" {
		return money.Zero
	}
	return money.MustParse(text)
}

// Quantity parses an optional number.
func Quantity(text string) *money.Decimal {
	n := money.MustParse(text)
	return &n
}

// Enter opens a position of the desk's user.
func (d *Desk) Enter(signalType trading.SignalType, symbol, size string) *trading.Position {
	d.T.Helper()
	done, err := d.Service.Execute(d.T.Context(), d.Caller, d.Signal(signalType, symbol, "", "").ID, trading.ExecuteOptions{Quantity: Quantity(size)})
	if err != nil {
		d.T.Fatal(err)
	}
	return done.Position
}

// FillUp adds more copies of a position to its account, as if it had opened them: nothing was paid for them, so that its
// books stay in order.
func (d *Desk) FillUp(position *trading.Position, more int) {
	d.T.Helper()
	copies := make([]*trading.Position, more)
	for i := range copies {
		another := *position
		another.ID, another.Margin, another.EntryFee = database.NewIDAt(position.OpenedAt), money.Zero, money.Zero
		copies[i] = &another
	}
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		return trading.PositionTable.Insert(d.T.Context(), tx, copies...)
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

// WantOpen fails the test unless the desk's user has so many positions open.
func (d *Desk) WantOpen(want int) {
	d.T.Helper()
	if got := d.Count(`SELECT COUNT(*) FROM positions WHERE user_id = $1 AND status = 'open'`, d.Caller.UserID); got != want {
		d.T.Errorf("%d positions are open, want %d", got, want)
	}
}

// Summary is the summary of the desk's user.
func (d *Desk) Summary() trading.Summary {
	d.T.Helper()
	sum, err := d.Service.Summary(d.T.Context(), d.Caller)
	if err != nil {
		d.T.Fatal(err)
	}
	return sum
}

// WantBalanced fails the test unless the books are in order: the ledger passes its own check, the margin of every account
// is that of its open positions, and its reserved money is what its working orders hold.
func (d *Desk) WantBalanced() {
	d.T.Helper()
	report, err := ledger.Verify(d.T.Context(), d.DB)
	if err != nil {
		d.T.Fatal(err)
	}
	if err := report.Err(); err != nil {
		d.T.Error(err)
	}
	var wrong int
	err = d.DB.QueryRow(d.T.Context(), `
		SELECT COUNT(*) FROM ledger_accounts l
		WHERE l.code = 'margin' AND l.balance <> (SELECT COALESCE(SUM(p.margin), 0) FROM positions p WHERE p.account_id = l.owner_id)`).Scan(&wrong)
	if err != nil {
		d.T.Fatal(err)
	}
	if wrong != 0 {
		d.T.Errorf("the margin of %d accounts is not that of their open positions", wrong)
	}
	err = d.DB.QueryRow(d.T.Context(), `
		SELECT COUNT(*) FROM trading_accounts a LEFT JOIN ledger_accounts l ON l.owner_id = a.id AND l.code = 'reserved'
		WHERE COALESCE(l.balance, 0) <> (SELECT COALESCE(SUM(o.held), 0) FROM orders o WHERE o.account_id = a.id)
			OR EXISTS (SELECT 1 FROM orders o WHERE o.account_id = a.id AND o.status <> 'working' AND o.held <> 0)`).Scan(&wrong)
	if err != nil {
		d.T.Fatal(err)
	}
	if wrong != 0 {
		d.T.Errorf("what %d accounts have reserved is not what their working orders hold", wrong)
	}
}

// Count counts rows.
func (d *Desk) Count(query string, arguments ...any) (n int) {
	d.T.Helper()
	if err := d.DB.QueryRow(d.T.Context(), query, arguments...).Scan(&n); err != nil {
		d.T.Fatal(err)
	}
	return n
}

// WantNumber fails the test unless a number has the wanted value.
func WantNumber(t *testing.T, what string, got money.Decimal, want string) {
	t.Helper()
	if got != money.MustParse(want) {
		t.Errorf("%s is %s, want %s", what, got, want)
	}
}

// HoldAccount locks the row of an account. Rows are locked on PostgreSQL only: SQLite has one writer.
const HoldAccount = `SELECT id FROM trading_accounts WHERE id = $1 FOR UPDATE`
