package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestAdministration(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"only administrators may":                                 onlyAdministratorsMay,
		"an admin sees and changes the users of the own tenant":   adminManagesOwnTenant,
		"nobody rises above their own role":                       nobodyRises,
		"a changed role takes effect with the next request":       roleChangeTakesEffect,
		"a suspended user is out at once and can be let in again": suspensionTakesEffect,
		"a super_admin makes tenants that people can join":        superAdminMakesTenants,
		"the audit log tells what was done by whom":               auditLogTells,
	})
}

var withMeta = shape{"meta": aMeta}

// update changes a user as an administrator.
func (m *member) update(t *testing.T, user *member, change body) *answer {
	t.Helper()
	return m.call(t, http.MethodPatch, "/users/"+user.id, change)
}

func onlyAdministratorsMay(t *testing.T, s *server) {
	for _, role := range []string{"user", "trader", "analyst"} {
		m := s.officer(t, role, "")
		if me := m.me(t); me["role"] != role || me["emailVerified"] != true {
			t.Errorf("the operator made %v, want a verified %s", me, role)
		}
		m.get(t, "/users").failed(t, 403, "FORBIDDEN", "")
		m.get(t, "/users/"+m.id).failed(t, 403, "FORBIDDEN", "")
		m.update(t, m, body{"role": "admin"}).failed(t, 403, "FORBIDDEN", "")
		m.get(t, "/audit-log").failed(t, 403, "FORBIDDEN", "")
		m.get(t, "/tenants").failed(t, 403, "FORBIDDEN", "")
		m.post(t, "/tenants", body{"slug": "mine", "name": "Mine"}).failed(t, 403, "FORBIDDEN", "")
	}
	admin := s.officer(t, "admin", "")
	admin.get(t, "/tenants").failed(t, 403, "FORBIDDEN", "")
	admin.post(t, "/tenants", body{"slug": "mine", "name": "Mine"}).failed(t, 403, "FORBIDDEN", "")
}

func adminManagesOwnTenant(t *testing.T, s *server) {
	s.place.mustRun(t, "", "tenant create", "acorn", "Acorn Invest")
	admin, stranger := s.officer(t, "admin", "acorn"), s.register(t)
	var mine []*member
	for range 3 {
		mine = append(mine, s.officer(t, "user", "acorn"))
	}
	page := admin.get(t, "/users?limit=3").ok(t, 200)
	users := page.list(t, shapeOfProfile, withMeta)
	var got []string
	for _, user := range users {
		got = append(got, user["id"].(string))
	}
	if want := []string{mine[2].id, mine[1].id, mine[0].id}; !slices.Equal(got, want) {
		t.Errorf("the users are %v, want the newest first: %v", got, want)
	}
	wantMeta(t, page, 1, 3, 4, 2)
	second := admin.get(t, "/users?limit=3&page=2").ok(t, 200)
	if rest := second.list(t, shapeOfProfile, withMeta); len(rest) != 1 || rest[0]["id"] != admin.id {
		t.Errorf("the second page is %v, want the admin", rest)
	}
	wantMeta(t, second, 2, 3, 4, 2)
	if found := admin.get(t, "/users?email="+strings.ToUpper(mine[1].email)).ok(t, 200).list(t, shapeOfProfile, withMeta); len(found) != 1 {
		t.Errorf("%d users have the email, want 1", len(found))
	}
	if found := admin.get(t, "/users?role=admin&email=%25").ok(t, 200).list(t, shapeOfProfile, withMeta); len(found) != 0 {
		t.Errorf("%d emails begin with %%, want 0", len(found))
	}
	admin.get(t, "/users/"+mine[0].id).ok(t, 200).object(t, shapeOfProfile)
	admin.get(t, "/users/"+stranger.id).failed(t, 404, "NOT_FOUND", "")
	admin.get(t, "/users/"+uuid.NewString()).failed(t, 404, "NOT_FOUND", "")
	admin.update(t, stranger, body{"suspended": true}).failed(t, 404, "NOT_FOUND", "")
	admin.get(t, "/users?tenantId="+stranger.me(t)["tenantId"].(string)).failed(t, 404, "NOT_FOUND", "")
	admin.update(t, mine[0], body{}).failed(t, 400, "VALIDATION_ERROR", "")
}

func wantMeta(t *testing.T, a *answer, page, limit, total, pages float64) {
	t.Helper()
	meta := a.envelope["meta"].(map[string]any)
	for name, want := range map[string]float64{"page": page, "limit": limit, "total": total, "totalPages": pages} {
		if meta[name] != want {
			t.Errorf("%s: %s is %v, want %v", a.call, name, meta[name], want)
		}
	}
}

