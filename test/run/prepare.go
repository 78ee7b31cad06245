package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/bourse"
)

// ensureCompiler makes sure that C can be compiled, which the race detector needs. It fails when the compiler is
// missing and cannot be installed.
func ensureCompiler(ctx context.Context) error {
	if compiles(ctx) {
		return nil
	}
	if err := install(ctx, "gcc", "libc6-dev"); err != nil {
		return fmt.Errorf("the race detector needs a C compiler and the C library's headers: %w", err)
	}
	if !compiles(ctx) {
		return errors.New("the race detector needs a C compiler, and the one that `go env CC` names does not work")
	}
	return nil
}

// ensureTools makes sure that there is what the tests start. It fails when something is missing and cannot be
// installed.
func (r request) ensureTools(ctx context.Context) error {
	ensureLocale(ctx)
	ensureDisks(ctx, r.packages)
	commands := []string{"git"}
	if slices.ContainsFunc(r.packages, isJourney) {
		// The guides are followed with these. Debian's packages have the commands' names.
		commands = append(commands, "bash", "curl", "jq", "npm", "oathtool", bourse.Browser)
	}
	if err := ensureCommands(ctx, commands); err != nil {
		return err
	}
	if r.racing {
		if err := ensureCompiler(ctx); err != nil {
			return err
		}
	}
	if slices.Contains(r.packages, journeys+"console") && ensureCommands(ctx, []string{bourse.HeadlessBrowser}) != nil {
		fmt.Fprintf(os.Stderr, "there is no %s: the journeys take longer\n", bourse.HeadlessBrowser)
	}
	return ensurePooler(ctx, r.packages)
}

// ensureCommands makes sure that commands exist whose packages have the same names.
func ensureCommands(ctx context.Context, names []string) error {
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if err := install(ctx, name); err != nil {
			return fmt.Errorf("the tests need %s: %w", name, err)
		}
	}
	return nil
}

// poolerTests are the packages whose tests reach PostgreSQL through PgBouncer.
var poolerTests = []string{"bourse/internal/database", blackBox + "operations"}

// ensurePooler makes sure that there is a PgBouncer, if one of the packages needs it.
func ensurePooler(ctx context.Context, packages []string) error {
	if databasetest.HasBouncer() || !slices.ContainsFunc(poolerTests, func(name string) bool { return slices.Contains(packages, name) }) {
		return nil
	}
	if err := install(ctx, "pgbouncer"); err != nil {
		return fmt.Errorf("the tests through a pooler need pgbouncer: %w", err)
	}
	return nil
}

// diskTests is the package whose tests create disks.
const diskTests = blackBox + "operations"

// ensureDisks makes sure that disks can be created, if the package needs it and may mount one. Otherwise the tests
// say what they lack.
func ensureDisks(ctx context.Context, packages []string) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 || !slices.Contains(packages, diskTests) {
		return
	}
	for command, name := range map[string]string{"mkfs.ext4": "e2fsprogs", "chattr": "e2fsprogs", "mount": "mount"} {
		if _, err := exec.LookPath(command); err == nil {
			continue
		}
		if err := install(ctx, name); err != nil {
			fmt.Fprintf(os.Stderr, "there is no %s: %v\n", command, err)
		}
	}
}

// compiles tries the compiler on a header of the C library, because either may be missing.
func compiles(ctx context.Context) bool {
	name, err := exec.CommandContext(ctx, "go", "env", "CC").Output()
	if err != nil {
		return false
	}
	words := append(strings.Fields(string(name)), "-E", "-x", "c", "-")
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Stdin = strings.NewReader("#include <stdlib.h>\n")
	return command.Run() == nil
}

