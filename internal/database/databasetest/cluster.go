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
	account   *syscall.Credential // who runs the server; nil for who runs this process
	port      int
	settings  []string // beside those of every cluster

	mutex   sync.Mutex
	running *server // nil while halted
}

// StartCluster makes a new cluster and returns when it accepts connections. It fails with ErrNoPostgres
// when the server is not installed, and when it does not start before the context ends. The cluster goes
// on after the context ended: Stop ends it, and so does the end of this process. Settings, such as fsync=on,
// go before those of a cluster for tests.
func StartCluster(ctx context.Context, settings ...string) (*Cluster, error) {
	return startCluster(ctx, "", settings)
}

// StartClusterForTests is StartCluster for tests that make and drop a database each: it keeps its data in memory where
// there is room. On a disk most of what such a database costs is to make and remove its files, of which there are hundreds.
func StartClusterForTests(ctx context.Context) (*Cluster, error) {
	return startCluster(ctx, MemoryFolder(), nil)
}

// StartClusterIn is StartCluster with everything of the cluster below a folder, which other users can look into: a small
// disk that a test fills, for instance.
func StartClusterIn(ctx context.Context, folder string, settings ...string) (*Cluster, error) {
	return startCluster(ctx, folder, settings)
}

// startCluster makes a cluster below a folder; empty is the system's for temporary files.
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

// StartStandby makes a copy of the cluster that follows it, and returns when it accepts connections. The cluster must have been
// started with ReplicatingSettings.
func (c *Cluster) StartStandby(ctx context.Context) (*Cluster, error) {
	programs, _, err := Programs() // of which not all are where the server's own are
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

// URL is that of the database postgres, for its superuser.
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

// Stop ends the server, cuts its connections and removes its data. It is harmless to call it twice.
func (c *Cluster) Stop() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.running != nil {
		c.running.abandon()
		c.running = nil
	}
	return os.RemoveAll(c.directory)
}

// Halt ends the server and cuts its connections, and keeps its data for Restart.
func (c *Cluster) Halt() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.halt()
}

// Crash ends the server at once, without a checkpoint and without a word to its clients, and keeps its data for Restart:
// what was committed is in its log and nowhere else.
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

// IsRunning tells whether the server was started and has not ended, by an order or by itself.
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

// initialize makes the data folder. The server asks for a password, so that other users of the machine
// do not get at it, and by the cheaper of its two ways: the tests connect many thousand times, and the other one makes
// guessing slow, which a password of 128 bits at random has no need of.
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

// giveTo makes files belong to who runs a server; nil is who runs this process.
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
