package identity

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

func TestTheBareSideReadsSessions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		tenant, user, session := uuid.New(), uuid.New(), uuid.New()
		kittest.Insert(t, db, "tenants", kit.Row{"id": tenant})
		kittest.Insert(t, db, "users", kit.Row{"id": user, "tenant_id": tenant, "role": "user"})
		kittest.Insert(t, db, "sessions", kit.Row{
			"id": session, "tenant_id": tenant, "user_id": user, "expires_at": database.Micros(time.Now().Add(time.Hour)),
		})
		answer, err := readBareSessions(t.Context(), kittest.OpenReader(t, where), bareSessionsSettings{
			Database: where, UserID: user.String(), TenantID: tenant.String(), SessionID: session.String(),
		})
		if err != nil {
			t.Fatal(err)
		}
		sessions := answer.(kit.Answer).Data.([]bareSession)
		if len(sessions) != 1 || !sessions[0].IsCurrent || sessions[0].LastActivityAt != "1970-01-01T00:00:00.000Z" {
			t.Errorf("%+v are read", sessions)
		}
	})
}
