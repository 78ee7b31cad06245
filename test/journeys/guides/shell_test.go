package guides_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// session is a shell in which the blocks of a page are run one after the other, as a reader does.
type session struct {
	command *exec.Cmd
	input   io.Writer
	output  *bufio.Reader
	errors  bytes.Buffer
	folder  string // of the blocks' files
}

// endOfBlock is what the shell prints after a block that succeeded.
const endOfBlock = "-- here the block has ended --"

func newSession(t *testing.T, folder string) *session {
	t.Helper()
	s := &session{command: exec.Command("bash", "-euo", "pipefail"), folder: t.TempDir()}
	s.command.Dir, s.command.Stderr = folder, &s.errors
	// What npm has installed from the same lock file before is in its cache, and asking about known weaknesses is no reader's wish.
	s.command.Env = append(os.Environ(), "npm_config_prefer_offline=true", "npm_config_audit=false", "npm_config_fund=false")
	// What it starts is a process group, which ends as a whole.
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := s.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.input, s.output = input, bufio.NewReader(output)
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL) // otherwise it has already ended
		_ = s.command.Wait()
	})
	return s
}

// run runs a block and returns its output. A failing command fails the test, and ends the page.
func (s *session) run(t *testing.T, b *block, text string) (printed string) {
	t.Helper()
	file := filepath.Join(s.folder, b.name())
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(longestBlock, func() { _ = syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL) })
	defer late.Stop()
	if _, err := fmt.Fprintf(s.input, "source %s </dev/null\necho; echo '%s'\n", file, endOfBlock); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	var all strings.Builder
	for {
		line, err := s.output.ReadString('\n')
		if strings.TrimSpace(line) == endOfBlock {
			return all.String()
		}
		all.WriteString(line)
		if err != nil {
			_ = s.command.Wait()
			t.Fatalf("%s fails:\n%s\n%s\n%s", b, text, all.String(), s.errors.String())
		}
	}
}

// longestBlock is how long a block may take: the longest installs and compiles.
const longestBlock = 10 * kit.Patience

// runProgram runs a program to its end and returns its output.
func runProgram(t *testing.T, b *block, folder, name string, arguments ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), longestBlock)
	defer cancel()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = folder
	var errors bytes.Buffer
	command.Stderr = &errors
	printed, err := command.Output()
	if err != nil {
		t.Errorf("%s fails: %v\n%s\n%s\n%s", b, err, b.text, printed, errors.String())
	}
	return string(printed)
}
