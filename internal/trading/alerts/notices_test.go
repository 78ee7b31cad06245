package alerts_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
	"bourse/internal/webhook"
)

// refuse makes the events of an alert fail until the returned function is called.
func (d *desk) refuse(alert uuid.UUID) (allow func()) {
	d.Events.Refuse(func(event webhook.Event) error {
		if event.Type == "trading.alert.fired" && strings.Contains(fmt.Sprintf("%+v", event.Data), alert.String()) {
			return errors.New("it cannot be published")
		}
		return nil
	})
	return func() { d.Events.Refuse(nil) }
}

// wantNotice checks the only notice of a user.
func (d *desk) wantNotice(user identity.Caller, kind alerts.Kind, subject uuid.UUID, words ...string) {
	d.T.Helper()
	notices := d.notices(user)
	if len(notices) != 1 || notices[0].Kind != kind || notices[0].Subject != subject || notices[0].TenantID != user.TenantID {
		d.T.Fatalf("the notices are %+v, want one of %s", notices, kind)
	}
	for _, word := range words {
		if !strings.Contains(notices[0].Title+"\n"+notices[0].Text, word) {
			d.T.Errorf("%q is not in %q: %q", word, notices[0].Title, notices[0].Text)
		}
	}
}

func TestAUserIsToldThatAPositionWasStopped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.Risk.NewMonitor()
		t.Cleanup(monitor.Listen())
		enter := func(stop, target string) *trading.Position {
			d.Clock.Advance(time.Millisecond)
			done, err := d.CopyDesk.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", stop, target).ID,
				trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.5")})
			if err != nil {
				t.Fatal(err)
			}
			return done.Position
		}
		byHand, stopped := enter("49000", ""), enter("49000", "")
		monitor.Step(t.Context())
		if _, err := d.CopyDesk.Service.Close(t.Context(), d.Caller, byHand.ID, nil); err != nil {
			t.Fatal(err)
		}
		monitor.Step(t.Context())
		d.Clock.Advance(time.Millisecond)
		d.Prices.Bar("BTCUSD", "50000", "50000", "48000", "48000")
		monitor.Step(t.Context())
		d.wantNotice(d.Caller, alerts.PositionStopped, stopped.ID, "BTCUSD", "long position of 0.5", "its stop, at 49000", "-500 USD")
		if changes, events := len(d.journal.all()), d.Events.Count("trading.notice.created"); changes != 1 || events != 1 {
			t.Errorf("%d changes and %d events, want one of each", changes, events)
		}
		if err := d.mail(d.Service); err != nil || len(d.post.all()) != 0 {
			t.Errorf("%d mails, %v, want none: nobody has asked for them", len(d.post.all()), err)
		}
	})
}

// silentVenue accepts orders, which the test fills.
type silentVenue struct{}

func (silentVenue) Takes(string) error { return nil }

func (silentVenue) Submit(context.Context, *database.Tx, *trading.Account, *trading.Order) error {
	return nil
}

func (silentVenue) Cancel(context.Context, *database.Tx, *trading.Order) error { return nil }

// TestANoticeGoesWithWhatItTellsOf: if the notice cannot be written the position is not closed, and a later closing is
// notified once.
func TestANoticeGoesWithWhatItTellsOf(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.Risk.NewMonitor()
		t.Cleanup(monitor.Listen())
		d.Clock.Advance(time.Millisecond)
		signal := d.Signal(trading.EntryShort, "BTCUSD", "51000", "")
		done, err := d.CopyDesk.Service.Execute(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.5")})
		if err != nil {
			t.Fatal(err)
		}
		monitor.Step(t.Context())
		d.Events.Refuse(func(event webhook.Event) error {
			if event.Type == "trading.notice.created" {
				return errors.New("it cannot be published")
			}
			return nil
		})
		d.Clock.Advance(time.Millisecond)
		d.Prices.Price("BTCUSD", "51000")
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 0 || len(d.notices(d.Caller)) != 0 {
			t.Errorf("%d trades and %d notices of what was undone", n, len(d.notices(d.Caller)))
		}
		d.Events.Refuse(nil)
		d.Clock.Advance(time.Minute)
		d.Prices.Price("BTCUSD", "50000")
		monitor.Step(t.Context())
		d.wantNotice(d.Caller, alerts.PositionStopped, done.Position.ID, "short position", "-500 USD")
		d.WantBalanced()
	})
}

