package notify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/notify"
)

func TestTheOutboxKeepsEveryMessageInAPrivateFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "outbox.jsonl")
	outbox, err := notify.NewOutbox(path, notify.Rotation{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	message := resetMail()
	message.ID = uuid.New()
	message.Text = "line one\nline two"
	if err := outbox.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if err := outbox.Send(t.Context(), phoneCode()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2", len(lines))
	}
	var first map[string]string
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"id": message.ID.String(), "channel": "mail", "kind": "reset_password", "recipient": "ada@domain.test",
		"subject": message.Subject, "text": message.Text, "expiresAt": "2030-05-18T09:30:00Z",
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("the line differs (-want +got):\n%s", diff)
	}
	wantMode(t, path)
}

func wantMode(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the mode is %o, want 600", mode)
	}
}

func TestAnOutboxThatOthersCouldReadBecomesPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "outbox.jsonl")
	if err := os.WriteFile(path, []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := notify.NewOutbox(path, notify.Rotation{}, nil); err != nil {
		t.Fatal(err)
	}
	wantMode(t, path)
	if content, err := os.ReadFile(path); err != nil || string(content) != "before\n" {
		t.Errorf("the file holds %q (%v)", content, err)
	}
}

func TestTheOutboxEchoesOneReadableLineAMessage(t *testing.T) {
	t.Parallel()
	var echo bytes.Buffer
	outbox, err := notify.NewOutbox(filepath.Join(t.TempDir(), "outbox.jsonl"), notify.Rotation{}, &echo)
	if err != nil {
		t.Fatal(err)
	}
	message := resetMail()
	message.Text = "Follow\nthe \x1b[2Jlink"
	for _, message := range []notify.Message{message, phoneCode()} {
		if err := outbox.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	want := "[mail] to ada@domain.test: Reset " + code + ": Follow the [2Jlink\n[sms] to +15551231234: Your code is " + code + "\n"
	if got := echo.String(); got != want {
		t.Errorf("echoed %q, want %q", got, want)
	}
}

func TestMessagesWrittenAtOnceDoNotMix(t *testing.T) {
	t.Parallel()
	var echo bytes.Buffer
	path := filepath.Join(t.TempDir(), "outbox.jsonl")
	outbox, err := notify.NewOutbox(path, notify.Rotation{}, &echo)
	if err != nil {
		t.Fatal(err)
	}
	var writing sync.WaitGroup
	for i := range 20 {
		writing.Go(func() {
			message := phoneCode()
			message.Text = strings.Repeat(fmt.Sprint(i%10), 10_000)
			if err := outbox.Send(t.Context(), message); err != nil {
				t.Error(err)
			}
		})
	}
	writing.Wait()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	if len(lines) != 20 {
		t.Fatalf("%d lines, want 20", len(lines))
	}
	if got := strings.Count(echo.String(), "\n"); got != 20 {
		t.Errorf("%d lines were echoed, want 20", got)
	}
	for _, line := range lines {
		if !json.Valid(line) {
			t.Errorf("not JSON: %.80s", line)
		}
	}
}

func TestAnOutboxThatCannotBeWrittenIsFoundAtOnceOrFailsTheSending(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, path := range []string{"", folder} {
		if _, err := notify.NewOutbox(path, notify.Rotation{}, nil); err == nil || !strings.Contains(err.Error(), "outbox path") {
			t.Errorf("path %q: the error is %v", path, err)
		}
	}
	path := filepath.Join(folder, "outbox.jsonl")
	outbox, err := notify.NewOutbox(path, notify.Rotation{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	wantFailure(t, outbox.Send(t.Context(), phoneCode()), notify.Failure{Reason: "outbox: is a directory"})
}
