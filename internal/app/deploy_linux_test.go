package app

import (
	"bufio"
	"errors"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// crashing is set for the process that crashes in a test.
const crashing = "TEST_THAT_CRASHES"

// unitSettings are the lines of the systemd unit by their names, in their order.
func unitSettings(t *testing.T) map[string][]string {
	t.Helper()
	file, err := os.Open("../../deploy/systemd/bourse.service")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	settings := map[string][]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, value, isSetting := strings.Cut(lines.Text(), "="); isSetting && !strings.HasPrefix(name, "#") {
			settings[name] = append(settings[name], value)
		}
	}
	return settings
}

// A crash must not look like a wrong setting, for which the service stays down, and must not leave the keys on the disk.
func TestTheServiceIsStartedAgainAfterACrash(t *testing.T) {
	t.Parallel()
	if os.Getenv(crashing) != "" {
		go panic("a crash")
		select {}
	}
	settings := unitSettings(t)
	for name, want := range map[string]string{"Restart": "on-failure", "RestartPreventExitStatus": "2", "LimitCORE": "0", "StartLimitIntervalSec": "0"} {
		if !slices.Equal(settings[name], []string{want}) {
			t.Errorf("%s is %v, want %s", name, settings[name], want)
		}
	}
	process := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -c "$1" && exec "$0" -test.run='^TestTheServiceIsStartedAgainAfterACrash$'`,
		os.Args[0], strings.Join(settings["LimitCORE"], " "))
	process.Env = append(append(os.Environ(), settings["Environment"]...), crashing+"=1")
	said, err := process.CombinedOutput()
	var failed *exec.ExitError
	if !errors.As(err, &failed) {
		t.Fatalf("the crash is %v:\n%s", err, said)
	}
	status, isKnown := failed.Sys().(syscall.WaitStatus)
	if !isKnown || !status.Signaled() || status.Signal() != syscall.SIGABRT || status.CoreDump() {
		t.Errorf("the crash is %v, want the signal SIGABRT and no core:\n%s", failed, said)
	}
	if !strings.Contains(string(said), "a crash") {
		t.Errorf("the log does not tell why:\n%s", said)
	}
}

// Whoever scrapes reaches the metrics, and nobody else.
func TestTheMetricsOfAnInstallationAreTheOperators(t *testing.T) {
	t.Parallel()
	settings := unitSettings(t)
	if command := strings.Join(settings["ExecStart"], " "); strings.Contains(command, "metrics-listen") {
		t.Errorf("%q cannot be changed by bourse.env", command)
	}
	var address string
	for _, variable := range settings["Environment"] {
		if value, isIt := strings.CutPrefix(variable, "BOURSE_METRICS_LISTEN="); isIt {
			address = value
		}
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil || !net.ParseIP(host).IsLoopback() {
		t.Errorf("the service listens on %q for scrapes, want an address of the machine itself", address)
	}
	image, err := os.ReadFile("../../deploy/container/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(image), "\n")
	if !strings.Contains(string(image), "BOURSE_METRICS_LISTEN=0.0.0.0:9090") || !slices.Contains(lines, "EXPOSE 8080") {
		t.Error("the container must listen for scrapes in its own network, and expose the API alone")
	}
}
