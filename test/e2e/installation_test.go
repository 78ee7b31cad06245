package e2e_test

import (
	"context"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
)

// patience is how long anything may take that has no limit of its own. It is far more than it takes, so
// that a busy machine fails no test.
const patience = 2 * time.Minute

// installation is a place where the platform keeps its data: an empty one at first. Processes come and
// go, the installation stays.
type installation struct {
	server      string // the binary that serves it
	engine      database.Engine
	folder      string
	keyFile     string
	databaseURL string
}

// onEachEngine runs the test on a new installation of every engine.
func onEachEngine(t *testing.T, test func(t *testing.T, place *installation)) {
	t.Helper()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, newInstallation(t, engine))
		})
	}
}

// scenarios are tests that share a server, by what they show. Each brings people of its own.
type scenarios map[string]func(t *testing.T, s *server)

// onEachServer runs the scenarios on one server of every engine, because starting a server costs more than
// most scenarios do. They run one after the other: other servers keep the machine busy meanwhile.
func onEachServer(t *testing.T, all scenarios, flags ...string) {
	t.Helper()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t, flags...)
		for name, scenario := range all {
			t.Run(name, func(t *testing.T) { scenario(t, s) })
		}
	})
}

func newInstallation(t *testing.T, engine database.Engine) *installation {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	place := &installation{
		server: binary, engine: engine, folder: folder,
		keyFile: filepath.Join(folder, "keys.json"), databaseURL: filepath.Join(folder, "bourse.db"),
	}
	if engine == database.Postgres {
		place.databaseURL = databasetest.NewURL(t, engine)
	}
	return place
}

// call is a call of the binary for this installation. The settings come after the command's words and
// before the flags, so that a flag can override them.
func (p *installation) call(words string, flags ...string) bourse.Command {
	arguments := append(strings.Fields(words), "--data-dir", p.folder)
	if p.engine == database.Postgres {
		arguments = append(arguments, "--database-url", p.databaseURL)
	}
	if p.keyFile != filepath.Join(p.folder, "keys.json") {
		arguments = append(arguments, "--key-file", p.keyFile)
	}
	program := plainBinary
	if words == "serve" || words == "demo" {
		program = p.server
	}
	return bourse.Command{Binary: program, Args: append(arguments, flags...)}
}

// server is a process that serves an installation.
type server struct {
	*bourse.Process
	place *installation
	// troubled tells that the test gives the server reason to log errors.
	troubled bool
}

// serve starts a server without rate limits, which is stopped, and must stop without complaint, when the
// test ends.
func (p *installation) serve(t *testing.T, flags ...string) *server {
	t.Helper()
	return p.serveLimited(t, append([]string{"--rate-limit", "off"}, flags...)...)
}

// marketMoves lets the simulated market move, which most tests have no use for: the agents of the house find what their
// strategies look for in it, whenever that is, and publish signals and trade on the accounts that follow them.
const marketMoves = "--market-still=false"

// serveLimited is serve with the rate limits on.
func (p *installation) serveLimited(t *testing.T, flags ...string) *server {
	t.Helper()
	defaults := []string{"--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--log-level", "debug",
		"--market-minute-history", "0s", "--market-daily-history", "0s"} // most tests need no past
	if !slices.Contains(flags, "--market-feed") {
		defaults = append(defaults, "--market-still")
	}
	return p.start(t, p.call("serve", append(defaults, flags...)...))
}

// start starts a server that is stopped when the test ends.
func (p *installation) start(t *testing.T, call bourse.Command) *server {
	t.Helper()
	starting, cancel := context.WithTimeout(t.Context(), 4*patience) // the demo makes its history first
	defer cancel()
	process, err := call.Serve(starting)
	if err != nil {
		t.Fatalf("start the server: %v", err)
	}
	s := &server{Process: process, place: p}
	t.Cleanup(func() { s.stop(t) })
	return s
}

// trouble is what the log of a server has no reason to hold.
var trouble = regexp.MustCompile(`DATA RACE|panic:|"level":"ERROR"`)

// stop stops the server and looks for what went wrong in it. It may be called again.
func (s *server) stop(t *testing.T) {
	t.Helper()
	stopping, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Stop(stopping); err != nil {
		t.Errorf("stop the server: %v", err)
	}
	log := s.Log()
	for line := range strings.Lines(log) {
		// On a machine that is too busy to answer in time the listener connects anew, as it should.
		if !s.troubled && trouble.MatchString(line) && !strings.Contains(line, `"worker":"database-listener"`) {
			t.Errorf("the server's log tells of trouble: %s", line)
		}
	}
	if t.Failed() {
		t.Logf("the end of the server's log:\n%s", tail(log, 40))
	}
}

// tail is the last lines of a text.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// result is how a command ended.
type result struct {
	status       int
	printed, log string
}

// run runs a command of the binary to its end, with the text as its input.
func run(t *testing.T, call bourse.Command, input string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	call.Input = strings.NewReader(input)
	if input == "" {
		call.Input = io.Reader(nil)
	}
	status, printed, log, err := call.Run(ctx)
	if err != nil {
		t.Fatalf("bourse %s: %v", strings.Join(call.Args, " "), err)
	}
	return result{status, printed, log}
}

// mustRun is run for a command that has to succeed. It returns what the command printed.
func (p *installation) mustRun(t *testing.T, input, words string, flags ...string) string {
	t.Helper()
	ended := run(t, p.call(words, flags...), input)
	if ended.status != 0 {
		t.Fatalf("bourse %s ended with status %d: %s", words, ended.status, ended.log)
	}
	return ended.printed
}

// eventually asks again and again until the answer is yes, and fails the test when it is not in time.
func eventually(t *testing.T, limit time.Duration, what string, isSo func() bool) {
	t.Helper()
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !isSo() {
		select {
		case <-deadline.C:
			t.Fatalf("not within %v: %s", limit, what)
		case <-again.C:
		}
	}
}
