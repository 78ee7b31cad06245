package thirdparty

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Target is a system that the binary is built for.
type Target struct{ System, Processor string }

// Targets are the systems with releases.
func Targets() (all []Target) {
	for _, system := range []string{"darwin", "linux", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			all = append(all, Target{system, processor})
		}
	}
	return all
}

// Environment are the variables that make go build for the target.
func (t Target) Environment() []string {
	return append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.System, "GOARCH="+t.Processor)
}

// Modules are the Go modules linked into the binary of any target, and Go's standard library. The folder is the
// repository's. It fails when go does.
func Modules(ctx context.Context, folder string) ([]Component, error) {
	var all []Component
	for _, target := range Targets() {
		listed, err := linked(ctx, folder, target)
		if err != nil {
			return nil, err
		}
		all = append(all, listed...)
	}
	version, err := goSays(ctx, folder, "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	root, err := goSays(ctx, folder, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	library := Component{Ecosystem: "golang", Name: "std", Version: strings.TrimPrefix(version, "go"), folder: root}
	return sorted(append(all, library)), nil
}

func goSays(ctx context.Context, folder string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = folder
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(output)), nil
}

// linked are the modules whose packages a target's binary contains.
func linked(ctx context.Context, folder string, target Target) (all []Component, err error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", format, "./cmd/bourse")
	list.Dir, list.Env = folder, target.Environment()
	var said bytes.Buffer
	list.Stderr = &said
	output, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, said.Bytes())
	}
	for line := range strings.Lines(string(output)) {
		if words := strings.SplitN(strings.TrimSpace(line), " ", 3); len(words) == 3 {
			all = append(all, Component{Ecosystem: "golang", Name: words[0], Version: words[1], folder: filepath.Clean(words[2])})
		}
	}
	return all, nil
}
