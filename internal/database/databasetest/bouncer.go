package databasetest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// PoolerVariable names the environment variable that, when set, makes all tests reach PostgreSQL through a Bouncer of
// their process, with few sessions.
const PoolerVariable = "TEST_POOLER"

// BouncerSessions is how many sessions a Bouncer has for each database.
const BouncerSessions = 5

// errNoBouncer means that this machine has no PgBouncer to start.
var errNoBouncer = errors.New("PgBouncer was not found: install it (Debian and Ubuntu: apt-get install pgbouncer; macOS: brew install pgbouncer)")

// Bouncer is a PgBouncer in transaction mode in front of every database of a server, on a loopback port. It never
// outlives the process that started it, even when that is killed.
type Bouncer struct {
	directory string
	address   string
	account   *syscall.Credential
	running   *server
}

// StartBouncer starts a Bouncer in front of the server at the URL and returns when it accepts connections. Settings,
// such as ignore_startup_parameters=…, take precedence over those of every Bouncer. Stop ends it.
func StartBouncer(ctx context.Context, server string, settings ...string) (*Bouncer, error) {
	program, err := bouncerProgram()
	if err != nil {
		return nil, err
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	directory, err := os.MkdirTemp("", "bourse-pgbouncer-")
	if err != nil {
		return nil, err
	}
	b := &Bouncer{directory: directory, account: account}
	if err := onFreePort(ctx, func(port int) error { return b.start(ctx, program, server, port, settings) }); err != nil {
		return nil, errors.Join(err, os.RemoveAll(directory))
	}
	return b, nil
}

// BehindBouncer starts a Bouncer for a test in front of the server at the URL, and returns the URL through it.
func BehindBouncer(t testing.TB, direct string, settings ...string) (pooled string) {
	t.Helper()
	bouncer, err := StartBouncer(t.Context(), direct, settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bouncer.Stop(); err != nil {
			t.Error(err)
		}
	})
	return bouncer.URL(direct)
}

// HasBouncer reports whether this machine has a PgBouncer to start.
func HasBouncer() bool {
	_, err := bouncerProgram()
	return err == nil
}

// bouncerProgram finds PgBouncer, which Debian puts in a folder that only root has in PATH.
func bouncerProgram() (string, error) {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", errNoBouncer
}

// URL returns the URL through the pooler of a database, given its direct URL.
func (b *Bouncer) URL(direct string) string {
	through, err := url.Parse(direct)
	if err != nil {
		return direct // which then fails by itself
	}
	through.Host = b.address
	return through.String()
}

// Stop cuts every connection. Calling it twice is harmless.
func (b *Bouncer) Stop() error {
	b.running.abandon()
	return os.RemoveAll(b.directory)
}

func (b *Bouncer) start(ctx context.Context, program, before string, port int, settings []string) error {
	b.address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	config, err := bouncerConfig(before, port, settings)
	if err != nil {
		return err
	}
	file := filepath.Join(b.directory, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return err
	}
	if err := giveTo(b.account, b.directory, file); err != nil { // PgBouncer does not run as root either
		return err
	}
	command := exec.CommandContext(context.WithoutCancel(ctx), "/bin/sh", "-c", supervisor, "supervisor", "TERM", b.directory, program, "-q", file)
	command.Dir, command.Env = b.directory, []string{"PATH=" + os.Getenv("PATH")}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: b.account}
	if b.running, err = launch(ctx, command, b.URL(before), (*server).abandon); err != nil {
		return fmt.Errorf("start PgBouncer: %w", err)
	}
	return nil
}

// bouncerConfig lets everybody in as the account of the server's URL, which the tests have anyway.
func bouncerConfig(server string, port int, settings []string) (string, error) {
	config, err := pgx.ParseConfig(server)
	if err != nil {
		return "", errors.New("the server's URL cannot be understood") // the cause might show its password
	}
	database := fmt.Sprintf("* = host=%s port=%d user=%s", config.Host, config.Port, config.User)
	if config.Password != "" {
		database += " password='" + strings.ReplaceAll(config.Password, "'", "''") + "'"
	}
	lines := []string{
		"[databases]", database,
		"[pgbouncer]",
		"listen_addr = 127.0.0.1", "listen_port = " + strconv.Itoa(port), "unix_socket_dir =", "auth_type = any",
		"pool_mode = transaction", "default_pool_size = " + strconv.Itoa(BouncerSessions), "max_client_conn = 2000",
		"server_idle_timeout = 10", "server_login_retry = 1",
	}
	return strings.Join(append(lines, settings...), "\n") + "\n", nil
}

// theBouncer is the one that all tests of this process share; nil unless requested.
var theBouncer = sync.OnceValues(func() (*Bouncer, error) {
	if os.Getenv(PoolerVariable) == "" {
		return nil, nil
	}
	server, err := connectOnce()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return StartBouncer(ctx, server.base.String()) // nobody stops it: it ends with the process
})
