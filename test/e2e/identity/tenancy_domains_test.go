package identity_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

func TestTheDomainThatARequestComesFromTellsTheTenant(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a log-in finds its own by name, by Origin and by Host": logInFindsItsOwn,
		"a forgotten password is that of the domain's brand":    forgottenPasswordIsTheDomains,
	})
}

// withDomains gives each brand a domain, derived from its slug.
func (c customers) withDomains(t *testing.T) customers {
	t.Helper()
	super := c.s.Officer(t, "super_admin", "")
	for slug, customer := range c.of {
		super.Call(t, http.MethodPatch, "/tenants/"+customer.Me(t)["tenantId"].(string), kit.Body{"domains": []string{domainOf(slug)}}).Ok(t, 200)
	}
	return c
}

func domainOf(slug string) string { return slug + ".example.test" }

func logInFindsItsOwn(t *testing.T, s *kit.Server) {
	c := newCustomers(t, s, "hazel", "juniper").withDomains(t)
	for slug, other := range map[string]string{"hazel": "juniper", "juniper": "hazel"} {
		page, elsewhere := "https://"+domainOf(slug), "https://"+domainOf(other)
		c.wantIn(t, slug, s.Client().With("Host", domainOf(other)).With("Origin", elsewhere), kit.Body{"tenant": slug})
		c.wantIn(t, slug, s.Client().With("Origin", page), nil)
		c.wantIn(t, slug, s.Client().With("Origin", page).With("Host", domainOf(other)), nil)
		c.wantIn(t, slug, s.Client().With("Host", domainOf(slug)), nil)
		c.wantIn(t, slug, s.Client().With("Host", domainOf(slug)+":8443"), nil)
		c.wantIn(t, slug, s.Client().With("Host", domainOf(slug)).With("Origin", "http://localhost:5173"), nil)
	}
	// Two brands have the email: without a clue the default one is meant, which does not have it.
	for slug := range c.of {
		s.Client().Post(t, "/auth/login", kit.Body{"email": c.email, "password": c.of[slug].Password}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	}
	email := kit.NewEmail()
	tokens := s.Client().With("Host", domainOf("hazel")).Post(t, "/auth/register", kit.Body{"email": email, "password": "a fine password"}).
		Ok(t, 201).Object(t, kit.ShapeOfTokens)
	newcomer := kit.NewMember(s, email, "a fine password", tokens)
	if newcomer.Me(t)["tenantId"] != c.of["hazel"].Me(t)["tenantId"] {
		t.Error("who registers at a brand's domain is not its customer")
	}
	// Hazel's credentials are useless at juniper.
	s.Client().With("Host", domainOf("juniper")).Post(t, "/auth/login", kit.Body{"email": email, "password": "a fine password"}).
		Failed(t, 401, "INVALID_CREDENTIALS", "")
}

func forgottenPasswordIsTheDomains(t *testing.T, s *kit.Server) {
	c := newCustomers(t, s, "larch", "maple").withDomains(t)
	s.Client().With("Origin", "https://"+domainOf("maple")).Post(t, "/auth/password/forgot", kit.Body{"email": c.email}).Done(t, 202)
	token := s.Place.AwaitLetter(t, "reset_password", c.email, 1).Token(t)
	c.of["maple"].Password = "a better password at maple"
	s.Client().Post(t, "/auth/password/reset", kit.Body{"token": token, "password": c.of["maple"].Password}).Done(t, 200)
	for slug := range c.of {
		c.wantIn(t, slug, s.Client().With("Host", domainOf(slug)), nil)
	}
}
