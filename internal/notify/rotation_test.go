package notify_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/notify"
)

// lettersIn counts how often each message occurs in the files of an outbox.
func lettersIn(t *testing.T, folder string) (seen map[string]int, files []os.FileInfo) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "outbox.jsonl*"))
	if err != nil {
		t.Fatal(err)
	}
	seen = map[string]int{}
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, info)
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var letter struct{ ID string }
			if err := json.Unmarshal(lines.Bytes(), &letter); err != nil {
				t.Fatalf("%s holds %q: %v", path, lines.Text(), err)
			}
			seen[letter.ID]++
		}
		_ = file.Close()
	}
	return seen, files
}

func TestTheOutboxIsRotatedAndBounded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const most, kept = 4 << 10, 3
	outbox, err := notify.NewOutbox(filepath.Join(folder, "outbox.jsonl"), notify.Rotation{MaxBytes: most, Kept: kept}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var last string
	for range 200 {
		message := resetMail()
		message.ID = uuid.New()
		last = message.ID.String()
		if err := outbox.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	seen, files := lettersIn(t, folder)
	if len(files) != kept+1 {
		t.Errorf("%d files, want %d", len(files), kept+1)
	}
	for _, file := range files {
		if file.Size() > most {
			t.Errorf("%s has %d bytes, want at most %d", file.Name(), file.Size(), most)
		}
		wantMode(t, filepath.Join(folder, file.Name()))
	}
	if seen[last] != 1 {
		t.Error("the newest message is not there")
	}
}

// Each outbox opens the file itself, as processes that share a folder do.
func TestOutboxesThatRotateOneFileLoseNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const senders, messages = 8, 100
	var sending sync.WaitGroup
	for range senders {
		outbox, err := notify.NewOutbox(filepath.Join(folder, "outbox.jsonl"), notify.Rotation{MaxBytes: 8 << 10, Kept: 1000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sending.Go(func() {
			for range messages {
				message := resetMail()
				message.ID = uuid.New()
				if err := outbox.Send(t.Context(), message); err != nil {
					t.Error(err)
				}
			}
		})
	}
	sending.Wait()
	seen, files := lettersIn(t, folder)
	if len(seen) != senders*messages {
		t.Errorf("%d messages are there, want %d", len(seen), senders*messages)
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("%s is there %d times", id, times)
		}
	}
	if len(files) < 10 {
		t.Errorf("%d files: nothing was shown", len(files))
	}
}

func TestALetterLargerThanAFileIsKept(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	outbox, err := notify.NewOutbox(filepath.Join(folder, "outbox.jsonl"), notify.Rotation{MaxBytes: 10, Kept: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		message := resetMail()
		message.ID = uuid.New()
		message.Text = fmt.Sprint(i)
		if err := outbox.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	if seen, _ := lettersIn(t, folder); len(seen) != 3 {
		t.Errorf("%d messages are there, want 3", len(seen))
	}
}
