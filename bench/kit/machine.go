package kit

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// Machine describes where a run was measured. It names no host and no path.
type Machine struct {
	System     string
	Kernel     string
	Processor  string
	Processors int
	Memory     string
	Disk       string // of the folder of the databases
	Go         string
	PostgreSQL string // empty if not needed
}

// DescribeMachine reads what the system reports. Anything else stays empty.
func (r *Rig) DescribeMachine() Machine {
	return Machine{
		System: quoted(firstLine("/etc/os-release", "PRETTY_NAME=")), Kernel: kernelVersion(readFile("/proc/sys/kernel/osrelease")),
		Processor: strings.TrimSpace(strings.TrimLeft(firstLine("/proc/cpuinfo", "model name"), "\t :")), Processors: runtime.NumCPU(),
		Memory: memorySize(firstLine("/proc/meminfo", "MemTotal:")), Disk: diskKind(r.directory),
		Go: strings.TrimPrefix(runtime.Version(), "go"), PostgreSQL: r.postgresVersion,
	}
}

func readFile(path string) string {
	content, _ := os.ReadFile(path) // it stays empty on a system without this file
	return string(content)
}

// firstLine returns what follows a name at the start of a line.
func firstLine(path, name string) string {
	for line := range strings.Lines(readFile(path)) {
		if rest, found := strings.CutPrefix(line, name); found {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

func quoted(text string) string { return strings.Trim(text, `"`) }

func memorySize(line string) string {
	kibibytes, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 64)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%.0f GiB", math.Round(kibibytes/(1<<20)))
}

// diskKind returns what kind of disk a folder is on.
func diskKind(folder string) string {
	var file syscall.Stat_t
	if err := syscall.Stat(folder, &file); err != nil {
		return ""
	}
	major, minor := file.Dev>>8&0xfff, file.Dev&0xff|file.Dev>>12&0xfff00
	device := filepath.Join("/sys/dev/block", fmt.Sprintf("%d:%d", major, minor))
	spins := readFile(filepath.Join(device, "queue", "rotational"))
	if spins == "" {
		spins = readFile(filepath.Join(device, "..", "queue", "rotational")) // of a partition
	}
	kind := map[string]string{"0\n": "solid state", "1\n": "spinning or virtual"}[spins]
	if kind == "" {
		kind = "memory"
	}
	var system syscall.Statfs_t
	if err := syscall.Statfs(folder, &system); err == nil {
		if name := map[int64]string{0xef53: "ext4", 0x58465342: "xfs", 0x9123683e: "btrfs", 0x01021994: "tmpfs", 0x794c7630: "overlay"}[int64(system.Type)]; name != "" {
			kind += ", " + name
		}
	}
	return kind
}

// Clock is the cumulative usage of the machine's processors.
type Clock struct{ total, stolen float64 }

// ReadClock reads it. It is empty on a system that does not report it.
func ReadClock() (clock Clock) {
	for i, field := range strings.Fields(firstLine("/proc/stat", "cpu ")) {
		ticks, err := strconv.ParseFloat(field, 64)
		if err != nil || i > 7 { // guests' time is included in users' time
			break
		}
		if clock.total += ticks; i == 7 {
			clock.stolen = ticks
		}
	}
	return clock
}

// StolenSince is the percentage of processor time that other machines on the same host have taken since.
func (c Clock) StolenSince(before Clock) float64 {
	if c.total <= before.total {
		return 0
	}
	return 100 * (c.stolen - before.stolen) / (c.total - before.total)
}

// Load is the average number of processes that wanted a processor in the last minute.
func Load() float64 {
	fields := bytes.Fields([]byte(readFile("/proc/loadavg")))
	if len(fields) == 0 {
		return 0
	}
	load, err := strconv.ParseFloat(string(fields[0]), 64)
	if err != nil {
		return 0
	}
	return load
}

// kernelVersion is a kernel's number, without its builder's suffix.
func kernelVersion(release string) string {
	number, _, _ := strings.Cut(strings.TrimSpace(release), "-")
	return number
}
