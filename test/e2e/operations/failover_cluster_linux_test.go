package operations_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// node is a machine with PostgreSQL: its own network, folder and server.
type node struct {
	name                 string
	address, replication string // for the platform, and for the other node
	folder               string
	server               *exec.Cmd
	said                 bytes.Buffer
}

// pair is two nodes, one primary and one standby that follows it: what is acknowledged is on both.
type pair struct {
	programs         string
	account          *syscall.Credential
	wires            *wires
	primary, standby *node
}

func newPair(t *testing.T) *pair {
	t.Helper()
	programs, account, err := databasetest.Programs()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	shell(t, "chmod 755 %s %s", filepath.Dir(root), root) // both belong to this test
	p := &pair{programs: programs, account: account, primary: &node{name: "north"}, standby: &node{name: "south"}}
	for _, n := range []*node{p.primary, p.standby} {
		n.folder = filepath.Join(root, n.name)
		shell(t, "mkdir %s && chown %d:%d %s && chmod 700 %s", n.folder, account.Uid, account.Gid, n.folder, n.folder)
	}
	p.wires = newWires(t, [2]*node{p.primary, p.standby})
	p.run(t, p.primary, "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D", p.primary.folder)
	shell(t, "printf 'host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n' >> %s/pg_hba.conf", p.primary.folder)
	p.start(t, p.primary)
	p.query(t, p.primary, "CREATE DATABASE bourse")
	p.follow(t)
	return p
}

// inside is one of PostgreSQL's programs on a node, under its account.
func (p *pair) inside(n *node, program string, arguments ...string) *exec.Cmd {
	return exec.Command("ip", append([]string{"netns", "exec", n.name, "setpriv", fmt.Sprintf("--reuid=%d", p.account.Uid),
		fmt.Sprintf("--regid=%d", p.account.Gid), "--clear-groups", filepath.Join(p.programs, program)}, arguments...)...)
}

func (p *pair) run(t *testing.T, n *node, program string, arguments ...string) {
	t.Helper()
	if said, err := p.inside(n, program, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s on %s: %v: %s", program, n.name, err, said)
	}
}

// start starts the server of a node and waits until it answers.
func (p *pair) start(t *testing.T, n *node) {
	t.Helper()
	n.said.Reset()
	n.server = p.inside(n, "postgres", "-D", n.folder, "-c", "listen_addresses=*", "-c", "unix_socket_directories=", "-c", "fsync=off",
		"-c", "wal_level=replica", "-c", "hot_standby=on", "-c", "max_connections=120", "-c", "wal_keep_size=512MB")
	n.server.Stdout, n.server.Stderr = &n.said, &n.said
	if err := n.server.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Within(t, kit.Patience, n.name+" answers", func() bool { _, err := p.ask(n, "SELECT 1"); return err == nil })
}

// stop ends the server of a node at once.
func (p *pair) stop(n *node) {
	if n.server != nil {
		_ = n.server.Process.Signal(syscall.SIGQUIT) // ip and setpriv have been replaced by the server
		_ = n.server.Wait()
	}
}

// follow makes the standby a synchronous copy.
func (p *pair) follow(t *testing.T) {
	t.Helper()
	p.run(t, p.standby, "pg_basebackup", "-h", p.primary.replication, "-U", "postgres", "-D", p.standby.folder, "-X", "stream", "-R", "-c", "fast", "--no-sync")
	// Once it is the primary there is no standby to wait for.
	settings, err := os.OpenFile(filepath.Join(p.standby.folder, "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = settings.WriteString("synchronous_standby_names = ''\n")
		_ = settings.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.start(t, p.standby)
	p.query(t, p.primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
	p.query(t, p.primary, "SELECT pg_reload_conf()::text")
	testkit.Within(t, kit.Patience, "the standby is synchronous", func() bool {
		state, err := p.ask(p.primary, "SELECT COALESCE(MAX(sync_state), '') FROM pg_stat_replication WHERE state = 'streaming'")
		return err == nil && state == "sync"
	})
}

// failOver silently takes the primary off the network, promotes the standby and points the name to it. It returns
// when the primary vanished.
func (p *pair) failOver(t *testing.T) time.Time {
	t.Helper()
	vanished := p.primary.vanish(t)
	p.query(t, p.standby, "SELECT pg_promote()::text")
	p.primary, p.standby = p.standby, p.primary
	p.wires.point(t, p.primary)
	return vanished
}

// heal makes the node that had vanished the new standby.
func (p *pair) heal(t *testing.T) {
	t.Helper()
	p.stop(p.standby)
	p.standby.connect(t)
	shell(t, "rm -rf %s/*", p.standby.folder)
	p.follow(t)
}

func (p *pair) query(t *testing.T, n *node, statement string) {
	t.Helper()
	if _, err := p.ask(n, statement); err != nil {
		t.Fatalf("%s on %s: %v\n%s", statement, n.name, err, n.said.String())
	}
}

// ask runs a statement on a node and returns its first value.
func (p *pair) ask(n *node, statement string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	address := "postgres://postgres@" + n.address + "/postgres?sslmode=disable&connect_timeout=5"
	if !strings.HasPrefix(statement, "SELECT") {
		return "", databasetest.Tell(ctx, address, statement)
	}
	return databasetest.Ask(ctx, address, statement)
}
