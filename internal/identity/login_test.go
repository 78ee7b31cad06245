package identity_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestFiftyRegistrationsOfOneEmailMakeOneUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		spellings := []string{"ann@example.com", "ANN@EXAMPLE.COM", "Ann@Example.com", " ann@example.com ", "aNN@eXAMPLE.cOM"}
		counts := tally(t, h.inParallel(50, func(i int) error {
			_, err := h.Register(t.Context(), origin, identity.Registration{Email: spellings[i%5], Password: password})
			return err
		}))
		if counts[""] != 1 || counts[fault.EmailAlreadyRegistered] != 49 {
			t.Errorf("fifty registrations gave %v", counts)
		}
		if users := h.number(`SELECT COUNT(*) FROM users`); users != 1 {
			t.Errorf("there are %d users", users)
		}
		if mails := len(h.messages("verify_email")); mails != 1 {
			t.Errorf("%d mails were sent", mails)
		}
	})
}

func TestARegistrationSaysWhatIsWrongWithIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for _, c := range []struct {
			registration identity.Registration
			code         fault.Code
			field        string
		}{
			{identity.Registration{Email: "ann", Password: password}, fault.ValidationError, "email"},
			{identity.Registration{Email: "Ann <ann@example.com>", Password: password}, fault.ValidationError, "email"},
			{identity.Registration{Email: "ann@example.com\nbcc: x@y.z", Password: password}, fault.ValidationError, "email"},
			{identity.Registration{Email: "ann@example.com", Password: "short"}, fault.WeakPassword, "password"},
			{identity.Registration{Email: "ann@example.com", Password: password, Tenant: "nobody"}, fault.ValidationError, "tenant"},
		} {
			_, err := h.Register(t.Context(), origin, c.registration)
			if failure := testkit.WantFault(t, err, c.code); failure.Field != c.field {
				t.Errorf("%+v: the field is %q, want %q", c.registration, failure.Field, c.field)
			}
		}
	})
}

func TestTheEmailIsForgivenItsCaseAtLogin(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("Ann@Example.com")
		result, err := h.Login(t.Context(), origin, " "+swapCase("Ann@Example.com"), password)
		must(t, err)
		if result.Tokens.User.ID != ann.id || result.Challenge != nil {
			t.Errorf("the log-in gave %+v", result)
		}
		_, err = h.Login(t.Context(), origin, ann.email, swapCase(password))
		testkit.WantFault(t, err, fault.InvalidCredentials)
		_, err = h.Login(t.Context(), origin, "not an email", password)
		testkit.WantFault(t, err, fault.ValidationError)
	})
}

func TestABurstOfWrongPasswordsLearnsNothingAfterTheFifth(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		results := h.inParallel(50, func(int) error {
			_, err := h.Login(t.Context(), origin, ann.email, "wrong horse battery")
			return err
		})
		counts := tally(t, results)
		if counts[fault.InvalidCredentials] != 5 || counts[fault.AccountLocked] != 45 {
			t.Errorf("the burst gave %v", counts)
		}
		for _, err := range results {
			var failure *fault.Error
			if errors.As(err, &failure) && failure.Code == fault.AccountLocked && failure.RetryAfter != 15*time.Minute {
				t.Errorf("to wait: %v", failure.RetryAfter)
			}
		}
		h.clock.Advance(15*time.Minute - time.Second)
		_, err := ann.login()
		if failure := testkit.WantFault(t, err, fault.AccountLocked); failure.RetryAfter != time.Second {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		elsewhere := identity.Origin{IPAddress: "198.51.100.9"}
		if _, err := h.Login(t.Context(), elsewhere, ann.email, password); err != nil {
			t.Errorf("from another address: %v", err)
		}
		h.clock.Advance(time.Second)
		_, err = ann.login()
		must(t, err)
	})
}

func TestOneNetworkHasOneBudgetOfGuesses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2::1": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::9": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "", "a socket": "a socket",
	} {
		if got := identity.NetworkOf(address); got != want {
			t.Errorf("%q counts as %q, want %q", address, got, want)
		}
	}
}

func TestAnAttackerCannotChangeAddressWithinANetwork(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for i, address := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8::5", "2001:db8::6"} {
			_, err := h.Login(t.Context(), identity.Origin{IPAddress: address}, ann.email, "wrong horse battery")
			if i < 5 {
				testkit.WantFault(t, err, fault.InvalidCredentials)
			} else {
				testkit.WantFault(t, err, fault.AccountLocked)
			}
		}
	})
}

func TestASuccessForgivesEarlierFailures(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for range 2 {
			for range 4 {
				_, err := h.Login(t.Context(), origin, ann.email, "wrong horse battery")
				testkit.WantFault(t, err, fault.InvalidCredentials)
			}
			_, err := ann.login()
			must(t, err)
		}
	})
}

func TestAnUnknownEmailIsRefusedAndLockedLikeAKnownOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for i := range 6 {
			_, err := h.Login(t.Context(), origin, "nobody@example.com", password)
			if i < 5 {
				testkit.WantFault(t, err, fault.InvalidCredentials)
			} else {
				testkit.WantFault(t, err, fault.AccountLocked)
			}
		}
	})
}

func TestFiftyLoginsAtOnceAllSucceed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		counts := tally(t, h.inParallel(50, func(int) error {
			_, err := ann.login()
			return err
		}))
		if counts[""] != 50 || h.openSessions(ann.id) != 51 {
			t.Errorf("the log-ins gave %v and %d sessions", counts, h.openSessions(ann.id))
		}
	})
}

func TestATenantsUserBelongsToIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		tenant, err := h.AddTenant(t.Context(), "other-brand", "Other Brand")
		must(t, err)
		tokens, err := h.Register(t.Context(), origin, identity.Registration{Email: "ann@example.com", Password: password, Tenant: "other-brand"})
		must(t, err)
		caller, err := h.Authenticate(t.Context(), tokens.AccessToken)
		must(t, err)
		if caller.TenantID != tenant.ID {
			t.Errorf("the user belongs to %s", caller.TenantID)
		}
		_, err = h.Register(t.Context(), origin, identity.Registration{Email: "ann@example.com", Password: password})
		testkit.WantFault(t, err, fault.EmailAlreadyRegistered) // the brand that knows the email is meant
		again, err := h.Register(t.Context(), origin, identity.Registration{Email: "ann@example.com", Password: password, Tenant: "default"})
		must(t, err)
		if again.User.ID == tokens.User.ID || again.User.TenantID == tenant.ID {
			t.Errorf("the second brand's customer is %+v", again.User)
		}
	})
}
