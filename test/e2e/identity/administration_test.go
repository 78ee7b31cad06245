package identity_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestAdministration(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"an admin sees and changes the users of the own tenant":   adminManagesOwnTenant,
		"nobody rises above their own role":                       nobodyRises,
		"a changed role takes effect with the next request":       roleChangeTakesEffect,
		"a suspended user is out at once and can be let in again": suspensionTakesEffect,
		"a super_admin makes tenants that people can join":        superAdminMakesTenants,
		"the audit log tells what was done by whom":               auditLogTells,
	})
}

func adminManagesOwnTenant(t *testing.T, s *kit.Server) {
	s.Place.MustRun(t, "", "tenant create", "acorn", "Acorn Invest")
	admin, stranger := s.Officer(t, "admin", "acorn"), s.Register(t)
	var mine []*kit.Member
	for range 3 {
		mine = append(mine, s.Officer(t, "user", "acorn"))
	}
	page := admin.Get(t, "/users?limit=3").Ok(t, 200)
	users := page.List(t, kit.ShapeOfProfile, kit.WithMeta)
	var got []string
	for _, user := range users {
		got = append(got, user["id"].(string))
	}
	if want := []string{mine[2].ID, mine[1].ID, mine[0].ID}; !slices.Equal(got, want) {
		t.Errorf("the users are %v, want the newest first: %v", got, want)
	}
	wantMeta(t, page, 1, 3, 4, 2)
	second := admin.Get(t, "/users?limit=3&page=2").Ok(t, 200)
	if rest := second.List(t, kit.ShapeOfProfile, kit.WithMeta); len(rest) != 1 || rest[0]["id"] != admin.ID {
		t.Errorf("the second page is %v, want the admin", rest)
	}
	wantMeta(t, second, 2, 3, 4, 2)
	if found := admin.Get(t, "/users?email="+strings.ToUpper(mine[1].Email)).Ok(t, 200).List(t, kit.ShapeOfProfile, kit.WithMeta); len(found) != 1 {
		t.Errorf("%d users have the email, want 1", len(found))
	}
	if found := admin.Get(t, "/users?role=admin&email=%25").Ok(t, 200).List(t, kit.ShapeOfProfile, kit.WithMeta); len(found) != 0 {
		t.Errorf("%d emails begin with %%, want 0", len(found))
	}
	admin.Get(t, "/users/"+mine[0].ID).Ok(t, 200).Object(t, kit.ShapeOfProfile)
	admin.Get(t, "/users/"+stranger.ID).Failed(t, 404, "NOT_FOUND", "")
	admin.Get(t, "/users/"+uuid.NewString()).Failed(t, 404, "NOT_FOUND", "")
	admin.Update(t, stranger, kit.Body{"suspended": true}).Failed(t, 404, "NOT_FOUND", "")
	admin.Get(t, "/users?tenantId="+stranger.Me(t)["tenantId"].(string)).Failed(t, 404, "NOT_FOUND", "")
	admin.Update(t, mine[0], kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "")
}

func wantMeta(t *testing.T, a *kit.Answer, page, limit, total, pages float64) {
	t.Helper()
	meta := a.Envelope["meta"].(map[string]any)
	for name, want := range map[string]float64{"page": page, "limit": limit, "total": total, "totalPages": pages} {
		if meta[name] != want {
			t.Errorf("%s: %s is %v, want %v", a.Call, name, meta[name], want)
		}
	}
}

func nobodyRises(t *testing.T, s *kit.Server) {
	admin, super := s.Officer(t, "admin", ""), s.Officer(t, "super_admin", "")
	m := s.Register(t)
	admin.Update(t, admin, kit.Body{"role": "super_admin"}).Failed(t, 403, "FORBIDDEN", "")
	admin.Update(t, m, kit.Body{"role": "super_admin"}).Failed(t, 403, "FORBIDDEN", "role")
	admin.Update(t, super, kit.Body{"role": "user"}).Failed(t, 403, "FORBIDDEN", "")
	admin.Update(t, super, kit.Body{"suspended": true}).Failed(t, 403, "FORBIDDEN", "")
	super.Update(t, super, kit.Body{"role": "user"}).Failed(t, 403, "FORBIDDEN", "")
	super.Update(t, super, kit.Body{"suspended": true}).Failed(t, 403, "FORBIDDEN", "")
	super.Update(t, m, kit.Body{"role": "super_admin"}).Ok(t, 200)
}

func roleChangeTakesEffect(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	m.Me(t)
	changed := admin.Update(t, m, kit.Body{"role": "analyst"}).Ok(t, 200).Object(t, kit.ShapeOfProfile)
	if changed["role"] != "analyst" {
		t.Errorf("the role is %v", changed["role"])
	}
	// The token contains the old role, so it has to be refreshed.
	m.Get(t, "/auth/me").Failed(t, 401, "TOKEN_EXPIRED", "")
	tokens := s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": m.RefreshToken}).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	if me := kit.NewMember(s, m.Email, m.Password, tokens).Me(t); me["role"] != "analyst" {
		t.Errorf("the account says that the role is %v", me["role"])
	}
}

