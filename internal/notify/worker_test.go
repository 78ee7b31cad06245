package notify_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
	"bourse/internal/worker"
)

var _ worker.Worker = (*notify.Queue)(nil)

// patience is how long a test waits for something that should happen at once. It is shorter than every timeout that
// could make it happen anyway.
const patience = time.Minute

func wait[T any](t *testing.T, what string, signal <-chan T) T {
	t.Helper()
	select {
	case value := <-signal:
		return value
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

// begin runs the queue until stop is called, which waits for it to return.
func begin(t *testing.T, queue *notify.Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- queue.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := wait(t, "the end of the worker", ended); err != nil {
				t.Errorf("the worker ended with %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// announcer is a sender that passes every message to the test.
func announcer(messages chan<- notify.Message) senderFunc {
	return func(_ context.Context, message notify.Message) error {
		messages <- message
		return nil
	}
}

func TestTheWorkerSendsWhatWaitedAndWakesForWhatIsNew(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		out := make(chan notify.Message, 10)
		r := newRig(t, db, announcer(out))
		r.enqueue(t, resetMail())
		stop := begin(t, r.Queue)
		if got := wait(t, "what was there before", out); got.Channel != notify.Mail {
			t.Errorf("got %v", got)
		}
		for range 5 {
			r.enqueue(t, phoneCode())
			wait(t, "what is new", out)
		}
		stop()
		r.wantSent(t, 0)
	})
}

func TestTheWorkerTriesAgainWhenThePauseIsOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tries := make(chan int64, 10)
		var count int64
		r := newRig(t, db, senderFunc(func(context.Context, notify.Message) error {
			count++ // one message is never sent twice concurrently
			tries <- count
			if count < 3 {
				return &notify.Failure{Reason: "busy"}
			}
			return nil
		}))
		// The clock advances ten seconds each time it is read, so neither of the first two pauses lasts.
		r.clock.AdvancePerLook(10 * time.Second)
		r.enqueue(t, resetMail())
		stop := begin(t, r.Queue)
		for want := int64(1); want <= 3; want++ {
			if got := wait(t, "the next try", tries); got != want {
				t.Errorf("try %d, want %d", got, want)
			}
		}
		stop()
		if got := r.row(t); got.sentAt.IsZero() || got.attempts != 3 {
			t.Errorf("sent at %v after %d attempts", got.sentAt, got.attempts)
		}
	})
}

func TestTwoWorkersShareTheMessagesWithoutSendingOneTwice(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			const total = 120
			url := databasetest.MigratedURL(t, engine)
			out := make(chan notify.Message, 2*total)
			// Each worker holds its first message until the other has one too, so that both take part.
			var both sync.WaitGroup
			both.Add(2)
			meeting := func() senderFunc {
				var first sync.Once
				return func(_ context.Context, message notify.Message) error {
					first.Do(func() { both.Done(); both.Wait() })
					out <- message
					return nil
				}
			}
			mine, theirs := meeting(), meeting()
			r := newRig(t, databasetest.OpenURL(t, url), mine)
			other := r.another(databasetest.OpenURL(t, url), notify.Senders{Mail: theirs, SMS: theirs})
			messages := make([]notify.Message, total)
			for i := range messages {
				messages[i] = phoneCode()
				messages[i].Text = fmt.Sprint("number ", i)
			}
			r.enqueue(t, messages...)
			stops := []func(){begin(t, r.Queue), begin(t, other)}
			seen := map[string]int{}
			for range total {
				seen[wait(t, "all messages", out).Text]++
			}
			for _, stop := range stops {
				stop()
			}
			if len(out) > 0 || len(seen) != total {
				t.Errorf("%d different messages and %d more went out, want %d and none", len(seen), len(out), total)
			}
		})
	}
}

func TestAtMostFourMessagesOfAChannelAreSentAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		begun, release := make(chan notify.Message, 20), make(chan struct{})
		r := newRig(t, db, senderFunc(func(_ context.Context, message notify.Message) error {
			begun <- message
			<-release
			return nil
		}))
		for range 6 {
			r.enqueue(t, resetMail())
		}
		begin(t, r.Queue)
		for range 4 {
			wait(t, "the first four", begun)
		}
		// The text message is enqueued after the mails, while four of them hang.
		r.enqueue(t, phoneCode())
		if got := wait(t, "the text message", begun); got.Channel != notify.SMS {
			t.Errorf("a fifth mail was begun")
		}
		var attempted int
		err := db.QueryRow(t.Context(), "SELECT COUNT(*) FROM messages WHERE attempts > 0 AND channel = 'mail'").Scan(&attempted)
		if err != nil || attempted != 4 {
			t.Errorf("%d mails are claimed, want 4 (%v)", attempted, err)
		}
		close(release)
		wait(t, "the fifth mail", begun)
		wait(t, "the sixth mail", begun)
	})
}

