package privacy_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// The request was admitted before its caller left, and is processed afterwards.
func TestARequestThatIsUnderWayWritesNothingOfWhoHasLeft(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		ann.Origin = origin
		must(t, h.privacy.Leave(t.Context(), ann))
		for name, request := range map[string]func() error{
			"logging out": func() error { return h.people.Logout(t.Context(), ann, identity.LogoutLocal) },
			"showing the password": func() error {
				_, err := h.people.Reauthenticate(t.Context(), ann, password, "")
				return err
			},
			"changing the password": func() error { return h.people.ChangePassword(t.Context(), ann, password, "another horse battery") },
		} {
			t.Log(name)
			testkit.WantFault(t, request(), fault.AccountSuspended)
		}
		h.clean()
		if known := h.number(`SELECT COUNT(*) FROM audit_log WHERE ip_address <> '' AND user_id = $1`, ann.UserID); known != 0 {
			t.Errorf("%d entries of the audit log tell where they were", known)
		}
	})
}

func TestWhoHasLeftIsNotLetInAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, root := h.register(), h.add("root@example.com", identity.RoleSuperAdmin)
		must(t, h.privacy.Leave(t.Context(), ann))
		published := len(h.events.All())
		isSuspended, role := false, identity.RoleSuperAdmin
		for _, change := range []identity.UserChange{{Suspended: &isSuspended}, {Role: &role}, {Suspended: &isSuspended, Role: &role}} {
			_, err := h.people.UpdateUser(t.Context(), root, ann.UserID, change)
			testkit.WantFault(t, err, fault.Conflict)
		}
		if events := h.events.Types(); len(events) != published {
			t.Errorf("published was %v", events)
		}
		testkit.WantFault(t, h.privacy.Leave(t.Context(), root), fault.Conflict) // still the last super_admin
	})
}

// A withdrawn lesson completes enrollments, but finds none of an erased person's.
func TestWhoLeavesLearnsNoMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, course := h.register(), database.NewID()
		must(t, h.exec(`INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days, created_at, updated_at)
			VALUES ($1, '', '', '', '', '', 'beginner', 'published', 0, 0, 1, 1)`, course))
		must(t, h.exec(`INSERT INTO enrollments (id, tenant_id, user_id, course_id, attempt, status, enrolled_at) VALUES ($1, $2, $3, $1, 1, 'active', 1)`, course, ann.TenantID, ann.UserID))
		must(t, h.privacy.Leave(t.Context(), ann))
		if ended := h.number(`SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND status = 'cancelled' AND cancelled_at IS NOT NULL`, ann.UserID); ended != 1 {
			t.Errorf("%d attempts have ended, want theirs", ended)
		}
	})
}