// ensureLocale makes sure that the system has the locale that most databases have. If it cannot, the cluster does
// without and its summary says so.
func ensureLocale(ctx context.Context) {
	if os.Getenv(databasetest.ServerVariable) != "" || hasLocale(ctx) {
		return
	}
	if _, err := exec.LookPath("localedef"); err != nil || !hasLocaleSources() {
		if err := install(ctx, "locales"); err != nil {
			fmt.Fprintf(os.Stderr, "there is no locale %s: %v\n", databasetest.Locale, err)
			return
		}
	}
	command := exec.CommandContext(ctx, "localedef", "-i", "en_US", "-f", "UTF-8", databasetest.Locale)
	if said, err := command.CombinedOutput(); err != nil || !hasLocale(ctx) {
		fmt.Fprintf(os.Stderr, "there is no locale %s: localedef: %v\n%s", databasetest.Locale, err, said)
	}
}

// hasLocale looks for the locale in the system's list, which spells the encoding differently.
func hasLocale(ctx context.Context) bool {
	list, err := exec.CommandContext(ctx, "locale", "-a").Output()
	if err != nil {
		return false
	}
	for name := range strings.Lines(string(list)) {
		plain := strings.ReplaceAll(strings.TrimSpace(name), "utf8", "UTF-8")
		if plain == databasetest.Locale {
			return true
		}
	}
	return false
}

func hasLocaleSources() bool {
	_, err := os.Stat("/usr/share/i18n/locales/en_US")
	return err == nil
}

// ensurePostgres returns the URL of a server to test on and a function to call when the tests are over. The server is
// the caller's if TEST_POSTGRES_URL names it, and otherwise a cluster of this process.
func ensurePostgres(ctx context.Context) (url string, stop func() error, err error) {
	if url := os.Getenv(databasetest.ServerVariable); url != "" {
		return url, func() error { return nil }, nil
	}
	cluster, err := startCluster(ctx)
	if errors.Is(err, databasetest.ErrNoPostgres) {
		if failed := install(ctx, "postgresql"); failed != nil {
			return "", nil, fmt.Errorf("%w (%w)", err, failed)
		}
		cluster, err = startCluster(ctx)
	}
	if err != nil {
		return "", nil, err
	}
	return cluster.URL(), cluster.Stop, nil
}

func startCluster(ctx context.Context) (*databasetest.Cluster, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	return databasetest.StartClusterForTests(ctx)
}

// prepareEnvironment creates what the tests of all packages share and returns the variables with its location: the
// server, a migrated database of each engine, and a folder for the tests' files, of which each test creates dozens
// that live for a second. The folder is in memory if there is room; go builds where it did before.
func prepareEnvironment(ctx context.Context, server string) (environment []string, remove func() error, err error) {
	folder, err := os.MkdirTemp(databasetest.MemoryFolder(), "bourse-tests-")
	if err != nil {
		return nil, nil, err
	}
	// A test that starts its own PostgreSQL has another account run it, which needs to pass through here and, when
	// that test is killed, to remove its own files, as in every temporary folder.
	err = os.Chmod(folder, os.ModeSticky|0o733)
	var templates []string
	var removeTemplates func(ctx context.Context) error
	if err == nil {
		templates, removeTemplates, err = databasetest.MakeTemplates(ctx, server, folder)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	remove = func() error { return errors.Join(removeTemplates(context.WithoutCancel(ctx)), os.RemoveAll(folder)) }
	return append(templates, databasetest.ServerVariable+"="+server, "TMPDIR="+folder, "GOTMPDIR="+os.TempDir()), remove, nil
}

// install installs system packages if that is possible without asking: as root on a system with apt. It fails
// everywhere else.
func install(ctx context.Context, packages ...string) error {
	wanted := strings.Join(packages, " ")
	apt, err := exec.LookPath("apt-get")
	if err != nil || os.Geteuid() != 0 {
		return fmt.Errorf("please install %s; only root on a system with apt-get gets it installed by itself", wanted)
	}
	fmt.Fprintln(os.Stderr, "installing", wanted)
	for _, arguments := range [][]string{
		{"update"},
		append([]string{"install", "-y", "--no-install-recommends"}, packages...),
	} {
		command := exec.CommandContext(ctx, apt, arguments...)
		command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("apt-get %s: %w\n%s", strings.Join(arguments, " "), err, output)
		}
	}
	return nil
}
