package notify_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/notify"
	"bourse/internal/testkit"
)

func TestAFailedMessageIsTriedAgainEverMoreSlowlyUntilItExpires(t *testing.T) {
	t.Parallel()
	delays := []time.Duration{
		time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute,
		30 * time.Minute, time.Hour, time.Hour,
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{answer: &notify.Failure{Reason: "smtp: 451"}}
		r := newRig(t, db, sender)
		message := resetMail()
		message.ExpiresAt = start.Add(time.Hour) // one more pause than those above would exceed it
		for _, delay := range delays {
			message.ExpiresAt = message.ExpiresAt.Add(delay)
		}
		r.enqueue(t, message)
		for i, delay := range delays {
			r.wantSent(t, 0)
			got := r.row(t)
			if wait := got.next.Sub(r.clock.Now()); wait != delay || got.attempts != int64(i+1) {
				t.Fatalf("try %d: %d attempts, next in %v, want %v", i+1, got.attempts, wait, delay)
			}
			if got.lastError.String != "smtp: 451" || got.content == nil {
				t.Fatalf("try %d: last error %q", i+1, got.lastError.String)
			}
			r.clock.Advance(delay - time.Microsecond)
			r.wantSent(t, 0)
			if tries := len(sender.received()); tries != i+1 {
				t.Fatalf("%d tries before the pause of %v was over, want %d", tries, delay, i+1)
			}
			r.clock.Advance(time.Microsecond)
		}
		r.wantSent(t, 0)
		got := r.row(t)
		if !got.failedAt.Equal(r.clock.Now()) || got.content != nil || got.lastError.String != "smtp: 451" {
			t.Errorf("not given up: failed at %v, last error %q", got.failedAt, got.lastError.String)
		}
		if tries := len(sender.received()); tries != len(delays)+1 {
			t.Errorf("%d tries, want %d", tries, len(delays)+1)
		}
	})
}

func TestAMessageThatFailsAndThenSucceedsIsSentOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{answer: errors.New("an error of no known type")}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode())
		r.wantSent(t, 0)
		if got := r.row(t).lastError.String; got != "unexpected failure (*errors.errorString)" {
			t.Errorf("last error %q", got)
		}
		sender.answerWith(nil)
		r.clock.Advance(time.Second)
		r.wantSent(t, 1)
		r.clock.Advance(time.Hour)
		r.wantSent(t, 0)
		got := r.row(t)
		if got.attempts != 2 || got.sentAt.IsZero() || got.lastError.Valid {
			t.Errorf("%d attempts, sent at %v, last error %q", got.attempts, got.sentAt, got.lastError.String)
		}
	})
}

func TestAPermanentFailureIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{answer: &notify.Failure{Reason: "twilio: status 400", Permanent: true}}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode())
		r.wantSent(t, 0)
		r.clock.Advance(2 * time.Minute)
		r.wantSent(t, 0)
		if got := len(sender.received()); got != 1 {
			t.Errorf("%d tries, want 1", got)
		}
		if got := r.row(t); got.failedAt.IsZero() || got.lastError.String != "twilio: status 400" {
			t.Errorf("failed at %v, last error %q", got.failedAt, got.lastError.String)
		}
	})
}

func TestAnExpiredMessageIsGivenUpUnsent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		sender := &recorder{}
		r := newRig(t, db, sender)
		r.enqueue(t, phoneCode())
		r.clock.Advance(5 * time.Minute)
		r.wantSent(t, 0)
		if len(sender.received()) != 0 {
			t.Error("an expired message was sent")
		}
		got := r.row(t)
		if got.failedAt.IsZero() || got.content != nil || got.attempts != 0 ||
			got.lastError.String != "expired before it could be sent" {
			t.Errorf("failed at %v after %d attempts, last error %q", got.failedAt, got.attempts, got.lastError.String)
		}
	})
}

