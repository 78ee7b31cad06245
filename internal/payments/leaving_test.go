package payments_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/notify"
	"bourse/internal/payments"
	"bourse/internal/privacy"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

// slowCourses stops a purchase between its write and its commit.
type slowCourses struct {
	*courses
	written, commit chan struct{}
	write           func() // closes written, also when a transaction is repeated
}

func (c slowCourses) HasAccess(ctx context.Context, _ database.Querier, _, _ uuid.UUID) (bool, error) {
	c.write()
	select {
	case <-c.commit:
	case <-ctx.Done(): // the test has failed
	}
	return false, nil
}

// nobody is a sender of messages, none of which are sent.
type nobody struct{}

func (nobody) Send(context.Context, notify.Message) error { return nil }

// departure is a user of a shop who can delete their account, and a payments service whose purchases take long.
type departure struct {
	*shop
	privacy *privacy.Service
	courses slowCourses
	person  identity.Caller
}

func newDeparture(t *testing.T, db *database.DB) *departure {
	t.Helper()
	d := &departure{shop: newShop(t, db)}
	written := make(chan struct{})
	d.courses = slowCourses{d.shop.courses, written, make(chan struct{}), sync.OnceFunc(func() { close(written) })}
	ring, err := secret.New()
	d.must(err)
	logger := slog.New(slog.DiscardHandler)
	brands := brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://app.bourse.test/"}})
	people := identity.New(identity.Options{
		Database: db, Keyring: ring, Now: d.clock.Now, Logger: logger, Events: d.events, Brands: brands,
		Messages: notify.NewQueue(db, ring, d.clock.Now, logger, notify.Senders{Mail: nobody{}, SMS: nobody{}}),
		Settings: identity.Settings{Issuer: "https://bourse.test", Audience: "bourse-api", AccessTokenLifetime: 15 * time.Minute},
	})
	d.events.Refuse(nil)
	d.must(people.Start(t.Context()))
	tokens, err := people.Register(t.Context(), identity.Origin{}, identity.Registration{Email: "ann@example.com", Password: "a long and odd password"})
	d.must(err)
	d.person, err = people.Authenticate(t.Context(), tokens.AccessToken)
	d.must(err)
	d.privacy = privacy.New(privacy.Options{Database: db, Keyring: ring, People: people, Now: d.clock.Now, Logger: logger})
	d.service = payments.New(payments.Options{
		Database: db, Ledger: ledger.New(d.clock.Now), Keyring: ring, People: people, Courses: d.courses,
		Accounts: accounts{d.accounts, d.owners}, Providers: []payments.Provider{d.till}, Events: d.events, Brands: brands, Now: d.clock.Now, Logger: logger,
	})
	return d
}

// A payment that begins while its user is being deleted would wait for money that nobody owns. SQLite has one writer.
func TestNobodyLeavesBesideAPaymentThatBegins(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	d := newDeparture(t, db)
	bought, left := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := d.service.Checkout(t.Context(), d.person, uuid.New(), "")
		bought <- err
	}()
	testkit.Receive(t, "the payment is written", d.courses.written)
	go func() { left <- d.privacy.Leave(t.Context(), d.person) }()
	testkit.Until(t, "who leaves waits, or has left", func() bool {
		var waiting int
		d.must(db.QueryRow(t.Context(), `
			SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
		return waiting > 0 || len(left) > 0
	})
	close(d.courses.commit)
	d.must(testkit.Receive(t, "the purchase has begun", bought))
	testkit.WantFault(t, testkit.Receive(t, "who leaves is answered", left), fault.Conflict)
}

func TestWhoHasLeftBuysNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDeparture(t, db)
		close(d.courses.commit)
		d.must(d.privacy.Leave(t.Context(), d.person))
		_, err := d.service.Checkout(t.Context(), d.person, uuid.New(), "") // whose request was let in a moment before
		testkit.WantFault(t, err, fault.AccountSuspended)
	})
}
