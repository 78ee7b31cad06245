package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestProfilesAndEmails(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a profile is changed part by part":                       profileIsChanged,
		"an email changes when both addresses have confirmed":     emailIsChanged,
		"the present address can stop a change of email":          emailChangeIsStopped,
		"asking for another email does not tell who has accounts": emailChangeTellsNothing,
		"log-ins and failed ones are listed":                      logInsAreListed,
		"a log-in with a new device is told of by mail":           newDeviceIsTold,
		"changes to an account are told to its owner by mail":     changesAreTold,
		"asking for another email twice by one key asks once":     emailChangeIsRepeated,
	})
}

func profileIsChanged(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	if me := m.Me(t); me["displayName"] != nil || me["locale"] != nil || me["timeZone"] != nil {
		t.Errorf("a new account is %v", me)
	}
	patch := func(change kit.Body) *kit.Answer { return m.Call(t, http.MethodPatch, "/auth/me", change) }
	changed := patch(kit.Body{"displayName": " Ada Lovelace ", "locale": "en-gb", "timeZone": "Europe/London"}).Ok(t, 200).Object(t, kit.ShapeOfProfile)
	kit.WantFields(t, changed, kit.Body{"displayName": "Ada Lovelace", "locale": "en-GB", "timeZone": "Europe/London"})
	patch(kit.Body{"locale": ""}).Ok(t, 200)
	me := m.Me(t)
	kit.WantFields(t, me, kit.Body{"displayName": "Ada Lovelace", "timeZone": "Europe/London", "email": m.Email})
	if me["locale"] != nil {
		t.Errorf("the locale that was removed is %v", me["locale"])
	}
	for field, value := range map[string]string{
		"displayName": "Ada\nLovelace", "locale": "english", "timeZone": "London",
	} {
		patch(kit.Body{field: value}).Failed(t, 400, "VALIDATION_ERROR", field)
	}
	patch(kit.Body{"displayName": strings.Repeat("a", 101)}).Failed(t, 400, "VALIDATION_ERROR", "displayName")
	patch(kit.Body{"role": "admin"}).Failed(t, 400, "VALIDATION_ERROR", "role")
	patch(kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "")
	s.Client().Call(t, http.MethodPatch, "/auth/me", kit.Body{"displayName": "Nobody"}).Failed(t, 401, "UNAUTHORIZED", "")
}

// askForEmail requests another email and returns the tokens that were mailed.
func askForEmail(t *testing.T, s *kit.Server, m *kit.Member, email string) (present, stop, fresh string) {
	t.Helper()
	m.Post(t, "/auth/email/change", kit.Body{"newEmail": email}).Done(t, 202)
	links := s.Place.AwaitLetter(t, "change_email_present", m.Email, 1).Tokens()
	if len(links) != 2 {
		t.Fatalf("the mail to the present address has %d links", len(links))
	}
	return links[0], links[1], s.Place.AwaitLetter(t, "change_email_new", email, 1).Token(t)
}

func confirmEmail(t *testing.T, s *kit.Server, token string) *kit.Answer {
	t.Helper()
	return s.Client().Post(t, "/auth/email/change/confirm", kit.Body{"token": token})
}

func wantStatus(t *testing.T, a *kit.Answer, status string) {
	t.Helper()
	kit.WantFields(t, a.Ok(t, 200).Object(t, kit.ShapeOfEmailChange), kit.Body{"status": status})
}

func emailIsChanged(t *testing.T, s *kit.Server) {
	m, email := s.Register(t), kit.NewEmail()
	other := m.Login(t, s)
	present, stop, fresh := askForEmail(t, s, m, email)
	wantStatus(t, confirmEmail(t, s, fresh), "waiting")
	wantStatus(t, confirmEmail(t, s, fresh), "waiting")
	kit.WantFields(t, m.Me(t), kit.Body{"email": m.Email})
	wantStatus(t, confirmEmail(t, s, present), "changed")
	wantStatus(t, confirmEmail(t, s, present), "changed")
	wantStatus(t, confirmEmail(t, s, fresh), "changed")
	s.Client().Post(t, "/auth/email/change/cancel", kit.Body{"token": stop}).Failed(t, 400, "TOKEN_INVALID", "token")
	kit.WantFields(t, m.Me(t), kit.Body{"email": email, "emailVerified": true})
	other.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	s.Place.AwaitLetter(t, "email_changed", m.Email, 1)
	s.Place.AwaitLetter(t, "email_changed", email, 1)
	s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	m.Email = email
	m.Login(t, s)
}

func emailChangeIsStopped(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	present, stop, fresh := askForEmail(t, s, m, kit.NewEmail())
	wantStatus(t, confirmEmail(t, s, fresh), "waiting")
	confirmEmail(t, s, stop).Failed(t, 400, "TOKEN_INVALID", "token") // which cancels, and confirms nothing
	for range 2 {
		s.Client().Post(t, "/auth/email/change/cancel", kit.Body{"token": stop}).Done(t, 200)
	}
	for _, token := range []string{present, fresh, "junk"} {
		confirmEmail(t, s, token).Failed(t, 400, "TOKEN_INVALID", "token")
	}
	kit.WantFields(t, m.Me(t), kit.Body{"email": m.Email})
}

