package audit_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestAnEntryIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tenant := newTenant(t, db)
		paid := audit.Entry{
			TenantID: tenant,
			Actor:    audit.Actor{UserID: uuid.New(), Origin: audit.Origin{IPAddress: "203.0.113.7", UserAgent: "a test", RequestID: "request-1"}},
			UserID:   uuid.New(), Action: "payments.withdrawal.paid", Subject: audit.Subject{Kind: "withdrawal", ID: uuid.NewString()},
			Before: audit.Fields{"status": "approved"}, After: audit.Fields{"status": "paid"}, Details: audit.Fields{"reference": `a "quoted" one`},
			CreatedAt: time.Date(2026, 11, 15, 8, 0, 0, 0, time.UTC),
		}
		bare := audit.Entry{TenantID: tenant, Action: "identity.login.failed", CreatedAt: paid.CreatedAt.Add(-time.Second)}
		for _, entry := range []audit.Entry{paid, bare} {
			if err := db.InTx(t.Context(), func(tx *database.Tx) error { return audit.Record(t.Context(), tx, entry) }); err != nil {
				t.Fatal(err)
			}
		}
		bare.Before, bare.After, bare.Details = audit.Fields{}, audit.Fields{}, audit.Fields{}
		for name, c := range map[string]struct {
			filter audit.Filter
			want   []audit.Entry
		}{
			"everything, the newest first": {audit.Filter{}, []audit.Entry{paid, bare}},
			"of a user":                    {audit.Filter{UserID: paid.UserID}, []audit.Entry{paid}},
			"of an actor":                  {audit.Filter{ActorID: paid.Actor.UserID}, []audit.Entry{paid}},
			"of an actor to a user": {audit.Filter{
				ActorID: paid.Actor.UserID, UserID: paid.UserID, Action: paid.Action, SubjectID: paid.Subject.ID, Before: paid.CreatedAt.Add(1),
			}, []audit.Entry{}},
			"of an actor by every filter": {audit.Filter{
				ActorID: paid.Actor.UserID, UserID: paid.UserID, Action: paid.Action, SubjectID: paid.Subject.ID, Before: paid.CreatedAt.Add(time.Second),
			}, []audit.Entry{paid}},
			"of an actor with another action": {audit.Filter{ActorID: paid.Actor.UserID, Action: bare.Action}, []audit.Entry{}},
			"of who is not the actor":         {audit.Filter{ActorID: paid.UserID}, []audit.Entry{}},
			"of an action":                    {audit.Filter{Action: bare.Action}, []audit.Entry{bare}},
			"of a thing":                      {audit.Filter{SubjectID: paid.Subject.ID}, []audit.Entry{paid}},
			"of nothing that is there":        {audit.Filter{SubjectID: uuid.NewString()}, []audit.Entry{}},
		} {
			got, total, err := audit.List(t.Context(), db, tenant, c.filter, database.Page{Number: 1, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				got[i].ID = uuid.Nil
			}
			if diff := cmp.Diff(c.want, got); diff != "" || total != len(c.want) {
				t.Errorf("%s: %d entries (-want +got):\n%s", name, total, diff)
			}
		}
		for _, filter := range []audit.Filter{{}, {ActorID: paid.Actor.UserID}, {UserID: paid.UserID}, {SubjectID: paid.Subject.ID}} {
			if got, total, err := audit.List(t.Context(), db, uuid.New(), filter, database.Page{Number: 1, Limit: 10}); err != nil || total != 0 || len(got) != 0 {
				t.Errorf("another tenant reads %v of %d, %v", got, total, err)
			}
		}
	})
}

func TestWhatWasRolledBackIsNotInTheLog(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tenant, failure := newTenant(t, db), errors.New("the work failed")
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := audit.Record(t.Context(), tx, audit.Entry{TenantID: tenant, Action: "webhook.endpoint.deleted"}); err != nil {
				return err
			}
			return failure
		})
		if !errors.Is(err, failure) {
			t.Fatal(err)
		}
		if _, total, err := audit.List(t.Context(), db, tenant, audit.Filter{}, database.Page{Number: 1, Limit: 10}); err != nil || total != 0 {
			t.Errorf("%d entries, %v", total, err)
		}
	})
}

func newTenant(t *testing.T, db *database.DB) uuid.UUID {
	t.Helper()
	id := uuid.New()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $3, $4)`, id, id.String(), "a brand", 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestALongLogIsCountedAndPagedToABound(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tenant := newTenant(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `
				WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10100)
				INSERT INTO audit_log (id, tenant_id, action, ip_address, user_agent, request_id, details, created_at)
				SELECT '00000000-0000-7000-8000-' || SUBSTR('000000000000' || n, LENGTH('000000000000' || n) - 11), $1, CASE WHEN n <= 50 THEN 'rare' ELSE 'common' END, '', '', '', '{}', n FROM numbers`, tenant)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		list := func(filter audit.Filter, page database.Page) (entries []audit.Entry, total int, err error) {
			return audit.List(t.Context(), db, tenant, filter, page)
		}
		if _, total, err := list(audit.Filter{}, database.Page{Number: 100, Limit: 100}); err != nil || total != 10_000 {
			t.Errorf("the last page of all: %d, %v", total, err)
		}
		for _, beyond := range []database.Page{{Number: 101, Limit: 100}, {Number: 67, Limit: 151}, {Number: 1000, Limit: 100}} {
			_, _, err := list(audit.Filter{}, beyond)
			testkit.WantFault(t, err, fault.ValidationError, "page")
		}
		if _, total, err := list(audit.Filter{Action: "rare"}, database.Page{Number: 1, Limit: 100}); err != nil || total != 50 {
			t.Errorf("a narrow list: %d, %v", total, err)
		}
		tenThousand := audit.Filter{Before: time.UnixMicro(10_001)}
		for page, want := range map[database.Page]int{{Number: 100, Limit: 100}: 100, {Number: 67, Limit: 151}: 34, {Number: 101, Limit: 100}: 0} {
			if entries, total, err := list(tenThousand, page); err != nil || total != 10_000 || len(entries) != want {
				t.Errorf("page %d of %d each: %d of %d, %v", page.Number, page.Limit, len(entries), total, err)
			}
		}
		_, _, err = list(tenThousand, database.Page{Number: 138, Limit: 73}) // starts after 10,001
		testkit.WantFault(t, err, fault.ValidationError, "page")
		_, _, err = list(audit.Filter{Before: time.UnixMicro(10_002)}, database.Page{Number: 101, Limit: 100}) // of one entry too many
		testkit.WantFault(t, err, fault.ValidationError, "page")
		older, total, err := list(audit.Filter{Before: time.UnixMicro(101)}, database.Page{Number: 1, Limit: 100})
		if err != nil || total != 100 || len(older) != 100 || older[0].CreatedAt.UnixMicro() != 100 {
			t.Errorf("what is older: %d of %d, %v", len(older), total, err)
		}
	})
}

func TestChangesAreWhatDiffers(t *testing.T) {
	t.Parallel()
	was, is := audit.Changes(audit.Fields{"a": "1", "b": "2", "c": "3"}, audit.Fields{"a": "1", "b": "5", "d": "4"})
	if diff := cmp.Diff([]audit.Fields{{"b": "2", "c": "3"}, {"b": "5", "d": "4"}}, []audit.Fields{was, is}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if was, is = audit.Changes(nil, audit.Fields{"a": "1"}); len(was) != 0 || is["a"] != "1" {
		t.Errorf("something new was %v and is %v", was, is)
	}
}
