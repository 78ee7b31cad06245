package identity_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestWhichTenantIsMeant(t *testing.T) {
	t.Parallel()
	var none uuid.UUID
	standard, north, lumen, third := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	type ids = []uuid.UUID
	for name, c := range map[string]struct {
		named, page, host uuid.UUID
		knowing           ids
		want              uuid.UUID
	}{
		"nothing is told and nobody knows the email":    {want: standard},
		"the only one that knows the email":             {knowing: ids{north}, want: north},
		"the default one is the only one that knows it": {knowing: ids{standard}, want: standard},
		"two know it":                         {knowing: ids{north, lumen}, want: standard},
		"the default one and another know it": {knowing: ids{standard, north}, want: standard},
		"the host's":                          {host: north, want: north},
		"the host's, though another knows":    {host: north, knowing: ids{lumen}, want: north},
		"the page's":                          {page: north, want: north},
		"the page's before the host's":        {page: north, host: lumen, want: north},
		"the page's, though another knows":    {page: north, knowing: ids{lumen}, want: north},
		"the named one":                       {named: north, want: north},
		"the named one before all others":     {named: third, page: north, host: lumen, knowing: ids{lumen}, want: third},
		"the default one by its name":         {named: standard, page: north, host: north, knowing: ids{north}, want: standard},
	} {
		if got := identity.MeantTenant(c.named, c.page, c.host, c.knowing, standard); got != c.want || got == none {
			t.Errorf("%s: it is %s, want %s", name, got, c.want)
		}
	}
}

// twoBrands are customers of two brands with the same email and different passwords. The default tenant does not know
// the email.
type twoBrands struct {
	*house
	email     string
	passwords map[string]string // by the brand's slug
	people    map[string]uuid.UUID
	tenants   map[string]uuid.UUID
}

const (
	northHost = "northwind.localhost:8080"
	lumenHost = "app.lumen.test"
)

func newTwoBrands(t *testing.T, db *database.DB) *twoBrands {
	t.Helper()
	b := &twoBrands{
		house: newHouse(t, db), email: "ann@example.com", people: map[string]uuid.UUID{}, tenants: map[string]uuid.UUID{},
		passwords: map[string]string{"northwind": "the northern password", "lumen": "the shining password"},
	}
	for slug, word := range b.passwords {
		tenant, err := b.AddTenant(t.Context(), slug, slug)
		must(t, err)
		tokens, err := b.Register(t.Context(), origin, identity.Registration{Email: b.email, Password: word, Tenant: slug})
		must(t, err)
		b.people[slug], b.tenants[slug] = tokens.User.ID, tenant.ID
	}
	b.GiveDomains(map[string]uuid.UUID{northHost: b.tenants["northwind"], lumenHost: b.tenants["lumen"]})
	return b
}

// doors are the ways to reach a brand: by name, by Origin and by Host.
func (b *twoBrands) doors(slug string) map[string]func(password string) (identity.LoginResult, error) {
	at := map[string]string{"northwind": northHost, "lumen": lumenHost}[slug]
	elsewhere := map[string]string{"northwind": lumenHost, "lumen": northHost}[slug]
	enter := func(from identity.Origin, tenant string) func(string) (identity.LoginResult, error) {
		return func(password string) (identity.LoginResult, error) {
			from.IPAddress = origin.IPAddress
			return b.Service.Login(b.t.Context(), from, identity.Credentials{Email: b.email, Password: password, Tenant: tenant})
		}
	}
	return map[string]func(string) (identity.LoginResult, error){
		"name":                     enter(identity.Origin{}, slug),
		"name, at another's":       enter(identity.Origin{Host: elsewhere, Page: "https://" + elsewhere}, slug),
		"Origin":                   enter(identity.Origin{Page: "https://" + at}, ""),
		"Origin, at another's API": enter(identity.Origin{Page: "http://" + at, Host: elsewhere}, ""),
		"Host":                     enter(identity.Origin{Host: at}, ""),
		"Host, from no brand's":    enter(identity.Origin{Host: at, Page: "http://localhost:5173"}, ""),
	}
}

