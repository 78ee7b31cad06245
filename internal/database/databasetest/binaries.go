package databasetest

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrNoPostgres means that this machine has no PostgreSQL server to start.
var ErrNoPostgres = errors.New("PostgreSQL's server programs (initdb and postgres) were not found: install them " +
	"(Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or set " + ServerVariable +
	" to the URL of a server on which tests may create databases")

// findBinaries returns the folder of the server's programs. It looks in PATH first and then where distributions put
// them, which is outside PATH. It fails with ErrNoPostgres.
func findBinaries() (string, error) {
	var candidates []string
	if path, err := exec.LookPath("initdb"); err == nil {
		candidates = append(candidates, filepath.Dir(path))
	}
	if output, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		candidates = append(candidates, strings.TrimSpace(string(output)))
	}
	candidates = append(candidates, newestFirst("/usr/lib/postgresql/*/bin")...)
	candidates = append(candidates, newestFirst("/usr/pgsql-*/bin")...)
	for _, candidate := range candidates {
		if isProgram(filepath.Join(candidate, "initdb")) && isProgram(filepath.Join(candidate, "postgres")) {
			return candidate, nil
		}
	}
	return "", ErrNoPostgres
}

// newestFirst lists the matching folders, highest version first.
func newestFirst(pattern string) []string {
	folders, _ := filepath.Glob(pattern) // fails only on a bad pattern
	version := func(folder string) float64 {
		name := strings.TrimPrefix(filepath.Base(filepath.Dir(folder)), "pgsql-")
		number, _ := strconv.ParseFloat(name, 64) // anything but a version counts as the oldest
		return number
	}
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	return folders
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// unprivileged returns the account that runs the server when this process is root, because PostgreSQL refuses to run as
// root. It is nil when this process is an ordinary user.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(account.Uid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("the account %s: %w", name, err)
		}
		gid, err := strconv.ParseUint(account.Gid, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("the account %s: %w", name, err)
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no account named postgres or nobody")
}

// Programs returns the folder of PostgreSQL's programs and the account that runs them when this process is root, for
// tests that need a server of another kind than a Cluster. It fails with ErrNoPostgres.
func Programs() (folder string, account *syscall.Credential, err error) {
	if folder, err = findBinaries(); err != nil {
		return "", nil, err
	}
	// If only some of them are linked into PATH, the others are next to the links' targets.
	linked, err := filepath.EvalSymlinks(filepath.Join(folder, "initdb"))
	if err != nil {
		return "", nil, err
	}
	account, err = unprivileged()
	return filepath.Dir(linked), account, err
}