func suspensionTakesEffect(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	m.Me(t)
	if changed := admin.Update(t, m, kit.Body{"suspended": true}).Ok(t, 200).Object(t, kit.ShapeOfProfile); changed["suspended"] != true {
		t.Error("the account says that it is not suspended")
	}
	m.Get(t, "/auth/me").Failed(t, 403, "ACCOUNT_SUSPENDED", "")
	s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": m.RefreshToken}).Failed(t, 403, "ACCOUNT_SUSPENDED", "")
	s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 403, "ACCOUNT_SUSPENDED", "")
	admin.Update(t, m, kit.Body{"suspended": false}).Ok(t, 200)
	m.Login(t, s)
}

func superAdminMakesTenants(t *testing.T, s *kit.Server) {
	super := s.Officer(t, "super_admin", "")
	made := super.Post(t, "/tenants", kit.Body{"slug": "birch", "name": "Birch Bank"}).Ok(t, 201).Object(t, kit.ShapeOfTenant)
	super.Post(t, "/tenants", kit.Body{"slug": "birch", "name": "Another"}).Failed(t, 409, "CONFLICT", "slug")
	super.Post(t, "/tenants", kit.Body{"slug": "Not A Slug", "name": "Another"}).Failed(t, 400, "VALIDATION_ERROR", "slug")
	super.Post(t, "/tenants", kit.Body{"slug": "cedar", "name": ""}).Failed(t, 400, "VALIDATION_ERROR", "name")

	listed := super.Get(t, "/tenants?limit=100").Ok(t, 200).List(t, kit.ShapeOfTenant, kit.WithMeta)
	if !slices.ContainsFunc(listed, func(one map[string]any) bool { return one["id"] == made["id"] }) {
		t.Errorf("the new tenant is not listed: %v", listed)
	}
	tokens := s.Client().Post(t, "/auth/register", kit.Body{"email": kit.NewEmail(), "password": "a password of birch", "tenant": "birch"}).
		Ok(t, 201).Object(t, kit.ShapeOfTokens)
	user := tokens["user"].(map[string]any)
	users := super.Get(t, "/users?tenantId="+made["id"].(string)).Ok(t, 200).List(t, kit.ShapeOfProfile, kit.WithMeta)
	if len(users) != 1 || users[0]["id"] != user["id"] || users[0]["tenantId"] != made["id"] {
		t.Errorf("the users of the new tenant are %v", users)
	}
	super.Get(t, "/users/"+user["id"].(string)).Ok(t, 200)
}

func auditLogTells(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	requestID := "audited-" + m.ID
	named := *admin
	named.Client = admin.With("X-Request-Id", requestID).With("User-Agent", "Console/2.0")
	named.Update(t, m, kit.Body{"role": "trader", "suspended": true}).Ok(t, 200)

	entries := admin.Get(t, "/audit-log?userId="+m.ID).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)
	var actions []string
	for _, entry := range entries {
		actions = append(actions, entry["action"].(string))
	}
	if want := []string{"user.suspended", "user.role_changed", "user.registered"}; !slices.Equal(actions, want) {
		t.Fatalf("the log tells of %v, want %v", actions, want)
	}
	changed := entries[1]
	before, after := changed["before"].(map[string]any), changed["after"].(map[string]any)
	if changed["actorId"] != admin.ID || changed["requestId"] != requestID || changed["ipAddress"] != "127.0.0.1" ||
		changed["userAgent"] != "Console/2.0" || before["role"] != "user" || after["role"] != "trader" || changed["subjectId"] != m.ID {
		t.Errorf("the change of role is told as %v", changed)
	}
	only := admin.Get(t, "/audit-log?action=user.suspended&userId="+m.ID).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)
	if len(only) != 1 {
		t.Errorf("%d entries of the action, want 1", len(only))
	}
	for query, want := range map[string]int{
		"actorId=" + admin.ID + "&userId=" + m.ID: 2, "actorId=" + admin.ID + "&action=user.suspended": 1, "actorId=" + m.ID + "&action=user.suspended": 0,
	} {
		if did := admin.Get(t, "/audit-log?"+query).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta); len(did) != want {
			t.Errorf("%s: %d entries, want %d", query, len(did), want)
		}
	}
	s.Place.MustRun(t, "", "tenant create", "next-door", "Next Door")
	neighbour := s.Officer(t, "admin", "next-door")
	if seen := neighbour.Get(t, "/audit-log?actorId="+admin.ID).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta); len(seen) != 0 {
		t.Errorf("the tenant next door reads %v", seen)
	}
	other := s.Register(t)
	other.Get(t, "/audit-log?actorId="+other.ID).Failed(t, 403, "FORBIDDEN", "")
}
