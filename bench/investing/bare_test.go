package investing

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

func TestTheBareSideReadsWhatIsSeeded(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		const days = 40
		user := kit.User{ID: uuid.New(), Tenant: uuid.New()}
		kittest.Insert(t, db, "tenants", kit.Row{"id": user.Tenant})
		kittest.Insert(t, db, "users", kit.Row{"id": user.ID, "tenant_id": user.Tenant, "role": "user"})
		seeded := newInvestor("somebody", user, time.Now().UTC().Truncate(day), days)
		if err := writeInvestors(t.Context(), db, []*investor{seeded}); err != nil {
			t.Fatal(err)
		}
		performance := seeded.readBare(t, where, "performance").([]barePoint)
		analytics := seeded.readBare(t, where, "analytics").(*bareAnalytics)
		if len(performance) != days || len(analytics.EquityCurve) != days || analytics.ClosedTrades != len(seeded.trades) {
			t.Errorf("there are %d points and %d, and %d trades", len(performance), len(analytics.EquityCurve), analytics.ClosedTrades)
		}
	})
}

func (i *investor) readBare(t *testing.T, where kit.Database, read string) any {
	t.Helper()
	answer, err := readBare(t.Context(), kittest.OpenReader(t, where), bareSettings{
		Database: where, Read: read, UserID: i.user.ID.String(), TenantID: i.user.Tenant.String(), PortfolioID: i.portfolio.String(),
		External: i.externals(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return answer.(kit.Answer).Data
}