func TestOneEmailIsACustomerOfTwoBrands(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		for slug, other := range map[string]string{"northwind": "lumen", "lumen": "northwind"} {
			for door, enter := range b.doors(slug) {
				result, err := enter(b.passwords[slug])
				if err != nil || result.Tokens.User.ID != b.people[slug] || result.Tokens.User.TenantID != b.tenants[slug] {
					t.Errorf("%s by its %s: %v, %+v", slug, door, err, result.Tokens.User)
				}
				_, err = enter(b.passwords[other])
				testkit.WantFault(t, err, fault.InvalidCredentials)
				_, err = enter(b.passwords[slug]) // which resets the failures
				must(t, err)
			}
		}
		// Two brands know the email and the request names none: the default tenant is meant, which does not know it.
		_, err := b.Login(t.Context(), origin, b.email, b.passwords["lumen"])
		testkit.WantFault(t, err, fault.InvalidCredentials)
		tokens, err := b.Register(t.Context(), origin, identity.Registration{Email: b.email, Password: password})
		must(t, err)
		result, err := b.Login(t.Context(), origin, b.email, password)
		must(t, err)
		if result.Tokens.User.ID != tokens.User.ID || tokens.User.ID == b.people["lumen"] {
			t.Errorf("the log-in is %+v's", result.Tokens.User)
		}
		for slug := range b.passwords {
			_, err := b.Register(t.Context(), origin, identity.Registration{Email: b.email, Password: password, Tenant: slug})
			testkit.WantFault(t, err, fault.EmailAlreadyRegistered)
		}
	})
}

func TestTheOnlyBrandThatKnowsAnEmailIsMeant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		_, err := b.Register(t.Context(), origin, identity.Registration{Email: "bob@example.com", Password: password, Tenant: "lumen"})
		must(t, err)
		result, err := b.Login(t.Context(), origin, "bob@example.com", password)
		must(t, err)
		if result.Tokens.User.TenantID != b.tenants["lumen"] {
			t.Errorf("the log-in is %+v's", result.Tokens.User)
		}
		_, err = b.Service.Login(t.Context(), identity.Origin{Host: northHost}, identity.Credentials{Email: "bob@example.com", Password: password})
		testkit.WantFault(t, err, fault.InvalidCredentials) // another brand's door does not reveal that this one knows the email
	})
}

func TestEachBrandHasItsOwnBudgetOfGuesses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		doors := b.doors("northwind")
		for _, door := range []string{"name", "Origin", "Host", "name", "Origin"} { // one budget for all doors
			_, err := doors[door]("wrong horse battery")
			testkit.WantFault(t, err, fault.InvalidCredentials)
		}
		for door, enter := range doors {
			_, err := enter(b.passwords["northwind"])
			if !fault.Is(err, fault.AccountLocked) {
				t.Errorf("by its %s: %v", door, err)
			}
		}
		_, err := b.doors("lumen")["name"](b.passwords["lumen"])
		must(t, err)
	})
}

func TestATenantThatThereIsNotIsAnsweredLikeAnUnknownEmail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		_, err := b.Register(t.Context(), origin, identity.Registration{Email: "bob@example.com", Password: password, Tenant: "default"})
		must(t, err)
		for i := range 6 {
			_, err := b.Service.Login(t.Context(), origin, identity.Credentials{Email: "bob@example.com", Password: password, Tenant: "nobody"})
			if i < 5 {
				testkit.WantFault(t, err, fault.InvalidCredentials)
			} else {
				testkit.WantFault(t, err, fault.AccountLocked)
			}
		}
		_, err = b.Service.Login(t.Context(), origin, identity.Credentials{Email: "bob@example.com", Password: password, Tenant: "nobody-else"})
		testkit.WantFault(t, err, fault.InvalidCredentials) // as at another brand
		for _, junk := range []string{"a\x00b", "\xff", "?", "Default", "default "} {
			_, err = b.Service.Login(t.Context(), origin, identity.Credentials{Email: "bob@example.com", Password: password, Tenant: junk})
			testkit.WantFault(t, err, fault.InvalidCredentials)
			must(t, b.Service.ForgotPassword(t.Context(), origin, "bob@example.com", junk))
		}
		_, err = b.Login(t.Context(), origin, "bob@example.com", password)
		must(t, err) // nobody else's guesses lock the owner out
		must(t, b.Service.ForgotPassword(t.Context(), origin, "bob@example.com", "nobody"))
		if mails := b.messages("reset_password"); len(mails) != 0 {
			t.Errorf("a tenant that there is not has sent %v", mails)
		}
		_, err = b.Register(t.Context(), origin, identity.Registration{Email: "bob@example.com", Password: password, Tenant: "nobody"})
		if failure := testkit.WantFault(t, err, fault.ValidationError); failure.Field != "tenant" {
			t.Errorf("the field is %q", failure.Field)
		}
	})
}

