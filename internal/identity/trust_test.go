package identity_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// grow makes the person's log-in an old one.
func (p *person) grow() {
	p.h.t.Helper()
	p.h.clock.Advance(15*time.Minute + time.Second)
	tokens, err := p.refresh(p.tokens.RefreshToken)
	must(p.h.t, err)
	p.tokens = tokens
}

func TestARoleIsChangedAfterARecentLogInOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, boss := h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		update := func(change identity.UserChange) error {
			_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, change)
			return err
		}
		admin, user, yes := identity.RoleAdmin, identity.RoleUser, true
		boss.grow()
		testkit.WantFault(t, update(identity.UserChange{Role: &admin}), fault.ReauthenticationRequired)
		testkit.WantFault(t, update(identity.UserChange{Role: &admin, Suspended: &yes}), fault.ReauthenticationRequired)
		must(t, update(identity.UserChange{Role: &user, Suspended: &yes})) // the role stays; suspending needs no recent log-in
		_, err := h.Reauthenticate(t.Context(), boss.caller(), password, "")
		must(t, err)
		must(t, update(identity.UserChange{Role: &admin}))
	})
}

func TestWhatPeopleTrustOfABrandIsChangedAfterARecentLogInOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		super := b.employ("boss@example.com", identity.RoleSuperAdmin, "")
		_, text := super.newKey()
		byKey, err := b.Authenticate(t.Context(), text)
		must(t, err)
		super.grow()
		guarded := []brand.Change{
			{AppURL: to("https://evil.test")}, {MailSenderAddress: to("a@evil.test")}, {Domains: &[]string{"evil.test"}},
			{ProductName: to("Northwind"), AppURL: to("https://evil.test")},
			{SupportAddress: to("help@evil.test")}, {MailSenderName: to("The bank")}, {ProductName: to("The bank")},
		}
		for _, change := range guarded {
			_, err := b.UpdateTenant(t.Context(), super.caller(), b.north.ID, change)
			testkit.WantFault(t, err, fault.ReauthenticationRequired)
			_, err = b.UpdateTenant(t.Context(), byKey, b.north.ID, change)
			testkit.WantFault(t, err, fault.Forbidden)
		}
		for _, caller := range []identity.Caller{super.caller(), byKey} { // unchanged values do not count
			_, err := b.UpdateTenant(t.Context(), caller, b.north.ID, brand.Change{
				PrimaryColor: to("#111111"), AppURL: to(""), SupportAddress: to(""), MailSenderName: to(""), Domains: &[]string{},
			})
			must(t, err)
		}
		_, err = b.Reauthenticate(t.Context(), super.caller(), password, "")
		must(t, err)
		for _, change := range guarded {
			_, err := b.UpdateTenant(t.Context(), super.caller(), b.north.ID, change)
			must(t, err)
		}
	})
}

func TestWhatStandsAroundLinksOfMailsIsChangedAfterARecentLogInOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		super := b.employ("boss@example.com", identity.RoleSuperAdmin, "")
		_, text := super.newKey()
		byKey, err := b.Authenticate(t.Context(), text)
		must(t, err)
		set := func(caller identity.Caller) error {
			_, err := b.SetMailTemplate(t.Context(), caller, b.north.ID, "reset_password", brand.Override{Subject: "x", Text: "{{.Values.link}}"})
			return err
		}
		reset := func(caller identity.Caller) error {
			return b.ResetMailTemplate(t.Context(), caller, b.north.ID, "reset_password")
		}
		super.grow()
		for _, change := range []func(identity.Caller) error{set, reset} {
			testkit.WantFault(t, change(super.caller()), fault.ReauthenticationRequired)
			testkit.WantFault(t, change(byKey), fault.Forbidden)
		}
		_, err = b.PreviewMail(t.Context(), super.caller(), b.north.ID, "reset_password", nil) // which changes nothing
		must(t, err)
		_, err = b.Reauthenticate(t.Context(), super.caller(), password, "")
		must(t, err)
		must(t, set(super.caller()))
		must(t, reset(super.caller()))
	})
}

