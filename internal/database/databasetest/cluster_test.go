package databasetest_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// startVariable makes this test binary start a cluster and wait to be killed.
const startVariable = "DATABASETEST_START_CLUSTER"

func TestMain(m *testing.M) {
	if os.Getenv(startVariable) == "" {
		testkit.Main(m)
	}
	cluster, err := databasetest.StartCluster(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(cluster.URL())
	select {}
}

func start(t *testing.T) *databasetest.Cluster {
	t.Helper()
	cluster, err := databasetest.StartCluster(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	return cluster
}

func TestARestartKeepsTheDataUnderTheSameURL(t *testing.T) {
	t.Parallel()
	cluster := start(t)
	before := cluster.URL()
	if _, err := databasetest.Ask(t.Context(), before, "CREATE TABLE kept AS SELECT 'yes' AS answer"); err != nil && err != pgx.ErrNoRows {
		t.Fatal(err)
	}
	if err := cluster.Halt(); err != nil {
		t.Fatal(err)
	}
	if _, err := databasetest.Ask(t.Context(), before, "SELECT 'still there'"); err == nil {
		t.Error("the halted server answers")
	}
	for _, end := range []func() error{nil, nil, cluster.Crash} { // once halted, once running, once after a crash
		if end != nil {
			if err := end(); err != nil || cluster.IsRunning() {
				t.Fatalf("the server runs after a crash: %v, error %v", cluster.IsRunning(), err)
			}
		}
		if err := cluster.Restart(t.Context()); err != nil || !cluster.IsRunning() {
			t.Fatalf("the server runs: %v, error %v", cluster.IsRunning(), err)
		}
		if answer, err := databasetest.Ask(t.Context(), before, "SELECT answer FROM kept"); answer != "yes" {
			t.Errorf("the restarted server answers %q (error %v)", answer, err)
		}
	}
}

func TestAStoppedClusterLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	cluster := start(t)
	data, err := databasetest.Ask(t.Context(), cluster.URL(), "SHOW data_directory")
	if err != nil {
		t.Fatal(err)
	}
	if err := cluster.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(data)); !os.IsNotExist(err) {
		t.Errorf("the cluster's folder: %v, want that it does not exist", err)
	}
	if _, err := databasetest.Ask(t.Context(), cluster.URL(), "SELECT 'still there'"); err == nil {
		t.Error("the stopped server answers")
	}
}

func TestAClusterAsksForItsPassword(t *testing.T) {
	t.Parallel()
	cluster := start(t)
	address, err := url.Parse(cluster.URL())
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword("postgres", "guessed")
	if _, err := databasetest.Ask(t.Context(), address.String(), "SELECT 'let in'"); err == nil {
		t.Error("the server lets in whoever comes")
	}
}

func TestAClusterEndsWithAProcessThatIsKilled(t *testing.T) {
	t.Parallel()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), startVariable+"=yes")
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the process did not start a cluster: %v", err)
	}
	address := strings.TrimSpace(line)
	data, err := databasetest.Ask(t.Context(), address, "SHOW data_directory")
	if err != nil {
		t.Fatal(err)
	}
	connection, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context())
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // killed, as ordered

	limited, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // enough for a busy machine
	defer cancel()
	if _, err := connection.WaitForNotification(limited); limited.Err() != nil {
		t.Fatalf("the server still runs: %v", err)
	}
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		if _, err := os.Stat(filepath.Dir(data)); os.IsNotExist(err) {
			return
		}
		select {
		case <-again.C:
		case <-limited.Done():
			t.Fatal("the cluster's folder is still there")
		}
	}
}

func TestAClusterForTestsIsInMemoryWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	cluster, err := databasetest.StartClusterForTests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	folder, err := databasetest.Ask(t.Context(), cluster.URL(), "SHOW data_directory")
	if err != nil {
		t.Fatal(err)
	}
	parent := cmp.Or(databasetest.MemoryFolder(), os.TempDir())
	if !strings.HasPrefix(folder, parent) {
		t.Errorf("the data are in %s, want them below %s", folder, parent)
	}
}
