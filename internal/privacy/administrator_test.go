package privacy_test

import (
	"testing"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// No administrator can, alone and at once, suspend somebody and remove from the audit log who it was.
func TestAnAdministratorLeavesOnceAnotherHasTakenTheRoleAndIsKnownForWhatTheyDid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		bob, ann, root := h.add("bob@example.com", identity.RoleUser), h.add(email, identity.RoleAdmin), h.add("root@example.com", identity.RoleSuperAdmin)
		h.add("another-root@example.com", identity.RoleSuperAdmin)
		ann.Origin = origin
		isSuspended, trader := true, identity.RoleTrader
		_, err := h.people.UpdateUser(t.Context(), ann, bob.UserID, identity.UserChange{Suspended: &isSuspended})
		must(t, err)
		for _, administrator := range []identity.Caller{ann, root} {
			testkit.WantFault(t, h.privacy.Leave(t.Context(), administrator), fault.Conflict)
		}
		_, err = h.people.UpdateUser(t.Context(), root, ann.UserID, identity.UserChange{Role: &trader})
		must(t, err)
		must(t, h.privacy.Leave(t.Context(), h.login(email)))
		h.clean()

		of := func(user identity.Caller, action string) audit.Entry {
			t.Helper()
			entries, _, err := audit.List(t.Context(), db, ann.TenantID, audit.Filter{UserID: user.UserID, Action: action}, database.Page{Number: 1, Limit: 10})
			must(t, err)
			if len(entries) != 1 {
				t.Fatalf("%s: %v", action, entries)
			}
			return entries[0]
		}
		if did := of(bob, "user.suspended"); did.Actor.UserID != ann.UserID || did.Actor.Origin.IPAddress != origin.IPAddress || did.Actor.Origin.UserAgent != origin.UserAgent {
			t.Errorf("of the suspension the audit log knows %v", did.Actor)
		}
		if lost := of(ann, "user.role_changed"); lost.Before["email"] != email || lost.Actor.UserID != root.UserID {
			t.Errorf("of who lost the role the audit log knows %v", lost)
		}
		if known := h.number(`SELECT COUNT(*) FROM audit_log WHERE user_id = $1 AND action <> 'user.role_changed' AND before_fields || after_fields || details LIKE '%ann@example%'`, ann.UserID); known > 0 {
			t.Errorf("%d other entries tell the email", known)
		}
	})
}
