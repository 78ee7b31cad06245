package databasetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
)

// Cluster is a throw-away PostgreSQL server on a loopback port. It never outlives the process that
// started it, even when that is killed.
type Cluster struct {
	binaries  string
	directory string // everything of the cluster; removed by Stop
	password  string
	account   *syscall.Credential // the account that runs the server; nil for this process's
	port      int
	settings  []string // in addition to those of every cluster

	mutex   sync.Mutex
	running *server // nil while halted
}

// StartCluster creates a cluster and returns when it accepts connections. It fails with ErrNoPostgres when the server
// is not installed, and when it does not start before the context ends. The cluster survives the context: Stop ends it,
// and so does the end of this process. Settings, such as fsync=on, take precedence over those for tests.
func StartCluster(ctx context.Context, settings ...string) (*Cluster, error) {
	return startCluster(ctx, "", settings)
}

// StartClusterForTests is StartCluster for tests that create and drop a database each: it keeps its data in memory if
// there is room. On a disk most of the cost of such a database is creating and removing its hundreds of files.
func StartClusterForTests(ctx context.Context) (*Cluster, error) {
	return startCluster(ctx, MemoryFolder(), nil)
}

// StartClusterIn is StartCluster with all files of the cluster below a folder that other users can read, for example a
// small disk that a test fills.
func StartClusterIn(ctx context.Context, folder string, settings ...string) (*Cluster, error) {
	return startCluster(ctx, folder, settings)
}

// startCluster creates a cluster below a folder; empty means the system's folder for temporary files.
func startCluster(ctx context.Context, parent string, settings []string) (*Cluster, error) {
	binaries, err := findBinaries()
	if err != nil {
		return nil, err
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	directory, err := os.MkdirTemp(parent, "bourse-postgres-")
	if err != nil {
		return nil, err
	}
	cluster := &Cluster{binaries: binaries, directory: directory, password: rand.Text(), account: account, settings: settings}
	if err := cluster.initialize(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(directory))
	}
	if err := cluster.startOnFreePort(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(directory))
	}
	return cluster, nil
}

// StartStandby creates a standby of the cluster and returns when it accepts connections. The cluster must have been
// started with ReplicatingSettings.
func (c *Cluster) StartStandby(ctx context.Context) (*Cluster, error) {
	programs, _, err := Programs() // not all of them are in the server's folder
	if err != nil {
		return nil, err
	}
	directory, err := os.MkdirTemp(filepath.Dir(c.directory), "bourse-postgres-")
	if err != nil {
		return nil, err
	}
	standby := &Cluster{binaries: c.binaries, directory: directory, password: c.password, account: c.account, settings: c.settings}
	if err = giveTo(c.account, directory); err == nil {
		command := standby.command(ctx, filepath.Join(programs, "pg_basebackup"), "-d", c.URL(), "-D", standby.dataDirectory(), "-X", "stream", "-R", "-c", "fast", "--no-sync")
		if said, failed := command.CombinedOutput(); failed != nil {
			err = fmt.Errorf("pg_basebackup: %w: %s", failed, bytes.TrimSpace(said))
		}
	}
	if err == nil {
		err = standby.startOnFreePort(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(directory))
	}
	return standby, nil
}

// ReplicatingSettings are those of a cluster that can have a standby.
var ReplicatingSettings = []string{"wal_level=replica", "max_wal_senders=4", "hot_standby=on"}

// URL returns the URL of the database postgres for its superuser.
func (c *Cluster) URL() string {
	address := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword("postgres", c.password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)),
		Path:     "/postgres",
		RawQuery: "sslmode=disable&connect_timeout=" + connectTimeout,
	}
	return address.String()
}

// Stop ends the server, cuts its connections and removes its data. Calling it twice is harmless.
func (c *Cluster) Stop() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.running != nil {
		c.running.abandon()
		c.running = nil
	}
	return os.RemoveAll(c.directory)
}

// Halt ends the server and cuts its connections, but keeps its data for Restart.
func (c *Cluster) Halt() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.halt()
}

// Crash ends the server at once, without a checkpoint and without notifying its clients, but keeps its data for
// Restart: recent commits are only in its log.
func (c *Cluster) Crash() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.running == nil {
		return nil
	}
	err := c.running.end("crash")
	c.running = nil
	return err
}

// IsRunning reports whether the server was started and has not ended, on request or by itself.
func (c *Cluster) IsRunning() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.running == nil {
		return false
	}
	select {
	case <-c.running.exited:
		return false
	default:
		return true
	}
}

// Restart ends the server if it runs and starts it again with the same data under the same URL. It
// returns when the server accepts connections and fails when it does not before the context ends.
func (c *Cluster) Restart(ctx context.Context) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := c.halt(); err != nil {
		return err
	}
	return c.start(ctx)
}

func (c *Cluster) halt() error {
	if c.running == nil {
		return nil
	}
	err := c.running.halt()
	c.running = nil
	return err
}

// initialize creates the data folder. The server requires a password, so that other users of the machine have no
// access. It uses the cheaper of its two methods: the tests connect many thousand times, and the other one makes
// guessing slow, which a random 128-bit password does not need.
func (c *Cluster) initialize(ctx context.Context) error {
	passwordFile := filepath.Join(c.directory, "password")
	if err := os.WriteFile(passwordFile, []byte(c.password), 0o600); err != nil {
		return err
	}
	if err := giveTo(c.account, c.directory, passwordFile); err != nil {
		return err
	}
	var err error
	for _, locale := range locales {
		arguments := append([]string{"--pgdata=" + c.dataDirectory(), "--username=postgres", "--pwfile=" + passwordFile,
			"--auth=md5", "--encoding=UTF8", "--no-sync"}, locale...)
		command := c.command(ctx, filepath.Join(c.binaries, "initdb"), arguments...)
		output, failed := command.CombinedOutput()
		if failed == nil {
			return os.Remove(passwordFile)
		}
		err = errors.Join(err, fmt.Errorf("initdb: %w: %s", failed, bytes.TrimSpace(output)))
		if ctx.Err() != nil {
			break
		}
	}
	return err
}

// giveTo changes the owner of files to the account that runs a server; nil means that of this process.
func giveTo(account *syscall.Credential, paths ...string) error {
	if account == nil {
		return nil
	}
	for _, path := range paths {
		if err := os.Chown(path, int(account.Uid), int(account.Gid)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cluster) startOnFreePort(ctx context.Context) error {
	return onFreePort(ctx, func(port int) error {
		c.port = port
		return c.start(ctx)
	})
}

func (c *Cluster) dataDirectory() string { return filepath.Join(c.directory, "data") }

// command prepares a program of the cluster: under its account, in its folder, without this process's
// environment, whose PG… variables would change what it does, and in a process group of its own, so that
// an interrupt from the terminal reaches only this process, which then stops the cluster in order.
func (c *Cluster) command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = c.directory
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.directory, "TMPDIR=" + c.directory}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c.account}
	return command
}
