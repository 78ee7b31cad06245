package identity_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

func TestAForgottenPasswordIsMailedOnceHoweverManyMailersThereAre(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		const people = 12
		for i := range people {
			ann := h.register(fmt.Sprintf("ann%d@example.com", i))
			must(t, h.ForgotPassword(t.Context(), origin, ann.email))
			must(t, h.ForgotPassword(t.Context(), origin, "nobody-"+ann.email))
		}
		for _, err := range h.inParallel(4, func(int) error {
			for {
				if wait, err := h.MailReset(t.Context()); err != nil || wait > 0 {
					return err
				}
			}
		}) {
			must(t, err)
		}
		if mails := len(h.messages("reset_password")); mails != people {
			t.Errorf("%d mails were made for %d people", mails, people)
		}
		if asked := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'password.reset_requested'`); asked != people {
			t.Errorf("%d requests are in the log", asked)
		}
		if left := h.number(`SELECT COUNT(*) FROM reset_requests`); left != 0 {
			t.Errorf("%d requests are left", left)
		}
	})
}

func TestABurstOfForgottenPasswordsIsMailedThreeTimes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for _, err := range h.inParallel(30, func(int) error { return h.ForgotPassword(t.Context(), origin, ann.email) }) {
			must(t, err)
		}
		if mails := len(h.messages("reset_password")); mails != 3 {
			t.Errorf("%d mails were made", mails)
		}
	})
}

// An erased user is removed from every count that names them, and must not be able to fill a mailbox by registering
// again.
func TestMailsToResetAreCountedByNoName(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for _, tenant := range []string{"", "nobody"} {
			must(t, h.Service.ForgotPassword(t.Context(), origin, "ann@example.com", tenant))
		}
		if counts := h.number(`SELECT COUNT(*) FROM failed_attempts WHERE subject LIKE 'reset-mail:%' AND subject NOT LIKE '%ann@%'`); counts != 2 {
			t.Errorf("%d counts name nobody, want 2", counts)
		}
	})
}

func TestAChangeOfPasswordLeavesNoResetToMail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		for _, somebody := range []*person{ann, bob} {
			must(t, h.ForgotPassword(t.Context(), origin, somebody.email))
		}
		must(t, h.ChangePassword(t.Context(), ann.caller(), password, newPassword))
		mails := h.messages("reset_password")
		if len(mails) != 1 || mails[0].Recipient != bob.email {
			t.Errorf("mailed were %v", mails)
		}
	})
}

func TestAChangeOfEmailLeavesNoResetToMail(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		links := ann.askFor("ann@example.org")
		h.confirm(links.new, identity.EmailChangeWaiting)
		must(t, h.ForgotPassword(t.Context(), origin, ann.email))
		h.confirm(links.present, identity.EmailChanged)
		h.register(ann.email) // now somebody else's, who has not requested it
		if mails := h.messages("reset_password"); len(mails) != 0 {
			t.Errorf("mailed were %v", mails)
		}
	})
}

// Only PostgreSQL allows a mail to be made while an email changes.
func TestNoLinkGoesToTheEmailOfBeforeWhileItChanges(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db)
	ann := h.register("ann@example.com")
	links := ann.askFor("ann@example.org")
	h.confirm(links.new, identity.EmailChangeWaiting)
	must(t, h.ForgotPassword(t.Context(), origin, ann.email))
	waiting := func(number int) bool {
		return h.number(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == number
	}
	// The change writes the email and then drops the link that verifies it: it waits there, not yet committed.
	release := databasetest.Hold(t, db, `SELECT token_hash FROM mail_tokens WHERE user_id = $1 FOR UPDATE`, ann.id)
	changed, mailed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := h.ConfirmEmailChange(t.Context(), origin, links.present)
		changed <- err
	}()
	testkit.Until(t, "the change waits for a row", func() bool { return waiting(1) })
	go func() {
		_, err := h.MailReset(t.Context())
		mailed <- err
	}()
	// The mailer may have waited long enough before we look.
	testkit.Until(t, "the mailer waits for a row, or will come again", func() bool { return waiting(2) || len(mailed) > 0 })
	release()
	must(t, <-changed)
	must(t, <-mailed)
	h.clock.Advance(time.Minute)
	if mails := h.messages("reset_password"); len(mails) != 0 {
		t.Errorf("a link went to %s, after the email became %s", mails[0].Recipient, h.Me(ann.caller()).Email)
	}
	if tokens := h.number(`SELECT COUNT(*) FROM mail_tokens WHERE purpose = 'reset_password'`); tokens != 0 {
		t.Errorf("%d links work", tokens)
	}
}

func TestARequestThatNobodyHasDealtWithInTimeIsDropped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		must(t, h.ForgotPassword(t.Context(), origin, ann.email))
		h.clock.Advance(time.Hour)
		if mails := len(h.messages("reset_password")); mails != 0 {
			t.Errorf("%d mails were made an hour later", mails)
		}
		if left := h.number(`SELECT COUNT(*) FROM reset_requests`); left != 0 {
			t.Errorf("%d requests are left", left)
		}
	})
}

func TestAMailThatCannotBeMadeHoldsUpNobodyElses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		must(t, h.ForgotPassword(t.Context(), origin, ann.email))
		// An empty address, which no registration would accept, cannot be written to.
		h.exec(`UPDATE users SET email = '' WHERE id = $1`, ann.id)
		h.exec(`UPDATE reset_requests SET email = ''`)
		h.clock.Advance(time.Second)
		must(t, h.ForgotPassword(t.Context(), origin, bob.email))
		if _, err := h.MailReset(t.Context()); err == nil || !strings.Contains(err.Error(), "recipient") {
			t.Fatalf("the mail to nowhere ended with %v", err)
		}
		if mails := h.messages("reset_password"); len(mails) != 1 || mails[0].Recipient != bob.email {
			t.Errorf("mailed were %v", mails)
		}
		h.exec(`UPDATE users SET email = 'ann@example.com' WHERE id = $1`, ann.id)
		h.exec(`UPDATE reset_requests SET email = 'ann@example.com'`)
		h.clock.Advance(time.Minute)
		if mails := h.messages("reset_password"); len(mails) != 2 || mails[1].Recipient != ann.email {
			t.Errorf("mailed were %v", mails)
		}
	})
}

// Only PostgreSQL allows a mail to be made while a row is held.
func TestAUserWhoIsHeldHoldsUpNobodyElsesReset(t *testing.T) {
	t.Parallel()
	for what, held := range map[string]string{
		"the user":              `SELECT id FROM users WHERE email = $1 FOR UPDATE`,
		"what a mailer does so": `SELECT r.id FROM reset_requests r JOIN users u ON u.email = r.email AND u.tenant_id = r.tenant_id WHERE r.email = $1 FOR UPDATE`,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			h := newHouse(t, db)
			ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
			must(t, h.ForgotPassword(t.Context(), origin, ann.email))
			h.clock.Advance(time.Second)
			must(t, h.ForgotPassword(t.Context(), origin, bob.email))
			release := databasetest.Hold(t, db, held, ann.email)
			if mails := h.messages("reset_password"); len(mails) != 1 || mails[0].Recipient != bob.email {
				t.Errorf("mailed were %v", mails)
			}
			release()
			h.clock.Advance(time.Minute)
			if mails := h.messages("reset_password"); len(mails) != 2 || mails[1].Recipient != ann.email {
				t.Errorf("mailed were %v", mails)
			}
		})
	}
}

func TestTheMailerIsWokenByARequest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(name string) { t.Errorf("%s failed", name) }, h.ResetMailer())
		}()
		for i := range 2 { // the second comes while the mailer rests
			must(t, h.ForgotPassword(t.Context(), origin, ann.email))
			testkit.Until(t, "the mail is made", func() bool {
				return h.number(`SELECT COUNT(*) FROM messages WHERE kind = 'reset_password'`) == i+1
			})
		}
		stop()
		<-ended
	})
}
