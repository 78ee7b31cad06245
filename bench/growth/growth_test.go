package growth

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

func TestAPastFitsTheSchemaAndBalances(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		b := seeded(t, where, db)
		f, err := newFiller(t.Context(), b, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.fill(t.Context()); err != nil {
			t.Fatal(err)
		}
		old, err := newFiller(t.Context(), b, time.Now().Add(-outdatedBy))
		if err != nil {
			t.Fatal(err)
		}
		if err := old.fillOutdated(t.Context()); err != nil {
			t.Fatal(err)
		}
		if f.close() != nil || old.close() != nil {
			t.Error("a filler cannot be closed")
		}
		for query, want := range map[string]int64{
			`SELECT SUM(amount) FROM ledger_postings`: 0,
			`SELECT COUNT(*) FROM trades t JOIN positions p ON p.id = t.position_id AND p.account_id = t.account_id`:                               100 + 30,
			`SELECT COUNT(*) FROM trading_accounts a JOIN users u ON u.id = a.user_id`:                                                             10,
			`SELECT COUNT(*) FROM positions WHERE status = 'open'`:                                                                                 openPositions,
			`SELECT COUNT(*) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE a.code = 'cash'`:                           100,
			`SELECT COUNT(*) FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN webhook_attempts a ON a.delivery_id = d.id`: 82 + outdated,
			`SELECT COUNT(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.revoked_at IS NULL`:                                          30,
		} {
			var got int64
			if err := db.QueryRow(t.Context(), query).Scan(&got); err != nil || got != want {
				t.Errorf("%s is %d, want %d: %v", query, got, want, err)
			}
		}
	})
}

// seeded returns a brand of ten users without a running product.
func seeded(t *testing.T, where kit.Database, db *database.DB) *brand {
	t.Helper()
	tenant, user, endpoint := uuid.New(), uuid.New(), uuid.New()
	var courses []string
	kittest.Insert(t, db, "tenants", kit.Row{"id": tenant})
	kittest.Insert(t, db, "users", kit.Row{"id": user, "tenant_id": tenant, "role": "user"})
	kittest.Insert(t, db, "webhook_endpoints", kit.Row{"id": endpoint, "tenant_id": tenant, "auth_type": "none"})
	for _, slug := range []string{"first", "second"} {
		course := uuid.New()
		kittest.Insert(t, db, "courses", kit.Row{"id": course, "slug": slug, "difficulty_level": "beginner", "status": "published"})
		kittest.Insert(t, db, "lessons", kit.Row{"id": uuid.New(), "course_id": course, "type": "text", "status": "published"})
		courses = append(courses, course.String())
	}
	if err := kit.WriteInstruments(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return &brand{
		StillMarket: &kit.StillMarket{Installation: &kit.Installation{Database: where}}, size: size{users: 10, own: 30, house: 5}, tenant: tenant,
		owner: accounts.Owner{User: user, Tenant: tenant, Account: uuid.New()}, endpoint: endpoint.String(), courses: courses,
	}
}

func TestEveryListHasItsFirstAndItsLastPage(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, operation := range operations {
		if names[operation.name] {
			t.Errorf("%s is compared twice", operation.name)
		}
		names[operation.name] = true
	}
	for name := range names {
		if first, isFirst := strings.CutSuffix(name, ", first page"); isFirst && !names[first+", last page"] {
			t.Errorf("of %s only the first page is compared", first)
		}
	}
}
