package identity_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// addRaw inserts a user who never logs in, without the cost of hashing a password.
func (h *house) addRaw(email, tenant string, role identity.Role, created time.Time) uuid.UUID {
	h.t.Helper()
	id := uuid.Must(uuid.NewV7())
	h.exec(`INSERT INTO users (id, tenant_id, email, password_hash, role, created_at, updated_at)
		SELECT $1, id, $2, 'x', $3, $4, $4 FROM tenants WHERE slug = $5`, id, email, string(role), database.Micros(created), tenant)
	return id
}

// enterAs opens a session for a user without a password.
func (h *house) enterAs(email, tenant string, role identity.Role) *person {
	h.t.Helper()
	p := &person{h: h, id: h.addRaw(email, tenant, role, h.clock.Now()), email: email}
	p.enter()
	return p
}

func TestWhoMayChangeWhom(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		_, err := h.AddTenant(t.Context(), "other", "Other")
		must(t, err)
		roles := map[string]identity.Role{
			"super": identity.RoleSuperAdmin, "super2": identity.RoleSuperAdmin, "admin": identity.RoleAdmin, "admin2": identity.RoleAdmin,
			"analyst": identity.RoleAnalyst, "user": identity.RoleUser,
		}
		people, callers := map[string]*person{}, map[string]identity.Caller{}
		for name, role := range roles {
			people[name] = h.enterAs(name+"@example.com", "default", role)
			people["foreign "+name] = h.enterAs(name+"@other.example.com", "other", role)
		}
		people["nobody"] = &person{id: uuid.New()}
		for name, p := range people {
			if p.h != nil {
				callers[name] = p.caller()
			}
		}
		role := func(r identity.Role) identity.UserChange { return identity.UserChange{Role: &r} }
		suspended := func(s bool) identity.UserChange { return identity.UserChange{Suspended: &s} }
		for _, c := range []struct {
			actor, target string
			change        identity.UserChange
			want          fault.Code
		}{
			{"user", "user", role(identity.RoleAdmin), fault.Forbidden},
			{"user", "analyst", suspended(true), fault.Forbidden},
			{"analyst", "user", role(identity.RoleTrader), fault.Forbidden},
			{"admin", "user", role(identity.RoleTrader), ""},
			{"admin", "user", role(identity.RoleAdmin), ""},
			{"admin", "user", suspended(true), ""},
			{"admin", "user", identity.UserChange{}, ""},
			{"admin", "user", role(identity.RoleSuperAdmin), fault.Forbidden},
			{"admin", "user", role("emperor"), fault.ValidationError},
			{"admin", "admin", role(identity.RoleSuperAdmin), fault.Forbidden},
			{"admin", "admin", role(identity.RoleUser), fault.Forbidden},
			{"admin", "admin", suspended(true), fault.Forbidden},
			{"admin", "admin2", role(identity.RoleUser), ""},
			{"admin", "super", suspended(true), fault.Forbidden},
			{"admin", "super", role(identity.RoleUser), fault.Forbidden},
			{"admin", "foreign user", suspended(true), fault.NotFound},
			{"admin", "foreign super", suspended(true), fault.NotFound},
			{"admin", "nobody", suspended(true), fault.NotFound},
			{"foreign admin", "user", suspended(true), fault.NotFound},
			{"super", "super", role(identity.RoleUser), fault.Forbidden},
			{"super", "super", suspended(true), fault.Forbidden},
			{"super", "super2", role(identity.RoleUser), ""},
			{"super", "admin", role(identity.RoleUser), ""},
			{"super", "user", role(identity.RoleSuperAdmin), ""},
			{"super", "foreign user", role(identity.RoleAdmin), ""},
			{"super", "foreign admin", suspended(true), ""},
		} {
			changed, err := h.UpdateUser(t.Context(), callers[c.actor], people[c.target].id, c.change)
			if got := code(err); got != c.want {
				t.Errorf("%s changes %s: %v, want %q", c.actor, c.target, err, c.want)
			}
			if err == nil && c.change.Role != nil && changed.Role != *c.change.Role {
				t.Errorf("%s changes %s: the role is %s", c.actor, c.target, changed.Role)
			}
			h.exec(`UPDATE users SET suspended_at = NULL`)
			for name, role := range roles {
				h.exec(`UPDATE users SET role = $2 WHERE email = $1`, name+"@example.com", string(role))
				h.exec(`UPDATE users SET role = $2 WHERE email = $1`, name+"@other.example.com", string(role))
			}
		}
	})
}