func TestAUserIsToldThatASubscriptionWasStopped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		user, subscription := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.Prices.Price("BTCUSD", "40000")
		d.Prices.Price("ETHUSD", "1000")
		for range 2 {
			if err := d.Copying.StopSubscription(t.Context(), subscription.ID); err != nil {
				t.Fatal(err)
			}
		}
		d.wantNotice(user, alerts.CopyStopped, subscription.ID, "You no longer copy Atlas", "20 percent of its 10000 USD")
	})
}

func TestAUserIsToldThatAnOrderWasFilled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		order := alerts.FilledOrder{
			ID: uuid.New(), TenantID: d.Caller.TenantID, UserID: d.Caller.UserID, Symbol: "BTCUSD", Side: trading.Sell, Type: "limit",
			Quantity: number("0.25"), Price: number("51000"), At: d.Clock.Now(),
		}
		d.InTx(func(tx *database.Tx) error { return d.TellFilled(t.Context(), tx, order) })
		d.wantNotice(d.Caller, alerts.OrderFilled, order.ID, "limit order in BTCUSD", "0.25 BTCUSD were sold at 51000")
	})
}

func TestWithoutChannelsThereIsNoNotice(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		for _, channels := range []struct{ mail, stream, webhook bool }{{}, {stream: true}, {webhook: true}, {mail: true}} {
			changes, events, mails, notices := len(d.journal.all()), len(d.Events.All()), len(d.post.all()), len(d.notices(d.Caller))
			d.choose(alerts.AlertFired, channels.mail, channels.stream, channels.webhook)
			made := d.alert(alerts.Above, "BTCUSD", "51000")
			d.Prices.Price("BTCUSD", "51000")
			d.step(monitor)
			d.wantAlert(made.ID, alerts.AlertHasFired, "51000")
			if err := d.mail(d.Service); err != nil {
				t.Fatal(err)
			}
			for what, grown := range map[string][2]int{
				"changes": {len(d.journal.all()) - changes, count(channels.stream)}, "events": {len(d.Events.All()) - events, 2 * count(channels.webhook)},
				"mails":   {len(d.post.all()) - mails, count(channels.mail)},
				"notices": {len(d.notices(d.Caller)) - notices, count(channels.mail || channels.stream || channels.webhook)},
			} {
				if grown[0] != grown[1] {
					t.Errorf("%+v: %d %s, want %d", channels, grown[0], what, grown[1])
				}
			}
		}
	})
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func TestOldAlertsAndNoticesAreRemoved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		fired, working := d.alert(alerts.Above, "BTCUSD", "51000"), d.alert(alerts.Above, "BTCUSD", "90000")
		d.Prices.Price("BTCUSD", "51000")
		d.step(monitor)
		if err := d.mail(d.Service); err != nil {
			t.Fatal(err)
		}
		wantLeft := func(alertCount, notices, turns int) {
			t.Helper()
			wait, err := d.CleanUp(t.Context())
			if err != nil || wait == 0 {
				t.Errorf("cleaned up with %s, %v", wait, err)
			}
			for table, want := range map[string]int{"price_alerts": alertCount, "trading_notices": notices, "notice_mails": turns} {
				if got := d.Count(`SELECT COUNT(*) FROM ` + table); got != want {
					t.Errorf("%d rows in %s, want %d", got, table, want)
				}
			}
		}
		wantLeft(2, 1, 1)
		d.Clock.Advance(31 * 24 * time.Hour)
		wantLeft(2, 0, 0)
		d.Clock.Advance(60 * 24 * time.Hour)
		wantLeft(1, 0, 0)
		d.wantAlert(working.ID, alerts.AlertWorking, "")
		if _, err := d.Alert(t.Context(), d.Caller, fired.ID); err == nil {
			t.Error("the old alert is still there")
		}
	})
}