func TestAForgottenPasswordIsThatOfTheBrandThatIsMeant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		must(t, b.Service.ForgotPassword(t.Context(), identity.Origin{Page: "https://" + lumenHost}, b.email, ""))
		must(t, b.ResetPassword(t.Context(), origin, b.mailed("reset_password"), newPassword))
		_, err := b.doors("lumen")["name"](newPassword)
		must(t, err)
		_, err = b.doors("northwind")["name"](b.passwords["northwind"])
		must(t, err)
		must(t, b.Service.ForgotPassword(t.Context(), identity.Origin{Host: northHost}, b.email, ""))
		must(t, b.Service.ForgotPassword(t.Context(), origin, b.email, "northwind"))
		must(t, b.ForgotPassword(t.Context(), origin, b.email)) // two brands know it: the default tenant is meant, which does not
		if mails := len(b.messages("reset_password")); mails != 3 {
			t.Errorf("%d mails were sent", mails)
		}
		for range 5 {
			must(t, b.Service.ForgotPassword(t.Context(), origin, b.email, "northwind"))
		}
		must(t, b.Service.ForgotPassword(t.Context(), origin, b.email, "lumen")) // northwind's mails do not prevent it
		if mails := len(b.messages("reset_password")); mails != 5 {
			t.Errorf("%d mails were sent", mails)
		}
	})
}

func TestRegistrationsOfOneEmailAtOnceMakeOneCustomerOfEachBrand(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		slugs := []string{"northwind", "lumen", "default"}
		results := b.inParallel(30, func(i int) error {
			_, err := b.Register(t.Context(), origin, identity.Registration{Email: "eve@example.com", Password: password, Tenant: slugs[i%3]})
			return err
		})
		counts := tally(t, results)
		if counts[""] != 3 || counts[fault.EmailAlreadyRegistered] != 27 {
			t.Errorf("thirty registrations gave %v: %v", counts, errors.Join(results...))
		}
		if tenants := b.number(`SELECT COUNT(DISTINCT tenant_id) FROM users WHERE email = 'eve@example.com'`); tenants != 3 {
			t.Errorf("%d brands have her", tenants)
		}
	})
}

func TestAUserIsFoundByTenantAndEmail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newTwoBrands(t, db)
		for slug, id := range b.people {
			user, err := b.UserByEmail(t.Context(), slug, b.email)
			must(t, err)
			if user.ID != id {
				t.Errorf("the user of %s is %s, want %s", slug, user.ID, id)
			}
		}
		for _, missing := range [][2]string{{"default", b.email}, {"nobody", b.email}, {"lumen", "nobody@example.com"}} {
			_, err := b.UserByEmail(t.Context(), missing[0], missing[1])
			testkit.WantFault(t, err, fault.NotFound)
			isKnown, err := b.EmailRegistered(t.Context(), missing[0], missing[1])
			if err != nil || isKnown {
				t.Errorf("%v: %v, %v", missing, isKnown, err)
			}
		}
		if _, err := b.AddUser(t.Context(), identity.Registration{Email: b.email, Password: password}, identity.RoleAdmin); err != nil {
			t.Error(fmt.Errorf("the operator means the default tenant: %w", err))
		}
	})
}