// code returns the code of a fault; it is empty for success.
func code(err error) fault.Code {
	for _, code := range fault.Codes() {
		if fault.Is(err, code) {
			return code
		}
	}
	if err != nil {
		return "not a fault"
	}
	return ""
}

func TestAnAdministratorWhoJustFellCannotActAnyMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		super := h.enterAs("super@example.com", "default", identity.RoleSuperAdmin)
		admin := h.enterAs("admin@example.com", "default", identity.RoleAdmin)
		user := h.enterAs("user@example.com", "default", identity.RoleUser)
		caller, yes, no, trader := admin.caller(), true, false, identity.RoleTrader // a request that has already passed the gate
		_, err := h.UpdateUser(t.Context(), super.caller(), admin.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = h.UpdateUser(t.Context(), caller, user.id, identity.UserChange{Role: &trader})
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = h.UpdateUser(t.Context(), super.caller(), admin.id, identity.UserChange{Suspended: &no, Role: &trader})
		must(t, err)
		_, err = h.UpdateUser(t.Context(), caller, user.id, identity.UserChange{Role: &trader})
		testkit.WantFault(t, err, fault.Forbidden)
	})
}

func TestOfTwoSuperAdminsWhoDemoteEachOtherOneStays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		both := []*person{
			h.enterAs("one@example.com", "default", identity.RoleSuperAdmin), h.enterAs("two@example.com", "default", identity.RoleSuperAdmin),
		}
		callers := []identity.Caller{both[0].caller(), both[1].caller()}
		user, super, yes := identity.RoleUser, identity.RoleSuperAdmin, true
		for round := range 10 {
			results := h.inParallel(2, func(i int) error {
				change := identity.UserChange{Role: &user}
				if round%2 == 1 {
					change = identity.UserChange{Suspended: &yes}
				}
				_, err := h.UpdateUser(t.Context(), callers[i], both[1-i].id, change)
				return err
			})
			counts := tally(t, results)
			if counts[""] != 1 || counts[fault.Forbidden]+counts[fault.AccountSuspended] != 1 {
				t.Errorf("demoting each other gave %v", counts)
			}
			left := h.number(`SELECT COUNT(*) FROM users WHERE role = $1 AND suspended_at IS NULL`, string(super))
			if left != 1 {
				t.Fatalf("%d super_admins are left", left)
			}
			h.exec(`UPDATE users SET role = $1, suspended_at = NULL`, string(super))
		}
	})
}

func TestUsersAreListedToTheirAdministratorsOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		other, err := h.AddTenant(t.Context(), "other", "Other")
		must(t, err)
		super := h.enterAs("super@example.com", "default", identity.RoleSuperAdmin)
		admin := h.enterAs("admin@example.com", "default", identity.RoleAdmin)
		analyst := h.enterAs("analyst@example.com", "default", identity.RoleAnalyst)
		stranger := h.addRaw("stranger@other.example.com", "other", identity.RoleUser, h.clock.Now())
		page := database.Page{Number: 1, Limit: 100}
		elsewhere := identity.UserFilter{TenantID: other.ID}
		_, _, err = h.Users(t.Context(), analyst.caller(), identity.UserFilter{}, page)
		testkit.WantFault(t, err, fault.Forbidden)
		_, err = h.User(t.Context(), analyst.caller(), admin.id)
		testkit.WantFault(t, err, fault.Forbidden)
		_, _, err = h.Users(t.Context(), admin.caller(), elsewhere, page)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = h.User(t.Context(), admin.caller(), stranger)
		testkit.WantFault(t, err, fault.NotFound)
		_, _, err = h.AuditLog(t.Context(), admin.caller(), other.ID, audit.Filter{}, page)
		testkit.WantFault(t, err, fault.NotFound)
		users, total, err := h.Users(t.Context(), admin.caller(), identity.UserFilter{}, page)
		must(t, err)
		if len(users) != 3 || total != 3 {
			t.Errorf("the admin sees %d users of %d", len(users), total)
		}
		users, total, err = h.Users(t.Context(), super.caller(), elsewhere, page)
		must(t, err)
		if len(users) != 1 || total != 1 || users[0].ID != stranger {
			t.Errorf("the super_admin sees %v of %d", users, total)
		}
		found, err := h.User(t.Context(), super.caller(), stranger)
		must(t, err)
		if found.Email != "stranger@other.example.com" {
			t.Errorf("found %+v", found)
		}
		users, total, err = h.Users(t.Context(), admin.caller(), identity.UserFilter{Role: identity.RoleAnalyst}, page)
		must(t, err)
		if len(users) != 1 || total != 1 || users[0].ID != analyst.id {
			t.Errorf("the analysts are %v of %d", users, total)
		}
	})
}

