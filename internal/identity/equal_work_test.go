package identity_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// work is the cost of answering a request, and the answer.
type work struct {
	Answer     string
	Wait       time.Duration
	Hashes     [][2]uint32 // memory and passes of each
	Statements []string
	Messages   int            // queued by it
	Rows       map[string]int // written by it
}

// observed is a house with two brands that counts its work.
type observed struct {
	*twoBrands
	statements *databasetest.Statements
	hashes     func() [][2]uint32
}

func newObserved(t *testing.T, db *database.DB, statements *databasetest.Statements) *observed {
	t.Helper()
	b := newTwoBrands(t, db)
	// The default tenant has an Ann of its own, so that her email is known there too.
	_, err := b.AddUser(t.Context(), identity.Registration{Email: b.email, Password: password}, identity.RoleUser)
	must(t, err)
	_, err = b.AddUser(t.Context(), identity.Registration{Email: "bob@example.com", Password: password, Tenant: "lumen"}, identity.RoleUser)
	must(t, err)
	return &observed{b, statements, b.CountHashes()}
}

func (o *observed) workOf(request func() error) work {
	o.t.Helper()
	tables := []string{"users", "sessions", "mail_tokens", "failed_attempts", "audit_log", "reset_requests", "messages"}
	count := func() map[string]int {
		counts := map[string]int{}
		for _, table := range tables {
			counts[table] = o.number(`SELECT COUNT(*) FROM ` + table)
		}
		return counts
	}
	before := count()
	o.hashes()
	var w work
	w.Statements = o.statements.During(func() {
		if err := request(); err != nil {
			failure := testkit.WantFault(o.t, err, faultOf(err))
			w.Answer, w.Wait = failure.Error(), failure.RetryAfter
		}
	})
	w.Hashes = o.hashes()
	w.Rows = count()
	for table, n := range before {
		w.Rows[table] -= n
	}
	w.Messages = w.Rows["messages"]
	return w
}

func faultOf(err error) fault.Code {
	for _, code := range []fault.Code{fault.InvalidCredentials, fault.AccountLocked, fault.EmailAlreadyRegistered, fault.RateLimited} {
		if fault.Is(err, code) {
			return code
		}
	}
	return ""
}

// wantSame fails the test unless both requests got the same answer with the same work. It returns the work.
func (o *observed) wantSame(what string, known, unknown func() error) work {
	o.t.Helper()
	a, b := o.workOf(known), o.workOf(unknown)
	if diff := cmp.Diff(a, b); diff != "" {
		o.t.Errorf("%s: known and unknown emails differ (-known +unknown):\n%s", what, diff)
	}
	return a
}

// ways are how a request identifies its brand, or does not. Ann is known in each.
var ways = map[string]struct {
	from   identity.Origin
	tenant string
}{
	"by name":   {identity.Origin{}, "northwind"},
	"by Origin": {identity.Origin{Page: "https://" + lumenHost}, ""},
	"by Host":   {identity.Origin{Host: northHost}, ""},
	"untold":    {identity.Origin{}, ""},
	"nowhere":   {identity.Origin{}, "nobody"},
}

func TestALogInCostsTheSameWhetherOrNotTheEmailIsKnown(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		o := newObserved(t, db, statements)
		for name, way := range ways {
			guess := func(email string) func() error {
				return func() error {
					_, err := o.Service.Login(t.Context(), way.from, identity.Credentials{Email: email, Password: "wrong horse battery", Tenant: way.tenant})
					return err
				}
			}
			o.clock.Advance(time.Hour) // two ways lead to the same brand, with one budget
			for i := range 7 {         // the fifth locks, the sixth and seventh find it locked
				got := o.wantSame(name, guess(o.email), guess("nobody-"+o.email))
				if hashes := len(got.Hashes); (i < 5) != (hashes == 1) || got.Messages != 0 || len(got.Statements) == 0 {
					t.Errorf("%s, guess %d: %d hashes, %d messages, %d statements", name, i+1, hashes, got.Messages, len(got.Statements))
				}
			}
		}
		// Only the other brand knows Bob.
		o.clock.Advance(time.Hour)
		guess := func(email string) func() error {
			return func() error {
				_, err := o.Service.Login(t.Context(), identity.Origin{Host: northHost}, identity.Credentials{Email: email, Password: password})
				return err
			}
		}
		for range 6 {
			o.wantSame("known elsewhere", guess("bob@example.com"), guess("nobody@example.com"))
		}
	})
}

func TestAForgottenPasswordCostsTheSameWhetherOrNotTheEmailIsKnown(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		o := newObserved(t, db, statements)
		for name, way := range ways {
			forget := func(email string) func() error {
				return func() error { return o.Service.ForgotPassword(t.Context(), way.from, email, way.tenant) }
			}
			o.clock.Advance(time.Hour)
			for i := range 5 { // three are mailed
				got := o.wantSame(name, forget(o.email), forget("nobody-"+o.email))
				if len(got.Hashes) != 0 || got.Messages != 0 || (i < 3) != (got.Rows["reset_requests"] == 1) {
					t.Errorf("%s, request %d: %+v", name, i+1, got)
				}
			}
		}
		o.mailResets()
		if left := o.number(`SELECT COUNT(*) FROM reset_requests`); left != 0 {
			t.Errorf("%d requests are left", left)
		}
	})
}

func TestARegistrationDoesNotTellWhatAnotherBrandKnows(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		o := newObserved(t, db, statements)
		register := func(email string, from identity.Origin, tenant string) func() error {
			return func() error {
				_, err := o.Register(t.Context(), from, identity.Registration{Email: email, Password: password, Tenant: tenant})
				return err
			}
		}
		for newcomer, way := range map[string]struct {
			from   identity.Origin
			tenant string
		}{"named@example.com": {identity.Origin{}, "default"}, "hosted@example.com": {identity.Origin{Host: northHost}, ""}} {
			must(t, register("first-"+newcomer, way.from, way.tenant)()) // loads the brand that the others find in memory
			got := o.wantSame(newcomer, register("bob@example.com", way.from, way.tenant), register(newcomer, way.from, way.tenant))
			if got.Answer != "" || len(got.Hashes) != 1 || got.Messages != 1 || got.Rows["users"] != 1 {
				t.Errorf("%s: %+v", newcomer, got)
			}
		}
		// The brand itself does reveal that it knows the email, as whoever registers must learn it; this costs as many
		// hashes and sends nothing.
		taken := o.workOf(register(o.email, identity.Origin{}, "northwind"))
		if len(taken.Hashes) != 1 || taken.Messages != 0 || taken.Rows["users"] != 0 || taken.Answer == "" {
			t.Errorf("a taken email: %+v", taken)
		}
	})
}
