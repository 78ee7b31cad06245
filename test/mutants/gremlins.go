package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// toolModule is the module that pins gremlins.
	toolModule = "test/mutants/tool"
	// patience is how many times longer the tests may take with a change than without. A busy machine must not be
	// taken for an endless loop.
	patience = 6
	// atLeast is the minimum time reported for the tests without a change: building alone soon exceeds a limit of a
	// few seconds.
	atLeast = 10 * time.Second
	// realGo names the variable with the go command that actAsGo replaces.
	realGo = "MUTANTS_GO"
	// testFlags are the flags of every test run: nothing comes from the cache, because the time limit follows from
	// how long the tests take, and nobody debugs these binaries.
	testFlags = "-trimpath -count=1 -vet=off -ldflags=-w"
)

// tester runs gremlins on one package after the other.
type tester struct {
	folder      string // contains everything, and is removed at the end
	environment []string
	workers     int
	dry         bool
	progress    io.Writer // reports each mutant after its test
}

// newTester builds gremlins and creates the folder, which remove removes.
func newTester(ctx context.Context, workers int, dry bool, progress io.Writer) (*tester, error) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	t := &tester{folder: folder, workers: workers, dry: dry, progress: progress}
	bin := filepath.Join(folder, "bin")
	t.environment = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), realGo+"="+goCommand,
		"GOFLAGS="+testFlags+" -exec="+filepath.Join(bin, inParts), timesFile+"="+t.times(), preparedVariable+"="+t.prepared(), "TMPDIR="+folder)
	build := exec.CommandContext(ctx, "go", "build", "-C", toolModule, "-o", t.gremlins(), "github.com/go-gremlins/gremlins/cmd/gremlins")
	if said, err := build.CombinedOutput(); err != nil {
		t.remove()
		return nil, fmt.Errorf("build gremlins: %w\n%s", err, said)
	}
	err = errors.Join(os.MkdirAll(bin, 0o755), os.Symlink(self, filepath.Join(bin, "go")), os.Symlink(self, filepath.Join(bin, inParts)))
	if err != nil {
		t.remove()
		return nil, err
	}
	return t, nil
}

func (t *tester) gremlins() string { return filepath.Join(t.folder, "gremlins") }

func (t *tester) prepared() string { return filepath.Join(t.folder, "prepared") }

func (t *tester) times() string { return filepath.Join(t.folder, "times.json") }

func (t *tester) remove() { _ = os.RemoveAll(t.folder) }

// test returns the mutants of a package and the result of each.
func (t *tester) test(ctx context.Context, target target) ([]mutant, error) {
	module := filepath.Join(t.folder, "module")
	if err := os.RemoveAll(module); err != nil {
		return nil, err
	}
	if err := copyModule(ctx, target, module); err != nil {
		return nil, fmt.Errorf("copy: %w", err)
	}
	excluded, err := target.excluded()
	if err != nil {
		return nil, err
	}
	if err := t.prepare(ctx, target, module); err != nil {
		return nil, err
	}
	output := filepath.Join(t.folder, "result.json")
	arguments := []string{"unleash", "--workers", strconv.Itoa(t.workers), "--timeout-coefficient", strconv.Itoa(patience), "--output", output}
	if t.dry {
		arguments = append(arguments, "--dry-run")
	}
	for _, pattern := range excluded {
		arguments = append(arguments, "--exclude-files", pattern)
	}
	command := exec.CommandContext(ctx, t.gremlins(), append(arguments, "./"+target.dir)...)
	command.Dir, command.Env = module, t.environment
	// If it is interrupted rather than killed, gremlins ends what it has started.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	var said bytes.Buffer
	command.Stdout = io.MultiWriter(&said, t.progress)
	command.Stderr = command.Stdout
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("gremlins: %w\n%s", err, said.Bytes())
	}
	written, err := os.ReadFile(output)
	if err != nil {
		return nil, err
	}
	return readMutants(written, os.DirFS(filepath.Join(module, target.dir)))
}

// prepare builds the tests of a package with all changes in it, and measures how long they take. They must pass with
// all changes inactive, or a failure would mean nothing.
func (t *tester) prepare(ctx context.Context, target target, module string) error {
	if t.dry {
		return nil
	}
	if err := prepare(ctx, target, module, t.prepared()); err != nil {
		return err
	}
	return measureTimes(ctx, filepath.Join(t.prepared(), preparedTests), filepath.Join(module, target.dir), t.times())
}

// excluded are patterns of the files to leave unchanged: those of the packages below, and all but the chosen ones.
func (t target) excluded() ([]string, error) {
	patterns := []string{"/"}
	if len(t.files) == 0 {
		return patterns, nil
	}
	names, err := t.filesOf(t.dir)
	if err != nil {
		return nil, err
	}
	for _, name := range t.files {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no file %s", name)
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".go") && !slices.Contains(t.files, name) {
			patterns = append(patterns, "^"+regexp.QuoteMeta(name)+"$")
		}
	}
	return patterns, nil
}

// actAsGo is the go command that gremlins finds: the real one, with four differences. A prepared change is not built.
// One that does not compile ends with status 2, by which gremlins distinguishes it from one that the tests have
// noticed; go test itself ends with 1 for both. Coverage is reported more completely. And nothing is downloaded: what
// the tests need was there when it was listed.
func actAsGo(arguments []string) int {
	if len(arguments) > 0 && arguments[0] == "mod" {
		return 0
	}
	profile := slices.Index(arguments, "-coverprofile")
	if len(arguments) > 0 && arguments[0] == "test" && profile < 0 {
		if status, isPrepared := testPrepared(arguments); isPrepared {
			return min(status, 1)
		}
	}
	begun := time.Now()
	command := exec.Command(os.Getenv(realGo), arguments...)
	said, err := command.CombinedOutput()
	if err == nil && profile >= 0 {
		err = amendProfile(arguments[profile+1], ".")
		time.Sleep(time.Until(begun.Add(atLeast))) // gremlins derives its limit from this time
	}
	_, _ = os.Stdout.Write(said)
	switch {
	case err == nil:
		return 0
	case bytes.Contains(said, []byte("[build failed]")):
		return 2
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}