func TestAnEmailPrefixIsTakenLiterally(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		admin := h.enterAs("admin@example.com", "default", identity.RoleAdmin)
		for i, email := range []string{`a%b@x.test`, `a_b@x.test`, `axb@x.test`, `a\b@x.test`, `a\%b@x.test`} {
			h.addRaw(email, "default", identity.RoleUser, start.Add(-time.Duration(i)*time.Second))
		}
		for prefix, want := range map[string][]string{
			`a%`: {`a%b@x.test`}, `A_B`: {`a_b@x.test`}, `ax`: {`axb@x.test`}, `a\`: {`a\b@x.test`, `a\%b@x.test`},
			`a\%`: {`a\%b@x.test`}, `%`: {}, `_`: {}, `b`: {}, `a'`: {}, `A`: {`admin@example.com`, `a%b@x.test`, `a_b@x.test`, `axb@x.test`, `a\b@x.test`, `a\%b@x.test`},
		} {
			users, total, err := h.Users(t.Context(), admin.caller(), identity.UserFilter{EmailPrefix: prefix}, database.Page{Number: 1, Limit: 10})
			must(t, err)
			got := []string{}
			for _, user := range users {
				got = append(got, user.Email)
			}
			if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got)), cmpopts.EquateEmpty()); diff != "" || total != len(want) {
				t.Errorf("%q finds %d (-want +got):\n%s", prefix, total, diff)
			}
		}
	})
}

func TestPagesOfUsersAreTheWholeListNewestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		admin := h.enterAs("admin@example.com", "default", identity.RoleAdmin)
		want := []string{admin.email}
		for i := range 6 { // two at each time: the id decides between them
			h.addRaw(fmt.Sprintf("user%d@example.com", i), "default", identity.RoleUser, start.Add(-time.Duration(3-i/2)*time.Hour))
			want = append(want[:1], append([]string{fmt.Sprintf("user%d@example.com", i)}, want[1:]...)...)
		}
		got := []string{}
		for number := 1; number <= 5; number++ {
			users, total, err := h.Users(t.Context(), admin.caller(), identity.UserFilter{}, database.Page{Number: number, Limit: 2})
			must(t, err)
			if total != 7 {
				t.Errorf("page %d says %d in all", number, total)
			}
			for _, user := range users {
				got = append(got, user.Email)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the pages differ from the list (-want +got):\n%s", diff)
		}
	})
}

func TestTenantsAreForSuperAdmins(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		super := h.enterAs("super@example.com", "default", identity.RoleSuperAdmin)
		admin := h.enterAs("admin@example.com", "default", identity.RoleAdmin)
		_, err := h.CreateTenant(t.Context(), admin.caller(), "brand", "Brand")
		testkit.WantFault(t, err, fault.Forbidden)
		_, _, err = h.Tenants(t.Context(), admin.caller(), database.Page{Number: 1, Limit: 10})
		testkit.WantFault(t, err, fault.Forbidden)
		for _, slug := range []string{"", "Brand", "-brand", "brand-", "b rand", "brand\n"} {
			_, err = h.CreateTenant(t.Context(), super.caller(), slug, "Brand")
			testkit.WantFault(t, err, fault.ValidationError)
		}
		counts := tally(t, h.inParallel(5, func(int) error {
			_, err := h.CreateTenant(t.Context(), super.caller(), "brand", "Brand")
			return err
		}))
		if counts[""] != 1 || counts[fault.Conflict] != 4 {
			t.Errorf("five times the same tenant gave %v", counts)
		}
		tenants, total, err := h.Tenants(t.Context(), super.caller(), database.Page{Number: 1, Limit: 10})
		must(t, err)
		if total != 2 || tenants[0].Slug != "brand" || tenants[1].Slug != "default" {
			t.Errorf("the tenants are %v of %d", tenants, total)
		}
	})
}
