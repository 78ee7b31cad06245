package notify_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
)

func TestACommittedMessageIsSentOnceAsItWasWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		r.enqueue(t, resetMail())
		r.wantSent(t, 1)
		r.clock.Advance(time.Hour)
		r.wantSent(t, 0)
		got := sender.received()
		if len(got) != 1 {
			t.Fatalf("%d messages went out, want 1", len(got))
		}
		if got[0].ID == uuid.Nil {
			t.Error("the message has no id")
		}
		got[0].ID = uuid.Nil
		// Compared as another type, because a Message hides its content.
		type plain notify.Message
		if diff := cmp.Diff(plain(resetMail()), plain(got[0])); diff != "" {
			t.Errorf("the message has changed (-want +got):\n%s", diff)
		}
	})
}

func TestARolledBackMessageIsNeverSent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		changedMind := errors.New("changed my mind")
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := r.Enqueue(t.Context(), tx, phoneCode()); err != nil {
				return err
			}
			return changedMind
		})
		if !errors.Is(err, changedMind) {
			t.Fatalf("the transaction ended with %v", err)
		}
		r.wantSent(t, 0)
		if got := r.count(t); got != 0 {
			t.Errorf("the table has %d messages, want none", got)
		}
	})
}

func TestTheTableNeverHoldsTheContentInClear(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{answer: fmt.Errorf("550 refused: %s", code)}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode(), resetMail())
		for _, moment := range []string{"waiting", "failed once", "sent"} {
			switch moment {
			case "failed once":
				r.wantSent(t, 0)
				sender.answerWith(nil)
			case "sent":
				r.clock.Advance(time.Second)
				r.wantSent(t, 2)
			}
			dump := r.dump(t)
			if !strings.Contains(dump, "phone_code") {
				t.Fatalf("the dump does not show the rows: %s", dump)
			}
			if strings.Contains(dump, code) {
				t.Errorf("%s: the table holds the code: %q", moment, dump)
			}
		}
		if log := r.log.String(); strings.Contains(log, code) || !strings.Contains(log, "message attempt") {
			t.Errorf("the log holds the code, or nothing: %s", log)
		}
	})
}

func TestTheDatabaseFileNeverHoldsTheContentInClear(t *testing.T) {
	t.Parallel()
	path := databasetest.MigratedURL(t, database.SQLite)
	r := newRig(t, databasetest.OpenURL(t, path), &recorder{})
	r.enqueue(t, phoneCode())
	r.wantSent(t, 1)
	found := false
	for _, name := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found = found || strings.Contains(string(content), "phone_code")
		if strings.Contains(string(content), code) {
			t.Errorf("%s holds the code", name)
		}
	}
	if !found {
		t.Error("the files do not hold the message at all")
	}
}

func TestContentIsErasedOnceSentOrGivenUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for _, answer := range []error{nil, &notify.Failure{Reason: "no such number", Permanent: true}} {
			sender := &recorder{answer: answer}
			r := newRig(t, db, sender)
			r.enqueue(t, phoneCode())
			if len(r.row(t).content) == 0 {
				t.Fatal("there is no content to erase")
			}
			if _, err := r.RunOnce(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := r.row(t)
			if got.content != nil {
				t.Errorf("after %v the content is still there", answer)
			}
			if got.sentAt.IsZero() == (answer == nil) || got.failedAt.IsZero() != (answer == nil) {
				t.Errorf("after %v: sent at %v, failed at %v", answer, got.sentAt, got.failedAt)
			}
			r.clock.Advance(31 * 24 * time.Hour)
			if deleted, err := r.Cleanup(t.Context()); err != nil || deleted != 1 {
				t.Fatalf("%d cleaned up, %v", deleted, err)
			}
		}
	})
}

func TestContentMovedToAnotherRowCannotBeRead(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode())
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), "UPDATE messages SET id = $1", uuid.NewString())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r.wantSent(t, 0)
		got := r.row(t)
		if len(sender.received()) != 0 || got.lastError.String != "the sealed content could not be opened" {
			t.Errorf("%d messages went out; last error %q", len(sender.received()), got.lastError.String)
		}
		if got.content == nil || !got.failedAt.IsZero() {
			t.Error("the message was given up although its key may come back")
		}
	})
}

func TestAnIncompleteMessageIsRefused(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	r := newRig(t, db, &recorder{})
	onlyMail := r.another(db, notify.Senders{Mail: &recorder{}})
	for want, spoil := range map[string]func(m *notify.Message){
		"channel":   func(m *notify.Message) { m.Channel = "pigeon" },
		"kind":      func(m *notify.Message) { m.Kind = "" },
		"recipient": func(m *notify.Message) { m.Recipient = "" },
		"subject":   func(m *notify.Message) { m.Subject = "" },
		"text":      func(m *notify.Message) { m.Text = "" },
		"expiry":    func(m *notify.Message) { m.ExpiresAt = time.Time{} },
		"no sender": func(m *notify.Message) { m.Channel = notify.SMS },
	} {
		message := resetMail()
		spoil(&message)
		err := db.InTx(t.Context(), func(tx *database.Tx) error { return onlyMail.Enqueue(t.Context(), tx, message) })
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), code) {
			t.Errorf("%s: the error is %v", want, err)
		}
	}
	if got := r.count(t); got != 0 {
		t.Errorf("%d messages were taken in", got)
	}
}

func TestAMessageDoesNotShowItsContentWhenPrinted(t *testing.T) {
	t.Parallel()
	message := resetMail()
	for _, printed := range []string{
		fmt.Sprintf("%v %+v %#v %s %v", message, message, message, message, &message),
		message.LogValue().String(),
	} {
		if strings.Contains(printed, code) || strings.Contains(printed, "ada@") {
			t.Errorf("printed: %s", printed)
		}
		if !strings.Contains(printed, "mail reset_password to a***@d***.test") {
			t.Errorf("printed: %s", printed)
		}
	}
}