func TestShuttingDownFinishesWhatIsBeingSentAndBeginsNothingNew(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		begun, release := make(chan context.Context, 20), make(chan struct{})
		r := newRig(t, db, senderFunc(func(ctx context.Context, _ notify.Message) error {
			begun <- ctx
			<-release
			return ctx.Err()
		}))
		for range 6 {
			r.enqueue(t, phoneCode())
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.Run(ctx) }()
		var sending context.Context
		for range 4 {
			sending = wait(t, "four messages", begun)
		}
		cancel()
		if deadline, ok := sending.Deadline(); !ok || time.Until(deadline) > 15*time.Second || sending.Err() != nil {
			t.Errorf("the sending has the deadline %v and the error %v", deadline, sending.Err())
		}
		select {
		case <-ended:
			t.Error("the worker ended while messages were being sent")
		default:
		}
		close(release)
		if err := wait(t, "the end of the worker", ended); err != nil {
			t.Errorf("the worker ended with %v", err)
		}
		var sent, untouched int
		err := db.QueryRow(t.Context(), `
			SELECT COUNT(sent_at), SUM(CASE WHEN attempts = 0 THEN 1 ELSE 0 END) FROM messages`).Scan(&sent, &untouched)
		if err != nil || sent != 4 || untouched != 2 {
			t.Errorf("%d sent and %d untouched, want 4 and 2 (%v)", sent, untouched, err)
		}
	})
}

func TestNothingIsBegunOnceTheContextHasEnded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db, &recorder{})
		r.enqueue(t, phoneCode())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range 20 {
			if sent, err := r.RunOnce(ctx); sent != 0 || !errors.Is(err, context.Canceled) {
				t.Fatalf("%d messages were sent, and the error is %v", sent, err)
			}
		}
		if got := r.row(t).attempts; got != 0 {
			t.Errorf("%d attempts, want none", got)
		}
	})
}

func TestOnlyFinishedMessagesOlderThanThirtyDaysAreCleanedUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode())
		r.wantSent(t, 1) // finished and old
		waiting := resetMail()
		waiting.ExpiresAt = start.Add(90 * 24 * time.Hour)
		r.enqueue(t, waiting) // old, but not finished
		r.clock.Advance(time.Second)
		sender.answerWith(&notify.Failure{Reason: "busy"})
		young := phoneCode()
		r.enqueue(t, young)
		r.clock.Advance(5 * time.Minute)
		r.wantSent(t, 0) // finished because expired, and younger by a second
		r.clock.Advance(30*24*time.Hour - 5*time.Minute)
		for _, want := range []int64{1, 0} {
			if deleted, err := r.Cleanup(t.Context()); err != nil || deleted != want {
				t.Errorf("%d cleaned up, want %d (%v)", deleted, want, err)
			}
		}
		if got := r.count(t); got != 2 {
			t.Errorf("%d messages are left, want 2", got)
		}
	})
}

func TestFinishedMessagesAreKeptForAsLongAsTheQueueIsTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db, &recorder{})
		r.enqueue(t, phoneCode())
		r.wantSent(t, 1)
		shorter := notify.NewQueue(db, r.ring, r.clock.Now, slog.New(slog.DiscardHandler), notify.Senders{}, notify.KeepFor(time.Hour))
		for _, want := range []int64{0, 1} {
			if deleted, err := shorter.Cleanup(t.Context()); err != nil || deleted != want {
				t.Errorf("%d cleaned up, want %d (%v)", deleted, want, err)
			}
			r.clock.Advance(time.Hour + time.Second)
		}
	})
}

func TestTheWorkerCleansUpAtMostOnceAnHour(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		out := make(chan notify.Message, 10)
		r := newRig(t, db, announcer(out))
		cleaned := r.log.watch("old messages cleaned up")
		for _, round := range []struct {
			gone     time.Duration
			cleansUp bool
		}{{0, true}, {59 * time.Minute, false}, {time.Minute, true}} {
			r.clock.Advance(round.gone)
			r.addOld(t)
			stop := begin(t, r.Queue)
			if round.cleansUp {
				wait(t, "the cleanup", cleaned)
			} else {
				fresh := phoneCode()
				fresh.ExpiresAt = r.clock.Now().Add(time.Minute)
				r.enqueue(t, fresh)
				wait(t, "a sign of life", out)
			}
			stop()
			if len(cleaned) > 0 {
				t.Errorf("cleaned up again %v after the last round", round.gone)
			}
		}
	})
}

// addOld inserts a message that was sent 31 days ago.
func (r *rig) addOld(t *testing.T) {
	t.Helper()
	err := r.db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO messages (id, channel, kind, recipient, next_attempt_at, created_at, expires_at, sent_at)
			VALUES ($1, 'sms', 'phone_code', '+15551231234', $2, $2, $2, $2)`,
			uuid.New(), database.Micros(r.clock.Now().Add(-31*24*time.Hour)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
