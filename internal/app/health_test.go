package app

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

// refuses is a sender whose provider is always down.
type refuses struct{}

func (refuses) Send(context.Context, notify.Message) error {
	return &notify.Failure{Reason: "smtp: 451"}
}

// A failed message is due at its next try, and operators are shown that time; the metric shows how long it has
// waited.
func TestOperatorsAreToldWhenAMessageIsDue(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ring, err := secret.New()
		if err != nil {
			t.Fatal(err)
		}
		clock := testkit.NewClock(time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC))
		p := &platform{messages: notify.NewQueue(db, ring, clock.Now, slog.New(slog.DiscardHandler), notify.Senders{Mail: refuses{}, SMS: refuses{}})}
		err = db.InTx(t.Context(), func(tx *database.Tx) error {
			return p.messages.Enqueue(t.Context(), tx, notify.Message{
				Channel: notify.Mail, Kind: "reset_password", TenantID: uuid.New(), Recipient: "ada@domain.test",
				Subject: "Reset", Text: "Follow the link", ExpiresAt: clock.Now().Add(time.Hour),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
		if _, err := p.messages.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		due := map[string]database.Waiting{"mail": {Count: 1, Oldest: clock.Now().Add(time.Second)}, "sms": {}}
		for _, queue := range p.queues() {
			want, isMessages := due[queue.Name]
			if !isMessages {
				continue
			}
			waiting, err := queue.Read(t.Context(), uuid.Nil)
			if err != nil || waiting.Count != want.Count || !waiting.Oldest.Equal(want.Oldest) {
				t.Errorf("%s: %d wait, the first is due at %v (%v), want %d at %v", queue.Name, waiting.Count, waiting.Oldest, err, want.Count, want.Oldest)
			}
			delete(due, queue.Name)
		}
		if len(due) != 0 {
			t.Errorf("operators are not told of %v", due)
		}
	})
}
