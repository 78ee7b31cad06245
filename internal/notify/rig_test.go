package notify_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

const code = "493817"

var start = time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC)

// senderFunc is a function as a sender.
type senderFunc func(ctx context.Context, message notify.Message) error

func (f senderFunc) Send(ctx context.Context, message notify.Message) error { return f(ctx, message) }

// recorder is a sender that records messages and returns what the test sets.
type recorder struct {
	mutex    sync.Mutex
	messages []notify.Message
	answer   error
}

func (r *recorder) Send(_ context.Context, message notify.Message) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.messages = append(r.messages, message)
	return r.answer
}

func (r *recorder) answerWith(err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.answer = err
}

func (r *recorder) received() []notify.Message {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return append([]notify.Message(nil), r.messages...)
}

// logBuffer is a log that tests can read and wait on.
type logBuffer struct {
	mutex   sync.Mutex
	buffer  bytes.Buffer
	watches map[string]chan struct{}
}

func (b *logBuffer) Write(line []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for text, seen := range b.watches {
		if bytes.Contains(line, []byte(text)) {
			seen <- struct{}{}
		}
	}
	return b.buffer.Write(line)
}

// watch returns a channel that receives a value for every line that contains the text.
func (b *logBuffer) watch(text string) <-chan struct{} {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	seen := make(chan struct{}, 100)
	b.watches = map[string]chan struct{}{text: seen}
	return seen
}

func (b *logBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// rig is a queue on one database, with a clock that the test controls.
type rig struct {
	*notify.Queue
	db    *database.DB
	ring  *secret.Keyring
	clock *testkit.Clock
	log   *logBuffer
}

func newRig(t *testing.T, db *database.DB, sender notify.Sender) *rig {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{db: db, ring: ring, clock: testkit.NewClock(start), log: &logBuffer{}}
	r.Queue = r.another(db, notify.Senders{Mail: sender, SMS: sender})
	return r
}

// another is a second queue with the same keys and clock, like another replica's.
func (r *rig) another(db *database.DB, senders notify.Senders) *notify.Queue {
	return notify.NewQueue(db, r.ring, r.clock.Now, slog.New(slog.NewJSONHandler(r.log, nil)), senders)
}

// tenant is the tenant of the recipients.
var tenant = uuid.MustParse("0198a0b0-0000-7000-8000-000000000001")

func phoneCode() notify.Message {
	return notify.Message{
		Channel: notify.SMS, Kind: "phone_code", TenantID: tenant, Recipient: "+15551231234",
		Text: "Your code is " + code, ExpiresAt: start.Add(5 * time.Minute),
	}
}

func resetMail() notify.Message {
	return notify.Message{
		Channel: notify.Mail, Kind: "reset_password", TenantID: tenant, UserID: tenant, Recipient: "ada@domain.test",
		Subject: "Reset " + code, Text: "Follow the link " + code, ExpiresAt: start.Add(24 * time.Hour),
	}
}

func (r *rig) enqueue(t *testing.T, messages ...notify.Message) {
	t.Helper()
	err := r.db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, message := range messages {
			if err := r.Enqueue(t.Context(), tx, message); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("enqueue: %v", err)
	}
}

func (r *rig) wantSent(t *testing.T, want int) {
	t.Helper()
	got, err := r.RunOnce(t.Context())
	if err != nil {
		t.Fatalf("run once: %v", err)
	}
	if got != want {
		t.Errorf("%d messages were sent at %v, want %d", got, r.clock.Now().Sub(start), want)
	}
}

// row is the table's row of the only message.
type row struct {
	content                []byte
	attempts               int64
	next, sentAt, failedAt time.Time
	lastError              sql.NullString
}

func (r *rig) row(t *testing.T) row {
	t.Helper()
	var got row
	err := r.db.QueryRow(t.Context(), `SELECT content, attempts, next_attempt_at, sent_at, failed_at, last_error FROM messages`).
		Scan(&got.content, &got.attempts, database.Time(&got.next), database.Time(&got.sentAt), database.Time(&got.failedAt), &got.lastError)
	if err != nil {
		t.Fatalf("read the message: %v", err)
	}
	return got
}

// dump is the whole table, with bytes and text as stored.
func (r *rig) dump(t *testing.T) string {
	t.Helper()
	rows, err := r.db.Query(t.Context(), "SELECT * FROM messages")
	all, err := database.Collect(rows, err, func(database.Row) (string, error) {
		columns, err := rows.Columns()
		if err != nil {
			return "", err
		}
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return "", err
		}
		line := ""
		for _, value := range values {
			if raw, ok := value.([]byte); ok {
				value = string(raw)
			}
			line += fmt.Sprint(value) + "|"
		}
		return line, nil
	})
	if err != nil {
		t.Fatalf("dump: %v", err)
	}
	return fmt.Sprint(all)
}

func (r *rig) count(t *testing.T) (messages int) {
	t.Helper()
	if err := r.db.QueryRow(t.Context(), "SELECT COUNT(*) FROM messages").Scan(&messages); err != nil {
		t.Fatal(err)
	}
	return messages
}