// A second tab's request that began before its user was erased must not write them back.
func TestWhoIsLockedOutWhileTheirRequestIsServedWritesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, boss := h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		caller, yes := ann.caller(), true
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = h.UpdateProfile(t.Context(), caller, identity.ProfileChange{DisplayName: text("Ann")})
		testkit.WantFault(t, err, fault.AccountSuspended)
		testkit.WantFault(t, h.SendPhoneCode(t.Context(), caller, phone), fault.AccountSuspended)
		testkit.WantFault(t, h.ResendVerificationMail(t.Context(), caller), fault.AccountSuspended)
		err = db.InTx(t.Context(), func(tx *database.Tx) error { return h.HoldEntering(t.Context(), tx, ann.id) })
		testkit.WantFault(t, err, fault.AccountSuspended)
	})
}

func TestWhatIsDoneInSomebodysNameIsDoneAsWhoTheyAreNow(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		super, ann := h.employ("super@example.com", identity.RoleSuperAdmin, ""), h.employ("ann@example.com", identity.RoleSuperAdmin, "")
		held := func(user uuid.UUID) (caller identity.Caller, err error) {
			err = db.InTx(t.Context(), func(tx *database.Tx) error {
				caller, err = h.HoldCaller(t.Context(), tx, user)
				return err
			})
			return caller, err
		}
		tenant, lesser, yes := ann.caller().TenantID, identity.RoleAdmin, true
		for _, want := range []identity.Role{identity.RoleSuperAdmin, lesser} {
			caller, err := held(ann.id)
			if err != nil || caller.UserID != ann.id || caller.TenantID != tenant || caller.Role != want {
				t.Errorf("held %+v, %v; want them as %s", caller, err, want)
			}
			_, err = h.UpdateUser(t.Context(), super.caller(), ann.id, identity.UserChange{Role: &lesser})
			must(t, err)
		}
		_, err := h.UpdateUser(t.Context(), super.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = held(ann.id)
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = held(uuid.New())
		testkit.WantFault(t, err, fault.NotFound)
	})
}

func TestWhatHasExpiredIsToldApartFromWhatIsOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		access, refresh := ann.tokens.AccessToken, ann.tokens.RefreshToken
		h.clock.Advance(time.Hour)
		_, err := h.Authenticate(t.Context(), access)
		testkit.WantFault(t, err, fault.TokenExpired)
		must(t, h.StillOpen(t.Context(), access))
		testkit.WantFault(t, h.StillOpen(t.Context(), access+"x"), fault.Unauthorized)
		if h.IsOver(t.Context(), refresh) {
			t.Error("a session is over that goes on")
		}
		other := *ann
		other.enter()
		session, _, _, err := identity.ParseRefreshToken(refresh, h.ring)
		must(t, err)
		must(t, h.RevokeSession(t.Context(), other.caller(), session))
		testkit.WantFault(t, h.StillOpen(t.Context(), access), fault.SessionRevoked)
		if !h.IsOver(t.Context(), refresh) || h.IsOver(t.Context(), other.tokens.RefreshToken) || h.IsOver(t.Context(), "junk") {
			t.Error("it is not known which session is over")
		}
	})
}

func TestPeopleAreFoundByTheirIndexes(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	for query, index := range map[string]string{
		`SELECT * FROM sessions WHERE user_id = 'x' ORDER BY id, tenant_id LIMIT 500`:                                                                           "INDEX sessions_by_user (user_id=?)",
		`DELETE FROM login_challenges WHERE user_id = 'x'`:                                                                                                      "INDEX login_challenges_by_user (user_id=?)",
		`SELECT * FROM users u WHERE u.tenant_id = 'x' AND u.email >= 'a' AND u.email < 'b' AND u.role = 'user' ORDER BY u.created_at DESC, u.id DESC LIMIT 20`: "INDEX users_by_tenant_and_email (tenant_id=? AND email>? AND email<?)",
	} {
		rows, err := db.Query(t.Context(), `EXPLAIN QUERY PLAN `+query)
		plan, err := database.Collect(rows, err, func(row database.Row) (detail string, err error) {
			var a, b, c any
			err = row.Scan(&a, &b, &c, &detail)
			return detail, err
		})
		must(t, err)
		if !strings.Contains(strings.Join(plan, "\n"), index) {
			t.Errorf("%s is answered by %q", query, plan)
		}
	}
}