func TestMailsAreGatheredAndComeOnceAMinute(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		d.choose(alerts.OrderFilled, true, false, false)
		fill := func(user identity.Caller, price string) {
			t.Helper()
			d.InTx(func(tx *database.Tx) error {
				return d.TellFilled(t.Context(), tx, alerts.FilledOrder{
					ID: uuid.New(), TenantID: user.TenantID, UserID: user.UserID, Symbol: "BTCUSD", Side: trading.Buy, Type: "limit",
					Quantity: number("1"), Price: number(price), At: d.Clock.Now(),
				})
			})
		}
		replicas := []*alerts.Service{d.Service, d.replica(), d.replica(), d.replica()}
		wantMails := func(want int) {
			t.Helper()
			for _, err := range testkit.InParallel(len(replicas), func(i int) error { return d.mail(replicas[i]) }) {
				if err != nil {
					t.Error(err)
				}
			}
			if got := len(d.post.all()); got != want {
				t.Fatalf("%d mails, want %d", got, want)
			}
		}
		fill(d.Caller, "50001")
		wantMails(1)
		for i := range 60 {
			fill(d.Caller, fmt.Sprint(50002+i))
		}
		d.Clock.Advance(time.Minute - time.Microsecond)
		wantMails(1)
		monitor := d.watch(d.Service) // another kind is not delayed
		d.alert(alerts.Above, "BTCUSD", "51000")
		d.Prices.Price("BTCUSD", "51000")
		d.step(monitor)
		wantMails(3)
		d.Clock.Advance(2 * time.Minute)
		wantMails(3) // no notice is sent twice
		mails := d.post.all()
		first := mails[0]
		if first.Recipient != "caller@example.com" || first.UserID != d.Caller.UserID || first.Kind != "order_filled" || first.Subject != "Acme: Your limit order in BTCUSD was filled" || !strings.Contains(first.Text, "1 BTCUSD were bought at 50001.") {
			t.Errorf("the first mail is %q: %q", first.Subject, first.Text)
		}
		gathered := mails[1]
		if gathered.Kind != "order_filled" {
			gathered = mails[2]
		}
		if gathered.Subject != "Acme: 60 of your orders were filled" || strings.Count(gathered.Text, "were bought at") != 50 || !strings.Contains(gathered.Text, "And 10 more") {
			t.Errorf("the gathered mail is %q: %q", gathered.Subject, gathered.Text)
		}
	})
}

func TestMailsComeAlsoWhenTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		d.choose(alerts.OrderFilled, true, false, false)
		for i, back := range []time.Duration{0, 24 * time.Hour} {
			d.Clock.Advance(-back)
			d.InTx(func(tx *database.Tx) error {
				return d.TellFilled(t.Context(), tx, alerts.FilledOrder{
					ID: uuid.New(), TenantID: d.Caller.TenantID, UserID: d.Caller.UserID, Symbol: "BTCUSD", Side: trading.Buy, Type: "limit",
					Quantity: number("1"), Price: number("50000"), At: d.Clock.Now(),
				})
			})
			if err := d.mail(d.Service); err != nil || len(d.post.all()) != i+1 {
				t.Errorf("%d mails (%v), want %d", len(d.post.all()), err, i+1)
			}
		}
	})
}

// Anybody may register somebody else's address: their own notes must not be mailed to it in the name of the brand.
func TestAnAddressThatNobodyHasVerifiedGetsNoMails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		fire := func() {
			t.Helper()
			d.Clock.Advance(time.Minute) // the next mail may be sent
			d.alert(alerts.Above, "BTCUSD", "51000")
			d.Prices.Price("BTCUSD", "51000")
			d.step(monitor)
			if err := d.mail(d.Service); err != nil {
				t.Fatal(err)
			}
		}
		wantTold := func(mails, notices int) {
			t.Helper()
			waiting := d.Count(`SELECT COUNT(*) FROM trading_notices WHERE is_mail_waiting`)
			if got, listed := len(d.post.all()), len(d.notices(d.Caller)); got != mails || listed != notices || waiting != 0 {
				t.Errorf("%d mails, %d notices and %d that wait, want %d, %d and none", got, listed, waiting, mails, notices)
			}
		}
		recipient := alerts.Recipient{Email: "stranger@example.com", TenantID: d.Caller.TenantID}
		d.people[d.Caller.UserID] = recipient
		fire()
		wantTold(0, 1)
		recipient.IsVerified = true
		d.people[d.Caller.UserID] = recipient
		fire()
		wantTold(1, 2)                    // of the second only
		delete(d.people, d.Caller.UserID) // for example suspended
		fire()
		wantTold(1, 3)
	})
}
