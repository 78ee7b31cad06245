package identity_test

import (
	"maps"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// securityEvents are all security events, with how often each occurs in the story.
var securityEvents = map[string]int{
	"tenant.created": 0, "user.created": 1, // the new tenant's event is in the new tenant's log
	"user.registered": 1, "email.verified": 1, "login.failed": 7, "login.locked": 1, "user.logged_in": 4,
	"phone.code_sent": 1, "phone.wrong_code": 1, "phone.verified": 1,
	"two_factor.setup_started": 1, "two_factor.wrong_code": 1, "two_factor.enabled": 1,
	"two_factor.backup_codes_replaced": 1, "two_factor.backup_code_used": 1, "two_factor.disabled": 1,
	"passkey.added": 1, "passkey.renamed": 1, "passkey.refused": 1, "passkey.copied": 1, "passkey.removed": 1,
	"password.wrong": 1, "user.reauthenticated": 1, "session.refresh_token_reused": 1, "user.logged_out": 1,
	"session.revoked": 1, "password.reset_requested": 1, "password.reset": 1, "password.changed": 1,
	"email.change_requested": 2, "email.change_cancelled": 1, "email.change_confirmed": 2, "email.changed": 1,
	"user.role_changed": 1, "user.suspended": 1, "user.reinstated": 1,
}

// byTheOperator are the events caused on the command line, which has no address.
var byTheOperator = map[string]bool{"user.created": true, "tenant.created": true}

func TestEverySecurityEventIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStory(t, newHouse(t, db), func() {})
		entries, total, err := s.AuditLog(t.Context(), s.boss.caller(), uuid.Nil, audit.Filter{}, database.Page{Number: 1, Limit: 100})
		must(t, err)
		if total != len(entries) {
			t.Errorf("%d entries of %d", len(entries), total)
		}
		counts := map[string]int{}
		for i, entry := range entries {
			counts[entry.Action]++
			if byTheOperator[entry.Action] {
				continue
			}
			if entry.Actor.Origin != origin {
				t.Errorf("%s came from %+v", entry.Action, entry.Actor.Origin)
			}
			if entry.UserID != s.ann.id {
				t.Errorf("%s was done to %s", entry.Action, entry.UserID)
			}
			if i > 0 && entry.CreatedAt.After(entries[i-1].CreatedAt) {
				t.Errorf("%s is out of order", entry.Action)
			}
		}
		counts["tenant.created"]-- // the default tenant's, from the first start
		for action, want := range securityEvents {
			if counts[action] != want {
				t.Errorf("%s happened %d times and is written down %d times", action, want, counts[action])
			}
			delete(counts, action)
		}
		for action := range counts {
			t.Errorf("%s is not in the list of this test", action)
		}
		s.wantNarrowLog(t)
	})
}

func TestActsOfAdministratorsAreWrittenDownWithWhatTheyChanged(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		boss, ann := h.employ("boss@example.com", identity.RoleSuperAdmin, ""), h.register("ann@example.com")
		trader, yes, no := identity.RoleTrader, true, false
		for _, change := range []identity.UserChange{{Role: &trader}, {Suspended: &yes}, {Suspended: &no}} {
			_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, change)
			must(t, err)
		}
		brand, err := h.CreateTenant(t.Context(), boss.caller(), "brand", "A Brand")
		must(t, err)
		active := h.ActiveKeyID()
		must(t, h.RotateSigningKeys(t.Context()))
		annIs, keyIs := audit.Subject{Kind: "user", ID: ann.id.String()}, audit.Subject{Kind: "signing_key", ID: h.ActiveKeyID()}
		for action, want := range map[string]audit.Entry{
			"user.role_changed":    {Actor: audit.Actor{UserID: boss.id}, UserID: ann.id, Subject: annIs, Before: audit.Fields{"role": "user"}, After: audit.Fields{"role": "trader"}},
			"user.suspended":       {Actor: audit.Actor{UserID: boss.id}, UserID: ann.id, Subject: annIs, Before: audit.Fields{"suspended": "false"}, After: audit.Fields{"suspended": "true"}},
			"user.reinstated":      {Actor: audit.Actor{UserID: boss.id}, UserID: ann.id, Subject: annIs, Before: audit.Fields{"suspended": "true"}, After: audit.Fields{"suspended": "false"}},
			"user.created":         {UserID: boss.id, Subject: audit.Subject{Kind: "user", ID: boss.id.String()}, Before: audit.Fields{}, After: audit.Fields{"email": "boss@example.com", "role": "super_admin"}},
			"tenant.created":       {TenantID: brand.ID, Actor: audit.Actor{UserID: boss.id}, Subject: audit.Subject{Kind: "tenant", ID: brand.ID.String()}, Before: audit.Fields{}, After: audit.Fields{"slug": "brand", "name": "A Brand"}},
			"signing_keys.rotated": {Subject: keyIs, Before: audit.Fields{"active": active}, After: audit.Fields{"active": keyIs.ID}},
		} {
			filter := audit.Filter{Action: action, SubjectID: want.Subject.ID}
			entries, _, err := h.AuditLog(t.Context(), boss.caller(), want.TenantID, filter, database.Page{Number: 1, Limit: 10})
			must(t, err)
			if len(entries) != 1 {
				t.Errorf("%s is written down %d times", action, len(entries))
				continue
			}
			got := entries[0]
			if got.Actor.UserID != want.Actor.UserID || got.UserID != want.UserID || got.Subject != want.Subject ||
				!maps.Equal(got.Before, want.Before) || !maps.Equal(got.After, want.After) {
				t.Errorf("%s is written down as %+v", action, got)
			}
		}
	})
}

func (s *story) wantNarrowLog(t *testing.T) {
	t.Helper()
	page := database.Page{Number: 1, Limit: 100}
	filter := audit.Filter{UserID: s.ann.id, Action: "user.role_changed"}
	entries, total, err := s.AuditLog(t.Context(), s.boss.caller(), uuid.Nil, filter, page)
	must(t, err)
	if total != 1 || len(entries) != 1 || entries[0].Actor.UserID != s.boss.id {
		t.Errorf("the change of role is written down as %+v", entries)
	}
	_, total, err = s.AuditLog(t.Context(), s.boss.caller(), uuid.Nil, audit.Filter{UserID: uuid.New()}, page)
	must(t, err)
	if total != 0 {
		t.Errorf("%d entries about nobody", total)
	}
	brand, err := s.TenantBySlug(t.Context(), "brand")
	must(t, err)
	entries, _, err = s.AuditLog(t.Context(), s.boss.caller(), brand.ID, audit.Filter{}, page)
	must(t, err)
	if len(entries) != 1 || entries[0].Action != "tenant.created" || entries[0].Actor.UserID != s.boss.id || entries[0].Actor.Origin != origin {
		t.Errorf("the new tenant's log is %+v", entries)
	}
	s.ann.enter()
	_, _, err = s.AuditLog(t.Context(), s.ann.caller(), uuid.Nil, audit.Filter{}, page)
	testkit.WantFault(t, err, fault.Forbidden)
}
