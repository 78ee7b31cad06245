package operations_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// isolatedVariable is set in the process in which a test runs alone.
const isolatedVariable = "BOURSE_E2E_ISOLATED"

// isolate reruns the test in a process with its own network, mounts and process ids, and reports whether this is that
// process. Everything the test creates there, addresses, names and processes, disappears with it, however it ends.
func isolate(t *testing.T) bool {
	t.Helper()
	if os.Getenv(isolatedVariable) != "" {
		prepareIsolation(t)
		return true
	}
	if os.Geteuid() != 0 {
		lacking(t, "only root can make networks of its own; run the tests as root or in a container")
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=30m")
	command.Env = append(os.Environ(), isolatedVariable+"=1", bourse.BuiltVariable+"="+filepath.Dir(kit.Binary))
	command.SysProcAttr = &syscall.SysProcAttr{
		Unshareflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS, Cloneflags: syscall.CLONE_NEWPID, Pdeathsig: syscall.SIGKILL,
	}
	said, err := command.CombinedOutput()
	t.Logf("%s", said)
	if err != nil || !strings.Contains(string(said), "--- PASS: "+t.Name()) {
		t.Errorf("in a network of its own: %v", err)
	}
	return false
}

func prepareIsolation(t *testing.T) {
	t.Helper()
	if err := os.MkdirAll("/run/netns", 0o755); err != nil {
		t.Fatal(err)
	}
	shell(t, "mount -t proc proc /proc")
	shell(t, "mount -t tmpfs tmpfs /run/netns")
	shell(t, "ip link set lo up")
}

// shell runs a command line to its end.
func shell(t *testing.T, format string, arguments ...any) string {
	t.Helper()
	line := fmt.Sprintf(format, arguments...)
	ctx, cancel := context.WithTimeout(context.Background(), kit.Patience)
	defer cancel()
	said, err := exec.CommandContext(ctx, "/bin/sh", "-c", line).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", line, err, said)
	}
	return string(said)
}

// databaseName is the database's host name in the platform's settings.
const databaseName = "database.test"

// wires are the network of two databases: one wire from here to each, and one between them for replication.
type wires struct{ hosts string }

func newWires(t *testing.T, nodes [2]*node) *wires {
	t.Helper()
	for i, n := range nodes {
		shell(t, "ip netns add %s && ip -n %s link set lo up", n.name, n.name)
		shell(t, "ip link add here%d type veth peer name app netns %s", i, n.name)
		shell(t, "ip addr add 10.77.%d.1/24 dev here%d && ip link set here%d up", i, i, i)
		n.address, n.replication = fmt.Sprintf("10.77.%d.2", i), fmt.Sprintf("10.77.9.%d", i+1)
	}
	shell(t, "ip -n %s link add twin type veth peer name twin netns %s", nodes[0].name, nodes[1].name)
	w := &wires{hosts: filepath.Join(t.TempDir(), "hosts")}
	for _, n := range nodes {
		n.connect(t)
	}
	if err := os.WriteFile(w.hosts, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w.point(t, nodes[0])
	shell(t, "mount --bind %s /etc/hosts", w.hosts)
	return w
}

// point points the database's name to a node. The file stays the same one, as it is mounted.
func (w *wires) point(t *testing.T, to *node) {
	t.Helper()
	content := fmt.Sprintf("127.0.0.1 localhost\n%s %s\n", to.address, databaseName)
	file, err := os.OpenFile(w.hosts, os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteAt([]byte(content), 0)
		err = errors.Join(err, file.Truncate(int64(len(content))), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// connect gives a node its addresses.
func (n *node) connect(t *testing.T) {
	t.Helper()
	shell(t, "ip -n %s addr replace %s/24 dev app && ip -n %s link set app up", n.name, n.address, n.name)
	shell(t, "ip -n %s addr replace %s/24 dev twin && ip -n %s link set twin up", n.name, n.replication, n.name)
}

// vanish removes a node's addresses: what is sent to it arrives nowhere, and no error comes back.
func (n *node) vanish(t *testing.T) time.Time {
	t.Helper()
	shell(t, "ip -n %s addr flush dev app; ip -n %s addr flush dev twin", n.name, n.name)
	return time.Now()
}