func nobodyRises(t *testing.T, s *server) {
	admin, super := s.officer(t, "admin", ""), s.officer(t, "super_admin", "")
	m := s.register(t)
	admin.update(t, admin, body{"role": "super_admin"}).failed(t, 403, "FORBIDDEN", "")
	admin.update(t, m, body{"role": "super_admin"}).failed(t, 403, "FORBIDDEN", "role")
	admin.update(t, super, body{"role": "user"}).failed(t, 403, "FORBIDDEN", "")
	admin.update(t, super, body{"suspended": true}).failed(t, 403, "FORBIDDEN", "")
	super.update(t, super, body{"role": "user"}).failed(t, 403, "FORBIDDEN", "")
	super.update(t, super, body{"suspended": true}).failed(t, 403, "FORBIDDEN", "")
	super.update(t, m, body{"role": "super_admin"}).ok(t, 200)
}

func roleChangeTakesEffect(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	m.me(t)
	changed := admin.update(t, m, body{"role": "analyst"}).ok(t, 200).object(t, shapeOfProfile)
	if changed["role"] != "analyst" {
		t.Errorf("the role is %v", changed["role"])
	}
	// The token says the old role, so it has to be refreshed.
	m.get(t, "/auth/me").failed(t, 401, "TOKEN_EXPIRED", "")
	tokens := s.client().post(t, "/auth/refresh", body{"refreshToken": m.refreshToken}).ok(t, 200).object(t, shapeOfTokens)
	if me := newMember(s, m.email, m.password, tokens).me(t); me["role"] != "analyst" {
		t.Errorf("the account says that the role is %v", me["role"])
	}
}

func suspensionTakesEffect(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	m.me(t)
	if changed := admin.update(t, m, body{"suspended": true}).ok(t, 200).object(t, shapeOfProfile); changed["suspended"] != true {
		t.Error("the account says that it is not suspended")
	}
	m.get(t, "/auth/me").failed(t, 403, "ACCOUNT_SUSPENDED", "")
	s.client().post(t, "/auth/refresh", body{"refreshToken": m.refreshToken}).failed(t, 403, "ACCOUNT_SUSPENDED", "")
	s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).failed(t, 403, "ACCOUNT_SUSPENDED", "")
	admin.update(t, m, body{"suspended": false}).ok(t, 200)
	m.login(t, s)
}

func superAdminMakesTenants(t *testing.T, s *server) {
	super := s.officer(t, "super_admin", "")
	made := super.post(t, "/tenants", body{"slug": "birch", "name": "Birch Bank"}).ok(t, 201).object(t, shapeOfTenant)
	super.post(t, "/tenants", body{"slug": "birch", "name": "Another"}).failed(t, 409, "CONFLICT", "slug")
	super.post(t, "/tenants", body{"slug": "Not A Slug", "name": "Another"}).failed(t, 400, "VALIDATION_ERROR", "slug")
	super.post(t, "/tenants", body{"slug": "cedar", "name": ""}).failed(t, 400, "VALIDATION_ERROR", "name")

	listed := super.get(t, "/tenants?limit=100").ok(t, 200).list(t, shapeOfTenant, withMeta)
	if !slices.ContainsFunc(listed, func(one map[string]any) bool { return one["id"] == made["id"] }) {
		t.Errorf("the new tenant is not listed: %v", listed)
	}
	tokens := s.client().post(t, "/auth/register", body{"email": newEmail(), "password": "a password of birch", "tenant": "birch"}).
		ok(t, 201).object(t, shapeOfTokens)
	user := tokens["user"].(map[string]any)
	users := super.get(t, "/users?tenantId="+made["id"].(string)).ok(t, 200).list(t, shapeOfProfile, withMeta)
	if len(users) != 1 || users[0]["id"] != user["id"] || users[0]["tenantId"] != made["id"] {
		t.Errorf("the users of the new tenant are %v", users)
	}
	super.get(t, "/users/"+user["id"].(string)).ok(t, 200)
}

func auditLogTells(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	requestID := "audited-" + m.id
	named := *admin
	named.client = admin.with("X-Request-Id", requestID).with("User-Agent", "Console/2.0")
	named.update(t, m, body{"role": "trader", "suspended": true}).ok(t, 200)

	entries := admin.get(t, "/audit-log?userId="+m.id).ok(t, 200).list(t, shapeOfAudit, withMeta)
	var actions []string
	for _, entry := range entries {
		actions = append(actions, entry["action"].(string))
	}
	if want := []string{"user.suspended", "user.role_changed", "user.registered"}; !slices.Equal(actions, want) {
		t.Fatalf("the log tells of %v, want %v", actions, want)
	}
	changed := entries[1]
	before, after := changed["before"].(map[string]any), changed["after"].(map[string]any)
	if changed["actorId"] != admin.id || changed["requestId"] != requestID || changed["ipAddress"] != "127.0.0.1" ||
		changed["userAgent"] != "Console/2.0" || before["role"] != "user" || after["role"] != "trader" || changed["subjectId"] != m.id {
		t.Errorf("the change of role is told as %v", changed)
	}
	only := admin.get(t, "/audit-log?action=user.suspended&userId="+m.id).ok(t, 200).list(t, shapeOfAudit, withMeta)
	if len(only) != 1 {
		t.Errorf("%d entries of the action, want 1", len(only))
	}
}
