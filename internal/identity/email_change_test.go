package identity_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestWhatTheLinksOfAChangeOfEmailAnswer(t *testing.T) {
	t.Parallel()
	const late = 48 * time.Hour
	for name, c := range map[string]struct {
		links []identity.PlayedLink
		want  []string
	}{
		"the new address first":               {[]identity.PlayedLink{{"new", 0}, {"present", late - 1}}, []string{"waiting", "changed"}},
		"the present address first":           {[]identity.PlayedLink{{"present", 0}, {"new", 1}}, []string{"waiting", "changed"}},
		"one address twice":                   {[]identity.PlayedLink{{"new", 0}, {"new", 1}}, []string{"waiting", "waiting again"}},
		"a link after the change":             {[]identity.PlayedLink{{"new", 0}, {"present", 1}, {"new", 2}}, []string{"waiting", "changed", "changed again"}},
		"stopped before anybody has agreed":   {[]identity.PlayedLink{{"cancel", 0}, {"new", 1}, {"present", 1}}, []string{"cancelled", "invalid", "invalid"}},
		"stopped after one has agreed":        {[]identity.PlayedLink{{"new", 0}, {"cancel", 1}, {"present", 2}}, []string{"waiting", "cancelled", "invalid"}},
		"stopped twice":                       {[]identity.PlayedLink{{"cancel", 0}, {"cancel", 1}}, []string{"cancelled", "cancelled again"}},
		"stopped too late":                    {[]identity.PlayedLink{{"new", 0}, {"present", 0}, {"cancel", 1}}, []string{"waiting", "changed", "invalid"}},
		"one of both after the time":          {[]identity.PlayedLink{{"new", 0}, {"present", late}}, []string{"waiting", "invalid"}},
		"stopped after the time":              {[]identity.PlayedLink{{"cancel", late}}, []string{"invalid"}},
		"a link of something else":            {[]identity.PlayedLink{{"another", 0}}, []string{"invalid"}},
		"the same link, however often":        {[]identity.PlayedLink{{"present", 0}, {"present", 0}, {"present", 0}}, []string{"waiting", "waiting again", "waiting again"}},
		"a link after the time of the change": {[]identity.PlayedLink{{"new", 0}, {"present", 1}, {"present", late}}, []string{"waiting", "changed", "invalid"}},
	} {
		if diff := cmp.Diff(c.want, identity.PlayEmailChange(c.links...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// changeLinks are the tokens of the newest change of email; that of the new address is empty when it got none.
type changeLinks struct{ present, new, cancel string }

func (h *house) changeLinks() (links changeLinks) {
	h.t.Helper()
	token := func(link string) string {
		parsed, err := url.Parse(link)
		must(h.t, err)
		return parsed.Query().Get("token")
	}
	all := h.messages("change_email_present")
	if len(all) == 0 {
		h.t.Fatal("the present address got no mail")
	}
	found := linkForm.FindAllString(all[len(all)-1].Text, -1)
	if len(found) != 2 {
		h.t.Fatalf("the mail to the present address has the links %q", found)
	}
	links.present, links.cancel = token(found[0]), token(found[1])
	if asked := h.messages("change_email_new"); len(asked) > 0 {
		links.new = token(linkForm.FindString(asked[len(asked)-1].Text))
	}
	return links
}

// askFor requests another email.
func (p *person) askFor(email string) changeLinks {
	p.h.t.Helper()
	must(p.h.t, p.h.RequestEmailChange(p.h.t.Context(), p.caller(), email))
	return p.h.changeLinks()
}

func (h *house) confirm(token string, want identity.EmailChangeStatus) {
	h.t.Helper()
	status, err := h.ConfirmEmailChange(h.t.Context(), origin, token)
	must(h.t, err)
	if status != want {
		h.t.Errorf("the change is %s, want %s", status, want)
	}
}

func TestAnEmailChangesOnceBothAddressesAgree(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]func(changeLinks) [2]string{
		"the new address first":     func(l changeLinks) [2]string { return [2]string{l.new, l.present} },
		"the present address first": func(l changeLinks) [2]string { return [2]string{l.present, l.new} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				h := newHouse(t, db)
				ann := h.register("ann@example.com")
				other := *ann
				other.enter()
				h.forget(ann.email)
				reset := h.mailed("reset_password")
				links := order(ann.askFor("  New@Example.com "))
				h.confirm(links[0], identity.EmailChangeWaiting)
				if me := h.Me(ann.caller()); me.Email != "ann@example.com" {
					t.Errorf("after one confirmation the email is %s", me.Email)
				}
				other.caller()
				h.confirm(links[1], identity.EmailChanged)
				if me := h.Me(ann.caller()); me.Email != "new@example.com" || !me.EmailVerified() {
					t.Errorf("the account is %+v", me)
				}
				_, err := other.authenticate()
				testkit.WantFault(t, err, fault.SessionRevoked)
				testkit.WantFault(t, h.ResetPassword(t.Context(), origin, reset, newPassword), fault.TokenInvalid)
				_, err = ann.login()
				testkit.WantFault(t, err, fault.InvalidCredentials)
				_, err = h.Login(t.Context(), origin, "new@example.com", password)
				must(t, err)
				for _, address := range []string{"ann@example.com", "new@example.com"} {
					if told := h.mailsTo("email_changed", address); told != 1 {
						t.Errorf("%s was told %d times", address, told)
					}
				}
				for _, token := range links { // opened again
					h.confirm(token, identity.EmailChanged)
				}
				if told := h.events.Count("identity.email.changed"); told != 1 {
					t.Errorf("the change was published %d times", told)
				}
				h.register("ann@example.com") // it is free again
			})
		})
	}
}

