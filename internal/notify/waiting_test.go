package notify_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
)

func TestAMessageThatIsTriedInVainHasWaitedSinceItWasWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db, &recorder{answer: &notify.Failure{Reason: "smtp: 451"}})
		r.enqueue(t, resetMail())
		written := r.clock.Now()
		for range 10 {
			r.wantSent(t, 0)
			r.clock.Advance(time.Minute)
		}
		waiting, err := r.Waiting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if mail := waiting[notify.Mail]; mail.Count != 1 || !mail.Oldest.Equal(written) {
			t.Errorf("%d mails wait, since %v, want one since %v", mail.Count, mail.Oldest, written)
		}
		if sms := waiting[notify.SMS]; sms.Count != 0 || !sms.Oldest.IsZero() {
			t.Errorf("%d text messages wait, since %v", sms.Count, sms.Oldest)
		}
	})
}
