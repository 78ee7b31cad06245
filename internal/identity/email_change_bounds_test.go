package identity_test

import (
	"fmt"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAChangeToATakenEmailTellsNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		sent := func(email string) int {
			before := h.number(`SELECT COUNT(*) FROM messages`)
			must(t, h.RequestEmailChange(t.Context(), ann.caller(), email))
			written := h.number(`SELECT COUNT(*) FROM messages`) - before
			h.messages("change_email_present") // sends them one at a time: waiting messages are sent concurrently
			return written
		}
		if free, taken := sent("free@example.com"), sent(bob.email); free != 2 || taken != 2 {
			t.Errorf("%d mails for a free email and %d for one that is taken", free, taken)
		}
		if h.mailsTo("change_email_new", bob.email) != 0 || h.mailsTo("change_email_taken", bob.email) != 1 {
			t.Error("the owner of the email was asked to confirm, or not told")
		}
		links := h.changeLinks()
		h.confirm(links.present, identity.EmailChangeWaiting)
		if me := h.Me(ann.caller()); me.Email != "ann@example.com" {
			t.Errorf("the email is %s", me.Email)
		}
	})
}

func TestAnEmailTakenAtTheLastMomentIsNotGivenAway(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		links := ann.askFor("new@example.com")
		h.confirm(links.new, identity.EmailChangeWaiting)
		bob := h.register("new@example.com")
		for range 2 { // opening a link again gives the same answer
			_, err := h.ConfirmEmailChange(t.Context(), origin, links.present)
			testkit.WantFault(t, err, fault.EmailAlreadyRegistered, "newEmail")
		}
		if mine, his := h.Me(ann.caller()), h.Me(bob.caller()); mine.Email != "ann@example.com" || his.Email != "new@example.com" {
			t.Errorf("the emails are %s and %s", mine.Email, his.Email)
		}
		if told := len(h.messages("email_changed")); told != 0 {
			t.Errorf("%d mails tell of a change that was not made", told)
		}
		h.exec(`UPDATE users SET email = 'gone@example.com' WHERE id = $1`, bob.id)
		h.confirm(links.present, identity.EmailChanged) // it has become free in time
	})
}

func TestOfThoseWhoWantOneEmailAtOnceOneGetsIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		var tokens []string
		for i := range 3 {
			links := h.register(fmt.Sprintf("person%d@example.com", i)).askFor("wanted@example.com")
			h.confirm(links.new, identity.EmailChangeWaiting)
			tokens = append(tokens, links.present)
		}
		counts := tally(t, h.inParallel(4, func(i int) error {
			if i == 3 {
				_, err := h.Register(t.Context(), origin, identity.Registration{Email: "wanted@example.com", Password: password})
				return err
			}
			_, err := replicas[i%2].ConfirmEmailChange(t.Context(), origin, tokens[i])
			return err
		}))
		if counts[""] != 1 || counts[fault.EmailAlreadyRegistered] != 3 {
			t.Errorf("four who want one email gave %v", counts)
		}
		if have := h.number(`SELECT COUNT(*) FROM users WHERE email = 'wanted@example.com'`); have != 1 {
			t.Errorf("%d users have it", have)
		}
	})
}

func TestAskingForAnotherEmailIsBounded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		counts := tally(t, h.inParallel(12, func(i int) error {
			return h.RequestEmailChange(t.Context(), caller, fmt.Sprintf("new%d@example.com", i))
		}))
		if counts[""] != 5 || counts[fault.RateLimited] != 7 {
			t.Errorf("twelve wishes of one user gave %v", counts)
		}
		if open := h.number(`SELECT COUNT(*) FROM email_changes WHERE state = 'open'`); open != 1 {
			t.Errorf("%d changes are open", open)
		}
		var results []error
		for i := range 5 {
			stranger := h.register(fmt.Sprintf("stranger%d@example.com", i))
			results = append(results, h.RequestEmailChange(t.Context(), stranger.caller(), "victim@example.com"))
		}
		if counts := tally(t, results); counts[""] != 3 || counts[fault.RateLimited] != 2 {
			t.Errorf("five mails to one address gave %v", counts)
		}
		h.clock.Advance(24 * time.Hour)
		ann.enter()
		must(t, h.RequestEmailChange(t.Context(), ann.caller(), "victim@example.com"))
	})
}

func TestWhoMayAskForAnotherEmail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		boss, ann := h.employ("boss@example.com", identity.RoleAdmin, ""), h.register("ann@example.com")
		for _, wrong := range []string{"junk", "", "ann@example.com", "ANN@example.com ", "a@b@c"} {
			testkit.WantFault(t, h.RequestEmailChange(t.Context(), ann.caller(), wrong), fault.ValidationError, "newEmail")
		}
		links := ann.askFor("new@example.com")
		yes, no := true, false
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = h.ConfirmEmailChange(t.Context(), origin, links.new)
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &no})
		must(t, err)
		h.confirm(links.new, identity.EmailChangeWaiting)
		ann.enter()
		h.clock.Advance(15*time.Minute + time.Second)
		tokens, err := ann.refresh(ann.tokens.RefreshToken)
		must(t, err)
		ann.tokens = tokens
		testkit.WantFault(t, h.RequestEmailChange(t.Context(), ann.caller(), "other@example.com"), fault.ReauthenticationRequired)
		h.confirm(links.present, identity.EmailChanged)
	})
}