func TestAMessageClaimedByAProcessThatDiedIsSentAfterTheLease(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		// Goexit stops the sending between claim and outcome, as if the process had died.
		r := newRig(t, db, senderFunc(func(context.Context, notify.Message) error {
			runtime.Goexit()
			return nil
		}))
		r.enqueue(t, phoneCode())
		r.wantSent(t, 0)
		survivor := &recorder{}
		r.Queue = r.another(db, notify.Senders{Mail: survivor, SMS: survivor})
		r.clock.Advance(2*time.Minute - time.Microsecond)
		r.wantSent(t, 0)
		r.clock.Advance(time.Microsecond)
		r.wantSent(t, 1)
		if got := r.row(t); got.attempts != 2 || got.sentAt.IsZero() {
			t.Errorf("%d attempts, sent at %v", got.attempts, got.sentAt)
		}
	})
}

// sendingRig is a rig whose only message is being sent; end makes the sender return, and waits until that is handled.
func sendingRig(t *testing.T, db *database.DB, answer error) (r *rig, end func()) {
	t.Helper()
	sending, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	r = newRig(t, db, senderFunc(func(context.Context, notify.Message) error {
		close(sending)
		<-release
		return answer
	}))
	r.enqueue(t, resetMail())
	go func() {
		_, err := r.RunOnce(context.WithoutCancel(t.Context()))
		ended <- err
	}()
	<-sending
	return r, func() {
		t.Helper()
		close(release)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
}

func TestProcessesWhoseClocksDifferSendAMessageOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r, end := sendingRig(t, db, nil)
		ahead, second := testkit.NewClock(start.Add(90*time.Second)), &recorder{}
		other := notify.NewQueue(db, r.ring, ahead.Now, slog.New(slog.DiscardHandler), notify.Senders{Mail: second, SMS: second})
		if sent, err := other.RunOnce(t.Context()); sent != 0 || err != nil {
			t.Errorf("what is being sent was sent %d times more, %v", sent, err)
		}
		end()
	})
}

func TestAFailureReportedAfterTheLeaseWasLostChangesNothing(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]error{
		"that may pass": &notify.Failure{Reason: "late"},
		"that is final": &notify.Failure{Reason: "late", Permanent: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				r, end := sendingRig(t, db, late)
				r.clock.Advance(2 * time.Minute)
				second := &recorder{answer: &notify.Failure{Reason: "second"}}
				if _, err := r.another(db, notify.Senders{Mail: second, SMS: second}).RunOnce(t.Context()); err != nil {
					t.Fatal(err)
				}
				end()
				got := r.row(t)
				if got.lastError.String != "second" || !got.failedAt.IsZero() || got.content == nil {
					t.Errorf("last error %q, failed at %v", got.lastError.String, got.failedAt)
				}
				if want := r.clock.Now().Add(5 * time.Second); !got.next.Equal(want) {
					t.Errorf("next try at %v, want %v", got.next, want)
				}
				if !strings.Contains(r.log.String(), `"leaseLost":true`) {
					t.Error("the lost lease was not logged")
				}
			})
		})
	}
}

func TestASenderThatPanicsFailsOnlyItsMessage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db, senderFunc(func(_ context.Context, message notify.Message) error {
			if message.Channel == notify.SMS {
				panic("broken by " + message.Text)
			}
			return nil
		}))
		r.enqueue(t, phoneCode(), resetMail())
		r.wantSent(t, 1)
		if log := r.log.String(); strings.Contains(log, code) || !strings.Contains(log, "the sender panicked") {
			t.Errorf("the log is %s", log)
		}
	})
}

func TestEveryAttemptIsLoggedInOneLineWithTheRecipientMasked(t *testing.T) {
	t.Parallel()
	r := newRig(t, databasetest.Open(t, database.SQLite), &recorder{answer: &notify.Failure{Reason: "busy"}})
	message := phoneCode()
	r.enqueue(t, message)
	r.wantSent(t, 0)
	var line map[string]any
	if err := json.Unmarshal([]byte(r.log.String()), &line); err != nil {
		t.Fatalf("not one line: %s", r.log.String())
	}
	for key, want := range map[string]any{
		"msg": "message attempt", "level": "WARN", "kind": "phone_code", "channel": "sms",
		"recipient": "+1******1234", "attempt": 1.0, "outcome": "retry", "reason": "busy",
		"retryIn": float64(time.Second), "duration": 0.0,
	} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
}
