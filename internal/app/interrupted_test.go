package app

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestACommandThatIsInterruptedDoesNotPassForDone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	call := func(ctx context.Context, words ...string) (status int, said string) {
		var out, problems bytes.Buffer
		status = run(ctx, console{strings.NewReader(""), &out, &problems}, append(words, "--data-dir", folder))
		return status, out.String() + problems.String()
	}
	if status, said := call(t.Context(), "tenant", "create", "--create-database", "dogwood", "Dogwood"); status != 0 {
		t.Fatalf("status %d: %s", status, said)
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	for words, want := range map[string]int{
		"verify": 2, "backup " + filepath.Join(t.TempDir(), "copy"): 1, "migrate up": 1, "migrate status": 1, "tenant create another Another": 1,
	} {
		if status, said := call(over, strings.Fields(words)...); status != want || !strings.Contains(said, "interrupted") {
			t.Errorf("%s: status %d, want %d: %s", words, status, want, said)
		}
		if status, said := call(t.Context(), strings.Fields(words)...); status != 0 {
			t.Errorf("%s, left alone: status %d: %s", words, status, said)
		}
	}
	if status, said := call(over, "serve", "--listen", "127.0.0.1:0"); status != 0 {
		t.Errorf("serve: status %d: %s", status, said)
	}
}
