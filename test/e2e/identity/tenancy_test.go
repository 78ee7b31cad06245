package identity_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

func TestOneEmailInTwoTenants(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a brand that is named is meant, and knows its own customer":     namedBrandIsMeant,
		"a brand that is not named is the only one that knows the email": onlyBrandThatKnowsIsMeant,
		"known and unknown emails and brands are answered alike":         knownAndUnknownAreAnsweredAlike,
	})
}

// customers are two accounts with the same email and different passwords, one per brand.
type customers struct {
	s     *kit.Server
	email string
	of    map[string]*kit.Member // by the brand's slug
}

func newCustomers(t *testing.T, s *kit.Server, slugs ...string) customers {
	t.Helper()
	c := customers{s, kit.NewEmail(), map[string]*kit.Member{}}
	for _, slug := range slugs {
		s.Place.MustRun(t, "", "tenant create", slug, "The brand "+slug)
		password := "the password at " + slug
		tokens := s.Client().Post(t, "/auth/register", kit.Body{"email": c.email, "password": password, "tenant": slug}).
			Ok(t, 201).Object(t, kit.ShapeOfTokens)
		c.of[slug] = kit.NewMember(s, c.email, password, tokens)
	}
	return c
}

// wantIn logs in as the customer of a brand with a client and additional fields.
func (c customers) wantIn(t *testing.T, slug string, by *kit.Client, more kit.Body) {
	t.Helper()
	body := kit.Body{"email": c.email, "password": c.of[slug].Password}
	for name, value := range more {
		body[name] = value
	}
	tokens := by.Post(t, "/auth/login", body).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	if id := tokens["user"].(map[string]any)["id"]; id != c.of[slug].ID {
		t.Errorf("the log-in at %s is %v's, want %s's", slug, id, c.of[slug].ID)
	}
	for other, customer := range c.of {
		if other != slug {
			body["password"] = customer.Password
			by.Post(t, "/auth/login", body).Failed(t, 401, "INVALID_CREDENTIALS", "")
		}
	}
}

func namedBrandIsMeant(t *testing.T, s *kit.Server) {
	c := newCustomers(t, s, "birch", "cedar")
	if c.of["birch"].ID == c.of["cedar"].ID || c.of["birch"].Me(t)["tenantId"] == c.of["cedar"].Me(t)["tenantId"] {
		t.Error("two brands have one customer")
	}
	for slug := range c.of {
		c.wantIn(t, slug, s.Client(), kit.Body{"tenant": slug})
		s.Client().Post(t, "/auth/register", kit.Body{"email": c.email, "password": "a fine password", "tenant": slug}).
			Failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
	}
	s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": c.email, "tenant": "cedar"}).Done(t, 202)
	token := s.Place.AwaitLetter(t, "reset_password", c.email, 1).Token(t)
	c.of["cedar"].Password = "a better password at cedar"
	s.Client().Post(t, "/auth/password/reset", kit.Body{"token": token, "password": c.of["cedar"].Password}).Done(t, 200)
	for slug := range c.of {
		c.wantIn(t, slug, s.Client(), kit.Body{"tenant": slug})
	}
}

func onlyBrandThatKnowsIsMeant(t *testing.T, s *kit.Server) {
	c := newCustomers(t, s, "elder")
	c.wantIn(t, "elder", s.Client(), nil)
	s.Client().Post(t, "/auth/register", kit.Body{"email": c.email, "password": "a fine password"}).
		Failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
	tokens := s.Client().Post(t, "/auth/register", kit.Body{"email": c.email, "password": "a fine password", "tenant": "default"}).
		Ok(t, 201).Object(t, kit.ShapeOfTokens)
	c.of["default"] = kit.NewMember(s, c.email, "a fine password", tokens)
	c.wantIn(t, "default", s.Client(), nil) // two brands have the email now
	c.wantIn(t, "elder", s.Client(), kit.Body{"tenant": "elder"})
}

func knownAndUnknownAreAnsweredAlike(t *testing.T, s *kit.Server) {
	c := newCustomers(t, s, "fir")
	guess := func(email, tenant string) *kit.Answer {
		return s.Client().Post(t, "/auth/login", kit.Body{"email": email, "password": "a wrong one", "tenant": tenant})
	}
	forget := func(email, tenant string) *kit.Answer {
		return s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": email, "tenant": tenant})
	}
	stranger := kit.NewEmail()
	for i := range 6 { // the sixth is refused
		known := guess(c.email, "fir")
		for _, unknown := range []*kit.Answer{guess(stranger, "fir"), guess(stranger, "default"), guess(stranger, "nowhere"), guess(c.email, "nowhere")} {
			if string(known.Text) != string(unknown.Text) || known.Status != unknown.Status {
				t.Errorf("guess %d is answered by %s and %s", i+1, known.Text, unknown.Text)
			}
		}
	}
	for range 5 { // three are mailed
		known := forget(c.email, "fir")
		known.Done(t, 202)
		for _, unknown := range []*kit.Answer{forget(stranger, "fir"), forget(c.email, "nowhere"), forget(stranger, "nowhere")} {
			if string(known.Text) != string(unknown.Text) || known.Status != unknown.Status {
				t.Errorf("a forgotten password is answered by %s and %s", known.Text, unknown.Text)
			}
		}
	}
	s.Place.AwaitLetter(t, "reset_password", c.email, 3)
	if letters := s.Place.Letters(t, "reset_password", stranger); len(letters) != 0 {
		t.Errorf("nobody was mailed %v", letters)
	}
	s.Client().Post(t, "/auth/register", kit.Body{"email": stranger, "password": "a fine password", "tenant": "nowhere"}).
		Failed(t, 400, "VALIDATION_ERROR", "tenant")
}
