package identity_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// scene is a person whose account changes, and an administrator.
type scene struct {
	*house
	ann, boss *person
}

func (s *scene) update(change identity.UserChange) error {
	_, err := s.UpdateUser(s.t.Context(), s.boss.caller(), s.ann.id, change)
	return err
}

func TestUsersAreToldByMailOfEveryChangeThatMattersToTheirSafety(t *testing.T) {
	t.Parallel()
	trader, yes, no := identity.RoleTrader, true, false
	for kind, c := range map[string]struct {
		prepare func(s *scene)
		happen  func(s *scene) error
		says    string
	}{
		"password_changed": {
			happen: func(s *scene) error {
				return s.ChangePassword(s.t.Context(), s.ann.caller(), password, newPassword)
			},
			says: "password",
		},
		"email_changed": {
			happen: func(s *scene) error {
				links := s.ann.askFor("new@example.com")
				s.confirm(links.new, identity.EmailChangeWaiting)
				_, err := s.ConfirmEmailChange(s.t.Context(), origin, links.present)
				return err
			},
			says: "new@example.com",
		},
		"phone_verified": {
			happen: func(s *scene) error {
				must(s.t, s.SendPhoneCode(s.t.Context(), s.ann.caller(), phone))
				return s.VerifyPhone(s.t.Context(), s.ann.caller(), s.texted())
			},
			says: "********1800",
		},
		"two_factor_enabled": {happen: func(s *scene) error { s.ann.enableTwoFactor(); return nil }, says: "authenticator"},
		"two_factor_disabled": {
			happen: func(s *scene) error {
				_, codes := s.ann.enableTwoFactor()
				return s.DisableTwoFactor(s.t.Context(), s.ann.caller(), codes[0])
			},
			says: "second factor",
		},
		"second_factor_failed": {
			prepare: func(s *scene) { s.ann.enableTwoFactor() },
			happen: func(s *scene) error {
				from := origin
				from.UserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
				_, err := s.CompleteLogin(s.t.Context(), from, s.ann.challenge(), "no code")
				testkit.WantFault(s.t, err, fault.Invalid2FACode)
				return nil
			},
			says: "Firefox on Linux\n203.0.113.7\n17 May 2030, 09:30",
		},
		"webhook_endpoint_set": {
			happen: func(s *scene) error {
				return s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
					return s.TellWebhook(s.t.Context(), tx, s.ann.id, "https://hooks.example.com")
				})
			},
			says: "https://hooks.example.com",
		},
		"backup_codes_replaced": {
			prepare: func(s *scene) { s.ann.enableTwoFactor() },
			happen: func(s *scene) error {
				_, err := s.ReplaceBackupCodes(s.t.Context(), s.ann.caller())
				return err
			},
			says: "backup codes",
		},
		"role_changed":      {happen: func(s *scene) error { return s.update(identity.UserChange{Role: &trader}) }, says: "trader"},
		"account_suspended": {happen: func(s *scene) error { return s.update(identity.UserChange{Suspended: &yes}) }, says: "suspended"},
		"account_reinstated": {
			prepare: func(s *scene) { must(s.t, s.update(identity.UserChange{Suspended: &yes})) },
			happen:  func(s *scene) error { return s.update(identity.UserChange{Suspended: &no}) }, says: "reinstated",
		},
		"logged_out_everywhere": {
			happen: func(s *scene) error {
				return s.Logout(s.t.Context(), s.ann.caller(), identity.LogoutGlobal)
			},
			says: "logged out",
		},
		"new_device": {
			happen: func(s *scene) error {
				from := origin
				from.UserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
				_, err := s.Login(s.t.Context(), from, s.ann.email, password)
				return err
			},
			says: "Firefox on Linux",
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				h := newHouse(t, db)
				s := &scene{h, h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")}
				if c.prepare != nil {
					c.prepare(s)
				}
				if early := len(h.messages(kind)); early != 0 {
					t.Fatalf("%d mails before anything happened", early)
				}
				must(t, c.happen(s))
				if told := h.mailsTo(kind, "ann@example.com"); told != 1 {
					t.Fatalf("the user was told %d times", told)
				}
				if mail := h.messages(kind)[0]; !strings.Contains(mail.Text, c.says) || !strings.Contains(mail.Subject, "Bourse") {
					t.Errorf("the mail %q says %q", mail.Subject, mail.Text)
				}
			})
		})
	}
}

func TestWhatIsNoChangeIsNotMailed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		s := &scene{h, h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")}
		before := h.number(`SELECT COUNT(*) FROM messages`)
		user, no := identity.RoleUser, false
		must(t, s.update(identity.UserChange{Role: &user, Suspended: &no}))
		must(t, h.Logout(t.Context(), s.ann.caller(), identity.LogoutOthers)) // there are none
		must(t, h.Logout(t.Context(), s.ann.caller(), identity.LogoutLocal))
		if sent := h.number(`SELECT COUNT(*) FROM messages`) - before; sent != 0 {
			t.Errorf("%d messages were sent", sent)
		}
		s.ann.enter()
		other := *s.ann
		other.enter()
		must(t, h.Logout(t.Context(), s.ann.caller(), identity.LogoutOthers))
		if told := h.mailsTo("logged_out_everywhere", s.ann.email); told != 1 {
			t.Errorf("a log-out of another device was told %d times", told)
		}
	})
}

func TestAResetThatTakesASecondFactorOffTellsOfIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.squat("owner@example.com")
		h.forget("owner@example.com")
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		if told := h.mailsTo("two_factor_disabled", "owner@example.com"); told != 1 {
			t.Errorf("the owner was told %d times", told)
		}
	})
}

func TestAMailShowsTheEndOfAPhoneNumber(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{"+41446681800": "********1800", "+123": "+123", "": ""} {
		if got := identity.HideNumber(number); got != want {
			t.Errorf("%q is shown as %q, want %q", number, got, want)
		}
	}
}
