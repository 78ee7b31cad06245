package operations_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// memoryGroup is a control group with a memory limit, like a container's. Where none can be created it only watches
// the process, which gets its limit by GOMEMLIMIT instead.
type memoryGroup struct {
	limit   int64
	folder  string // empty if there is no group
	isV2    bool
	reason  string // why there is none
	highest atomic.Int64
}

var groupCount atomic.Int64

// newMemoryGroup creates a group with a limit, which is removed when the test ends.
func newMemoryGroup(t *testing.T, limit int64) *memoryGroup {
	t.Helper()
	g := &memoryGroup{limit: limit}
	name := fmt.Sprintf("bourse-storm-%d-%d", os.Getpid(), groupCount.Add(1))
	err := errors.New("no memory controller is mounted")
	if _, missing := os.Stat("/sys/fs/cgroup/memory/memory.limit_in_bytes"); missing == nil {
		err = g.make(filepath.Join("/sys/fs/cgroup/memory", name), "memory.limit_in_bytes")
	} else if _, missing := os.Stat("/sys/fs/cgroup/cgroup.controllers"); missing == nil {
		g.isV2 = true
		_ = os.WriteFile("/sys/fs/cgroup/cgroup.subtree_control", []byte("+memory"), 0) // it may already be set
		err = g.make(filepath.Join("/sys/fs/cgroup", name), "memory.max")
	}
	if err != nil {
		g.reason = err.Error()
		t.Logf("THERE IS NO CONTROL GROUP (%s): the process is told %d MB by GOMEMLIMIT and watched", g.reason, limit>>20)
		return g
	}
	t.Cleanup(func() {
		testkit.Within(t, kit.Patience, "the control group can be removed", func() bool {
			err := os.Remove(g.folder)
			return err == nil || errors.Is(err, os.ErrNotExist) || !errors.Is(err, syscall.EBUSY)
		})
	})
	return g
}

func (g *memoryGroup) make(folder, file string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, file), []byte(strconv.FormatInt(g.limit, 10)), 0); err != nil {
		return errors.Join(err, os.Remove(folder))
	}
	g.folder = folder
	return nil
}

// around is a call that runs inside the group from the start.
func (g *memoryGroup) around(call bourse.Command) bourse.Command {
	if g.folder == "" {
		call.Env = append(call.Env, fmt.Sprintf("GOMEMLIMIT=%d", g.limit/100*85))
		return call
	}
	call.Args = append([]string{"-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(g.folder, "cgroup.procs"), call.Binary}, call.Args...)
	call.Binary = "/bin/sh"
	return call
}

// used is the memory of the group's processes, without the page cache.
func (g *memoryGroup) used(process *bourse.Process) int64 {
	file, field := filepath.Join(g.folder, "memory.stat"), "rss"
	switch {
	case g.folder == "":
		file, field = fmt.Sprintf("/proc/%d/status", process.ID()), "VmRSS:"
	case g.isV2:
		field = "anon"
	}
	content, err := os.Open(file)
	if err != nil {
		return 0
	}
	defer content.Close()
	for lines := bufio.NewScanner(content); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) > 1 && fields[0] == field {
			value, _ := strconv.ParseInt(fields[1], 10, 64) // the kernel writes numbers
			if field == "VmRSS:" {
				value <<= 10
			}
			return value
		}
	}
	return 0
}

// kills is how many processes of the group were killed for lack of memory.
func (g *memoryGroup) kills() string {
	file := "memory.oom_control"
	if g.isV2 {
		file = "memory.events"
	}
	content, err := os.ReadFile(filepath.Join(g.folder, file))
	if g.folder == "" || err != nil {
		return "0"
	}
	for line := range strings.Lines(string(content)) {
		if count, found := strings.CutPrefix(line, "oom_kill "); found {
			return strings.TrimSpace(count)
		}
	}
	return "0"
}

// watch records the maximum usage until the test ends.
func (g *memoryGroup) watch(t *testing.T, process *bourse.Process) {
	t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() {
		close(stop)
		<-stopped
	})
	go func() {
		defer close(stopped)
		again := time.NewTicker(20 * time.Millisecond)
		defer again.Stop()
		for {
			select {
			case <-stop:
				return
			case <-again.C:
				g.highest.Store(max(g.highest.Load(), g.used(process)))
			}
		}
	}()
}