func TestConfirmationsAtOnceChangeAnEmailOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		ann := h.register("ann@example.com")
		links := ann.askFor("new@example.com")
		tokens := []string{links.present, links.new}
		counts := tally(t, h.inParallel(20, func(i int) error {
			_, err := replicas[i%2].ConfirmEmailChange(t.Context(), origin, tokens[i/2%2])
			return err
		}))
		if counts[""] != 20 {
			t.Errorf("twenty confirmations gave %v", counts)
		}
		if changed := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'email.changed'`); changed != 1 {
			t.Errorf("the email was changed %d times", changed)
		}
		if told := len(h.messages("email_changed")); told != 2 {
			t.Errorf("%d mails told of it, want one for each address", told)
		}
		if me := h.Me(ann.caller()); me.Email != "new@example.com" {
			t.Errorf("the email is %s", me.Email)
		}
	})
}

func TestAChangeIsStoppedOrMadeNeverBoth(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for _, email := range []string{"ann@example.com", "bob@example.com", "eve@example.com"} {
			user := h.register(email)
			links := user.askFor("new-" + email)
			h.confirm(links.present, identity.EmailChangeWaiting)
			counts := tally(t, h.inParallel(2, func(i int) error {
				if i == 0 {
					return h.CancelEmailChange(t.Context(), origin, links.cancel)
				}
				_, err := h.ConfirmEmailChange(t.Context(), origin, links.new)
				return err
			}))
			if counts[""] != 1 || counts[fault.TokenInvalid] != 1 {
				t.Errorf("stopping and confirming at once gave %v", counts)
			}
		}
	})
}

func TestALaterWishOrAnotherPasswordStopsAChangeOfEmail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		first := ann.askFor("first@example.com")
		h.confirm(first.new, identity.EmailChangeWaiting)
		second := ann.askFor("second@example.com")
		wantDead := func(links changeLinks) {
			t.Helper()
			for _, token := range []string{links.present, links.new} {
				_, err := h.ConfirmEmailChange(t.Context(), origin, token)
				testkit.WantFault(t, err, fault.TokenInvalid, "token")
			}
			must(t, h.CancelEmailChange(t.Context(), origin, links.cancel)) // it is stopped, as the link's reader wants
		}
		wantDead(first)
		h.confirm(second.present, identity.EmailChangeWaiting)
		must(t, h.ChangePassword(t.Context(), ann.caller(), password, newPassword))
		wantDead(second)
		third := ann.askFor("third@example.com")
		h.clock.Advance(48 * time.Hour)
		_, err := h.ConfirmEmailChange(t.Context(), origin, third.new)
		testkit.WantFault(t, err, fault.TokenInvalid, "token")
		testkit.WantFault(t, h.CancelEmailChange(t.Context(), origin, third.cancel), fault.TokenInvalid, "token")
		testkit.WantFault(t, h.CancelEmailChange(t.Context(), origin, "junk"), fault.TokenInvalid, "token")
		h.clock.Advance(time.Second)
		must(t, h.Cleanup(t.Context()))
		if left := h.number(`SELECT COUNT(*) FROM email_changes`); left != 0 {
			t.Errorf("%d changes are left after their time", left)
		}
	})
}
