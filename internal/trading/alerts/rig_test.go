package alerts_test

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/notify"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// desk is a copying desk whose users are notified. BTCUSD is at 50 000, ETHUSD at 2 000.
type desk struct {
	*tradingtest.CopyDesk
	*alerts.Service
	journal *journal
	people  people
	post    *post
}

func newDesk(t *testing.T, db *database.DB) *desk {
	t.Helper()
	d := &desk{
		CopyDesk: tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms()), journal: &journal{}, people: people{}, post: &post{},
	}
	d.Analyst = tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin)
	d.people[d.Caller.UserID] = alerts.Recipient{Email: "caller@example.com", IsVerified: true, TenantID: d.Caller.TenantID}
	d.Service = d.replica()
	d.CopyDesk.Service.OnSettled(d.TellSettled)
	d.Copying.OnStopped(func(ctx context.Context, tx *database.Tx, s *copying.Subscription) error {
		return d.TellCopyStopped(ctx, tx, alerts.StoppedCopy{
			SubscriptionID: s.ID, TenantID: s.TenantID, UserID: s.UserID, BotName: s.BotName, Capital: s.AllocatedCapital, Percent: s.CopyStopPercent, At: s.EndedAt,
		})
	})
	return d
}

// replica is the service of another process on the same database.
func (d *desk) replica() *alerts.Service {
	return alerts.New(alerts.Options{
		Database: d.DB, Market: d.Market, Events: d.Events, Changes: d.journal, People: d.people, Messages: d.post, Now: d.Clock.Now,
		Brands: brand.New(brand.Options{Database: d.DB, Default: brand.Brand{ProductName: "Acme"}}),
		Logger: slog.New(slog.DiscardHandler),
	})
}

// watch is a monitor that has read the alerts and listens.
func (d *desk) watch(service *alerts.Service) *alerts.Monitor {
	d.T.Helper()
	monitor := service.NewMonitor()
	d.T.Cleanup(monitor.Listen())
	d.step(monitor)
	return monitor
}

func (d *desk) step(monitor *alerts.Monitor) {
	d.T.Helper()
	d.Clock.Advance(time.Millisecond)
	if _, err := monitor.Step(d.T.Context()); err != nil {
		d.T.Fatal(err)
	}
}

// alert sets an alert of the desk's user.
func (d *desk) alert(kind alerts.AlertKind, symbol, number string) *alerts.Alert {
	d.T.Helper()
	d.Clock.Advance(time.Millisecond)
	made, err := d.CreateAlert(d.T.Context(), d.Caller, newAlert(kind, symbol, number))
	if err != nil {
		d.T.Fatal(err)
	}
	d.Clock.Advance(time.Millisecond)
	return made
}

func newAlert(kind alerts.AlertKind, symbol, number string) alerts.NewAlert {
	wanted := alerts.NewAlert{Symbol: symbol, Kind: kind}
	if kind == alerts.PercentMove {
		wanted.Percent = tradingtest.Quantity(number)
	} else {
		wanted.Price = tradingtest.Quantity(number)
	}
	return wanted
}

// wantAlert checks the state of an alert.
func (d *desk) wantAlert(id uuid.UUID, status alerts.AlertStatus, price string) {
	d.T.Helper()
	got, err := d.Alert(d.T.Context(), d.Caller, id)
	if err != nil {
		d.T.Fatal(err)
	}
	if got.Status != status || got.FiredPrice != tradingtest.Number(price) || got.FiredAt().IsZero() == (status == alerts.AlertHasFired) {
		d.T.Errorf("the alert is %s at %q (%s), want %s at %q", got.Status, got.FiredPrice, got.FiredAt(), status, price)
	}
}

// notices are a user's notices, newest first.
func (d *desk) notices(user identity.Caller) []*alerts.Notice {
	d.T.Helper()
	found, err := d.Notices(d.T.Context(), user, database.Cursor{Limit: 1000})
	if err != nil {
		d.T.Fatal(err)
	}
	return found
}

// choose sets the channels of a kind for the desk's user.
func (d *desk) choose(kind alerts.Kind, mail, stream, webhook bool) {
	d.T.Helper()
	_, err := d.Choose(d.T.Context(), d.Caller, map[alerts.Kind]alerts.ChannelsChange{kind: {Mail: &mail, Stream: &stream, Webhook: &webhook}})
	if err != nil {
		d.T.Fatal(err)
	}
}

// mail creates emails until none is due.
func (d *desk) mail(service *alerts.Service) error {
	for {
		wait, err := service.MailNotices(d.T.Context())
		if err != nil || wait > 0 {
			return err
		}
	}
}

// kept is what fakes record of committed transactions.
type kept[T any] struct {
	mutex sync.Mutex
	items []T
}

func (k *kept[T]) keep(tx *database.Tx, items []T) {
	tx.AfterCommit(func() {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		k.items = append(k.items, items...)
	})
}

func (k *kept[T]) all() []T {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return slices.Clone(k.items)
}

// journal keeps the changes recorded for streams.
type journal struct{ kept[trading.Change] }

func (j *journal) RecordChanges(_ context.Context, tx *database.Tx, changes ...trading.Change) error {
	j.keep(tx, changes)
	return nil
}

// post keeps emails.
type post struct{ kept[notify.Message] }

func (p *post) Enqueue(_ context.Context, tx *database.Tx, messages ...notify.Message) error {
	p.keep(tx, messages)
	return nil
}

// people are the users with an email address.
type people map[uuid.UUID]alerts.Recipient

func (p people) Recipients(_ context.Context, _ database.Querier, users []uuid.UUID) (map[uuid.UUID]alerts.Recipient, error) {
	found := maps.Clone(p)
	maps.DeleteFunc(found, func(user uuid.UUID, _ alerts.Recipient) bool { return !slices.Contains(users, user) })
	return found, nil
}

func number(text string) money.Decimal { return money.MustParse(text) }