func emailChangeTellsNothing(t *testing.T, s *kit.Server) {
	m, owner := s.Register(t), s.Register(t)
	free := m.Post(t, "/auth/email/change", kit.Body{"newEmail": kit.NewEmail()})
	taken := m.Post(t, "/auth/email/change", kit.Body{"newEmail": owner.Email})
	free.Done(t, 202)
	taken.Done(t, 202)
	if string(free.Text) != string(taken.Text) {
		t.Errorf("the answers differ: %s and %s", free.Text, taken.Text)
	}
	s.Place.AwaitLetter(t, "change_email_taken", owner.Email, 1)
	if mails := s.Place.Letters(t, "change_email_new", owner.Email); len(mails) != 0 {
		t.Error("the owner of the email was asked to give it away")
	}
	m.Post(t, "/auth/email/change", kit.Body{"newEmail": m.Email}).Failed(t, 400, "VALIDATION_ERROR", "newEmail")
	m.Post(t, "/auth/email/change", kit.Body{"newEmail": "junk"}).Failed(t, 400, "VALIDATION_ERROR", "newEmail")

	// Somebody else registers the email while its change waits for the second confirmation.
	late, email := s.Register(t), kit.NewEmail()
	present, _, fresh := askForEmail(t, s, late, email)
	wantStatus(t, confirmEmail(t, s, fresh), "waiting")
	s.Client().Post(t, "/auth/register", kit.Body{"email": email, "password": "faster than the other"}).Ok(t, 201)
	confirmEmail(t, s, present).Failed(t, 409, "EMAIL_ALREADY_REGISTERED", "newEmail")
	kit.WantFields(t, late.Me(t), kit.Body{"email": late.Email})
}

func logInsAreListed(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	s.Client().With("User-Agent", "curl/8.14.1").Post(t, "/auth/login", kit.Body{"email": m.Email, "password": "a wrong one"}).
		Failed(t, 401, "INVALID_CREDENTIALS", "")
	m.Login(t, s)
	page := m.Get(t, "/auth/log-ins?limit=2").Ok(t, 200)
	list := page.List(t, kit.ShapeOfLogIn, kit.WithMeta)
	wantMeta(t, page, 1, 2, 3, 2)
	kit.WantFields(t, list[0], kit.Body{"succeeded": true, "method": "password", "ipAddress": "127.0.0.1"})
	kit.WantFields(t, list[1], kit.Body{"succeeded": false, "method": "password", "userAgent": "curl/8.14.1", "device": "curl"})
	last := m.Get(t, "/auth/log-ins?limit=2&page=2").Ok(t, 200).List(t, kit.ShapeOfLogIn, kit.WithMeta)
	kit.WantFields(t, last[0], kit.Body{"succeeded": true, "method": "registration"})
	if others := s.Register(t).Get(t, "/auth/log-ins").Ok(t, 200).List(t, kit.ShapeOfLogIn, kit.WithMeta); len(others) != 1 {
		t.Errorf("a stranger sees %d log-ins", len(others))
	}
	m.Get(t, "/auth/log-ins?limit=100&page=102").Failed(t, 400, "VALIDATION_ERROR", "page")
}

func newDeviceIsTold(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	m.Login(t, s) // on the device of the registration
	s.Client().With("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0").
		Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 200)
	mail := s.Place.AwaitLetter(t, "new_device", m.Email, 1)
	if !strings.Contains(mail.Text, "Firefox on Linux") || len(s.Place.Letters(t, "new_device", m.Email)) != 1 {
		t.Errorf("the mail says %q, or is not the only one", mail.Text)
	}
}

func changesAreTold(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	m.Post(t, "/auth/2fa/backup-codes", nil).Ok(t, 200)
	m.Post(t, "/auth/2fa/disable", kit.Body{"code": codes[0]}).Failed(t, 400, "INVALID_OTP", "code")
	admin.Update(t, m, kit.Body{"role": "trader"}).Ok(t, 200)
	admin.Update(t, m, kit.Body{"suspended": true}).Ok(t, 200)
	admin.Update(t, m, kit.Body{"suspended": false}).Ok(t, 200)
	for _, kind := range []string{"two_factor_enabled", "backup_codes_replaced", "role_changed", "account_suspended", "account_reinstated"} {
		s.Place.AwaitLetter(t, kind, m.Email, 1)
	}
}

func emailChangeIsRepeated(t *testing.T, s *kit.Server) {
	m, email := s.Register(t), kit.NewEmail()
	ask := func() *kit.Answer {
		return m.With("Idempotency-Key", "the-same-"+m.ID).Post(t, "/auth/email/change", kit.Body{"newEmail": email})
	}
	ask().Done(t, 202)
	ask().Done(t, 202)
	present, fresh := s.Place.AwaitLetter(t, "change_email_present", m.Email, 1).Tokens()[0], s.Place.AwaitLetter(t, "change_email_new", email, 1).Token(t)
	wantStatus(t, confirmEmail(t, s, present), "waiting")
	wantStatus(t, confirmEmail(t, s, fresh), "changed")
	if mails := s.Place.Letters(t, "change_email_new", email); len(mails) != 1 {
		t.Errorf("a request that was repeated sent %d mails", len(mails))
	}
}
