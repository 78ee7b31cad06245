package platform_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

const (
	repository  = "../../.."
	demoAddress = "127.0.0.1:8080" // where the demo serves unless it is told otherwise
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestTheReadmeIsTrue runs what the README tells to run, as it is written, in a copy of the repository; only
// on a port that nobody else uses, and with less of a past: TestTheDemoServesItsPeopleFromAnEmptyFolder makes all of it.
func TestTheReadmeIsTrue(t *testing.T) {
	t.Parallel()
	var demo, rest []string
	for _, match := range shellBlock.FindAllSubmatch(kit.ReadFile(t, repository+"/README.md"), -1) {
		switch block := string(match[1]); {
		case strings.Contains(block, "bourse demo"):
			demo = append(demo, block)
		case strings.TrimSpace(block) == "make test":
			wantMakeTarget(t, "test") // running it would run this test
		default:
			rest = append(rest, block)
		}
	}
	if len(demo) != 1 || len(rest) == 0 {
		t.Fatalf("the README has %d blocks that start the demo and %d to try it, want 1 and at least 1", len(demo), len(rest))
	}
	folder := copyRepository(t)
	address := startReadmeDemo(t, folder, demo[0])
	for _, block := range rest {
		if !strings.Contains(block, demoAddress) {
			t.Errorf("%sasks elsewhere than at %s", block, demoAddress)
		}
		wantEnvelopes(t, folder, strings.ReplaceAll(block, demoAddress, address))
	}
	status, help, complaints, err := bourse.Command{Binary: "bash", Args: []string{"-c", strings.TrimSpace(demo[0]) + " --help"}, Folder: folder}.Run(t.Context())
	if err != nil || status != 0 || !strings.Contains(help, demoAddress) {
		t.Errorf("the demo does not say that it serves on %s: %v\n%s%s", demoAddress, err, help, complaints)
	}
}

func wantMakeTarget(t *testing.T, target string) {
	t.Helper()
	if !regexp.MustCompile(`(?m)^` + target + `:`).Match(kit.ReadFile(t, repository+"/Makefile")) {
		t.Errorf("the Makefile has no target %s", target)
	}
}

// copyRepository copies what a checkout of the repository would have, and what is about to be added.
func copyRepository(t *testing.T) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = repository
	names, err := list.Output()
	if err != nil {
		t.Fatalf("list the files of the repository: %v", err)
	}
	folder := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(repository, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		target := filepath.Join(folder, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(target), 0o700)
		}
		if err == nil {
			err = os.WriteFile(target, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// startReadmeDemo starts the demo by the README's command, returns where it serves and ends it, as the
// README's reader does, by an interrupt.
func startReadmeDemo(t *testing.T, folder, block string) (address string) {
	t.Helper()
	starting, cancel := context.WithTimeout(t.Context(), 20*time.Minute) // it compiles first
	defer cancel()
	process, err := bourse.Command{
		Binary: "bash", Args: []string{"-c", block}, Folder: folder,
		Env: []string{"BOURSE_LISTEN=127.0.0.1:0", "BOURSE_MARKET_MINUTE_HISTORY=24h", "BOURSE_MARKET_DAILY_HISTORY=2400h"},
	}.Serve(starting)
	if err != nil {
		t.Fatalf("%s%v", block, err)
	}
	t.Cleanup(func() {
		defer process.Kill()
		ending, cancel := context.WithTimeout(context.Background(), kit.Patience)
		defer cancel()
		if err := process.Interrupt(); err != nil {
			t.Error(err)
		}
		if _, err := process.Wait(ending); err != nil {
			t.Errorf("the demo after an interrupt: %v", err)
		}
	})
	return process.Address
}

// wantEnvelopes runs a block of calls and checks that each call whose answer is shown shows a success.
func wantEnvelopes(t *testing.T, folder, block string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), kit.Patience)
	defer cancel()
	command := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", block)
	command.Dir = folder
	var complaints strings.Builder
	command.Stderr = &complaints
	shown, err := command.Output()
	if err != nil {
		t.Fatalf("%s%v: %s", block, err, complaints.String())
	}
	want := strings.Count(block, "curl ") - strings.Count(block, "$(curl ")
	got := 0
	for answers := json.NewDecoder(strings.NewReader(string(shown))); ; got++ {
		var envelope struct{ Success bool }
		if err := answers.Decode(&envelope); errors.Is(err, io.EOF) {
			break
		} else if err != nil || !envelope.Success {
			t.Fatalf("%sshows %s: %v", block, shown, err)
		}
	}
	if got != want || want == 0 {
		t.Errorf("%sshows %d answers, want %d", block, got, want)
	}
}
