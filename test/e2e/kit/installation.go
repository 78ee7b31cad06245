package kit

import (
	"context"
	"io"
	"os"
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

// Patience is how long anything without a limit of its own may take. It is far more than necessary, so that a busy
// machine fails no test.
const Patience = 2 * time.Minute

// Installation is a place where the platform keeps its data. Processes come and go, the installation stays.
type Installation struct {
	Server      string // the binary that serves it
	Engine      database.Engine
	Folder      string
	KeyFile     string
	DatabaseURL string
	Limits      []string // flags for PostgreSQL's time limits; the product's defaults if empty
}

// patientLimits are for servers that share a busy machine with many others: a statement that waits for its turn there
// takes several times as long as in production, which is not their fault.
var patientLimits = []string{"--database-lock-timeout", "1m", "--database-statement-timeout", "1m", "--database-idle-transaction-timeout", "1m"}

// OnEachEngine runs the test on a new installation of every engine.
func OnEachEngine(t *testing.T, test func(t *testing.T, place *Installation)) {
	t.Helper()
	onEach(t, NewInstallation, test)
}

// OnEachEmptyEngine runs the test on an empty installation of every engine.
func OnEachEmptyEngine(t *testing.T, test func(t *testing.T, place *Installation)) {
	t.Helper()
	onEach(t, NewEmptyInstallation, test)
}

func onEach(t *testing.T, make func(t *testing.T, engine database.Engine) *Installation, test func(t *testing.T, place *Installation)) {
	t.Helper()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, make(t, engine))
		})
	}
}

// Scenarios are tests that share a server, by what they show. Each creates its own users.
type Scenarios map[string]func(t *testing.T, s *Server)

// OnEachServer runs the scenarios on one server of every engine, because starting a server costs more than most
// scenarios do. They run one after the other: other servers keep the machine busy meanwhile. The market is silent
// unless the flags say otherwise.
func OnEachServer(t *testing.T, all Scenarios, flags ...string) {
	t.Helper()
	OnEachEngine(t, func(t *testing.T, place *Installation) {
		s := place.Serve(t, append(slices.Clone(SilentMarket), flags...)...)
		for name, scenario := range all {
			t.Run(name, func(t *testing.T) { scenario(t, s) })
		}
	})
}

// SilentMarket are the flags of a market without prices, for tests that need none: a simulated one costs processor time
// and lets agents trade in the middle of a test.
var SilentMarket = []string{"--market-feed", "replay", "--market-replay-file", os.DevNull}

// SimulatedMarket are the flags of the simulated market.
var SimulatedMarket = []string{"--market-feed", "sim"}

