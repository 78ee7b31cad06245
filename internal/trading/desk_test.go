package trading_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// told keeps the events of transactions that committed.
type told struct {
	mutex  sync.Mutex
	events []string
}

func (e *told) Publish(_ context.Context, tx *database.Tx, events ...webhook.Event) error {
	tx.AfterCommit(func() {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		for _, event := range events {
			e.events = append(e.events, event.Type)
		}
	})
	return nil
}

func (e *told) PublishToAll(_ context.Context, tx *database.Tx, eventType string, _ any) error {
	return e.Publish(context.Background(), tx, webhook.Event{Type: eventType})
}

func (e *told) count(eventType string) (n int) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	for _, told := range e.events {
		if told == eventType {
			n++
		}
	}
	return n
}

// desk is a trading service on a market whose prices the test sets, and one user who trades there.
type desk struct {
	t       *testing.T
	db      *database.DB
	service *trading.Service
	market  *market.Market
	prices  *markettest.Feed
	events  *told
	caller  identity.Caller
	analyst identity.Caller // publishes for all tenants
}

// freeTerms trade without cost and with positions as large as the capital, so that numbers can be read off.
func freeTerms() trading.Settings {
	terms := costlyTerms()
	terms.FeeBP, terms.SlippageBP = money.Zero, money.Zero
	return terms
}

// costlyTerms are the default ones with positions as large as the capital.
func costlyTerms() trading.Settings {
	terms := trading.DefaultSettings()
	terms.MaxPositionPercent = money.FromInt(100)
	return terms
}

// newDesk opens a desk without spread.
func newDesk(t *testing.T, db *database.DB, terms trading.Settings) *desk {
	t.Helper()
	spread := money.Zero
	shown, prices := markettest.New(t, db, market.Options{
		StaleAfter: time.Hour, SpreadBP: &spread, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
	d := &desk{t: t, db: db, market: shown, prices: prices, events: &told{}}
	d.service = trading.New(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(time.Now), Events: d.events, Settings: terms,
		Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
	d.caller, d.analyst = newCaller(identity.RoleUser), newAuthor(t, db, identity.RoleSuperAdmin)
	return d
}

func newCaller(role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.New(), TenantID: uuid.New(), Role: role}
}

// newAuthor is somebody of a tenant that is there: what authors do is in its log.
func newAuthor(t testing.TB, db *database.DB, role identity.Role) identity.Caller {
	t.Helper()
	author := newCaller(role)
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

// signal publishes a signal at the market's price.
func (d *desk) signal(signalType trading.SignalType, symbol, stop, target string) *trading.Signal {
	d.t.Helper()
	made, err := d.service.CreateSignal(d.t.Context(), d.analyst, trading.NewSignal{
		Symbol: symbol, Type: signalType, StopLoss: number(stop), TargetPrice: number(target), ExpiresIn: time.Hour,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return made
}

func number(text string) money.Decimal {
	if text == "" {
		return money.Zero
	}
	return money.MustParse(text)
}

func quantity(text string) *money.Decimal {
	n := money.MustParse(text)
	return &n
}

// enter opens a position of the desk's user.
func (d *desk) enter(signalType trading.SignalType, symbol, size string) *trading.Position {
	d.t.Helper()
	done, err := d.service.Execute(d.t.Context(), d.caller, d.signal(signalType, symbol, "", "").ID, trading.ExecuteOptions{Quantity: quantity(size)})
	if err != nil {
		d.t.Fatal(err)
	}
	return done.Position
}

func (d *desk) summary() trading.Summary {
	d.t.Helper()
	sum, err := d.service.Summary(d.t.Context(), d.caller)
	if err != nil {
		d.t.Fatal(err)
	}
	return sum
}

// wantBalanced fails the test unless the books are in order: the ledger's own check, and the margin of every
// account is that of its open positions.
func (d *desk) wantBalanced() {
	d.t.Helper()
	report, err := ledger.Verify(d.t.Context(), d.db)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := report.Err(); err != nil {
		d.t.Error(err)
	}
	var wrong int
	err = d.db.QueryRow(d.t.Context(), `
		SELECT COUNT(*) FROM ledger_accounts l
		WHERE l.code = 'margin' AND l.balance <> (SELECT COALESCE(SUM(p.margin), 0) FROM positions p WHERE p.account_id = l.owner_id)`).Scan(&wrong)
	if err != nil {
		d.t.Fatal(err)
	}
	if wrong != 0 {
		d.t.Errorf("the margin of %d accounts is not that of their open positions", wrong)
	}
}

func (d *desk) count(query string, arguments ...any) (n int) {
	d.t.Helper()
	if err := d.db.QueryRow(d.t.Context(), query, arguments...).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

func wantFault(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if !fault.Is(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

func wantNumber(t *testing.T, what string, got money.Decimal, want string) {
	t.Helper()
	if got != money.MustParse(want) {
		t.Errorf("%s is %s, want %s", what, got, want)
	}
}

// inParallel makes n calls at the same moment and returns their errors.
func inParallel(n int, call func(i int) error) []error {
	results := make([]error, n)
	gate := make(chan struct{})
	var calls sync.WaitGroup
	for i := range n {
		calls.Go(func() {
			<-gate
			results[i] = call(i)
		})
	}
	close(gate)
	calls.Wait()
	return results
}

func succeeded(results []error) (n int) {
	for _, err := range results {
		if err == nil {
			n++
		}
	}
	return n
}