// NewInstallation is an unused installation with a migrated database: migrating takes half of the processor time of a
// first start.
func NewInstallation(t *testing.T, engine database.Engine) *Installation {
	t.Helper()
	place := newPlace(t, engine)
	migrated := databasetest.MigratedURL(t, engine)
	if engine == database.Postgres {
		place.DatabaseURL = migrated
		return place
	}
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(migrated, place.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	return place
}

// NewEmptyInstallation is an installation without anything, as before a first start: for tests about one.
func NewEmptyInstallation(t *testing.T, engine database.Engine) *Installation {
	t.Helper()
	place := newPlace(t, engine)
	if engine == database.Postgres {
		place.DatabaseURL = databasetest.NewURL(t, engine)
	}
	return place
}

func newPlace(t *testing.T, engine database.Engine) *Installation {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	place := &Installation{
		Server: Binary, Engine: engine, Folder: folder,
		KeyFile: filepath.Join(folder, "keys.json"), DatabaseURL: filepath.Join(folder, "bourse.db"),
	}
	if engine == database.Postgres {
		place.Limits = patientLimits
	}
	return place
}

// Call is a call of the binary for this installation. The settings come after the command's words and before the
// flags, so that a flag can override them.
func (p *Installation) Call(words string, flags ...string) bourse.Command {
	arguments := append(strings.Fields(words), "--data-dir", p.Folder)
	if p.Engine == database.Postgres {
		arguments = append(arguments, "--database-url", p.DatabaseURL)
		if direct := databasetest.Direct(p.DatabaseURL); direct != p.DatabaseURL {
			arguments = append(arguments, "--database-listen-url", direct)
		}
	}
	if p.KeyFile != filepath.Join(p.Folder, "keys.json") {
		arguments = append(arguments, "--key-file", p.KeyFile)
	}
	program := Binary
	if words == "serve" || words == "demo" {
		program = p.Server
	}
	return bourse.Command{Binary: program, Args: append(arguments, flags...)}
}

// Server is a process that serves an installation.
type Server struct {
	*bourse.Process
	Place *Installation
	// Troubled means that the test gives the server reason to log errors.
	Troubled bool
}

// Serve starts a server without rate limits, which is stopped, and must stop without errors, when the test ends.
func (p *Installation) Serve(t *testing.T, flags ...string) *Server {
	t.Helper()
	return p.ServeLimited(t, append([]string{"--rate-limit", "off"}, flags...)...)
}

// ServeLimited is Serve with rate limits.
func (p *Installation) ServeLimited(t *testing.T, flags ...string) *Server {
	t.Helper()
	defaults := []string{"--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--log-level", "debug",
		"--market-minute-history", "0s", "--market-daily-history", "0s"} // most tests need no past
	if !slices.Contains(flags, "--market-feed") {
		// In a market that moves, the house agents find what their strategies look for at any time, publish signals
		// and trade on the accounts that follow them.
		defaults = append(defaults, "--market-still")
	}
	return p.Start(t, p.Call("serve", slices.Concat(defaults, p.Limits, flags)...))
}

// Start starts a server that is stopped when the test ends.
func (p *Installation) Start(t *testing.T, call bourse.Command) *Server {
	t.Helper()
	starting, cancel := context.WithTimeout(t.Context(), 4*Patience) // the demo first creates its history
	defer cancel()
	process, err := call.Serve(starting)
	if err != nil {
		t.Fatalf("start the server: %v", err)
	}
	s := &Server{Process: process, Place: p}
	t.Cleanup(func() { s.MustStop(t) })
	return s
}

// trouble matches what the log of a server should not contain.
var trouble = regexp.MustCompile(`DATA RACE|panic:|"level":"ERROR"`)

// MustStop stops the server and checks its log for errors. It may be called again.
func (s *Server) MustStop(t *testing.T) {
	t.Helper()
	stopping, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := s.Stop(stopping); err != nil {
		t.Errorf("stop the server: %v", err)
	}
	log := s.Log()
	for line := range strings.Lines(log) {
		// On a machine that is too busy to answer in time the listener reconnects, as it should.
		if !s.Troubled && trouble.MatchString(line) && !strings.Contains(line, `"worker":"database-listener"`) {
			t.Errorf("the server's log tells of trouble: %s", line)
		}
	}
	if t.Failed() {
		t.Logf("the end of the server's log:\n%s", Tail(log, 40))
	}
}

// Tail is the last lines of a text.
func Tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// Result is how a command ended.
type Result struct {
	Status       int
	Printed, Log string
}

// Run runs a command of the binary to its end, with the text as its input.
func Run(t *testing.T, call bourse.Command, input string) Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	call.Input = strings.NewReader(input)
	if input == "" {
		call.Input = io.Reader(nil)
	}
	status, printed, log, err := call.Run(ctx)
	if err != nil {
		t.Fatalf("bourse %s: %v", strings.Join(call.Args, " "), err)
	}
	return Result{status, printed, log}
}

// MustRun is Run for a command that has to succeed. It returns the command's output.
func (p *Installation) MustRun(t *testing.T, input, words string, flags ...string) string {
	t.Helper()
	ended := Run(t, p.Call(words, flags...), input)
	if ended.Status != 0 {
		t.Fatalf("bourse %s ended with status %d: %s", words, ended.Status, ended.Log)
	}
	return ended.Printed
}

// ReadFile is the content of a file.
func ReadFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// LastLine is where a command says what went wrong. It may be followed by a line about where to read more.
func LastLine(text string) string {
	text, _, _ = strings.Cut(text, "\nRun \"bourse --help\"")
	return Tail(text, 1)
}
