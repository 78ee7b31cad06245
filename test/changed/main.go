// Command changed checks and tests what the difference to another commit can affect: `make changed`.
//
//	BASE=main go run ./test/changed
//
// It says what it runs and why, and what it leaves out. It is for the time while somebody works: what no import and no
// name tells it, such as that a room of the black-box tests depends on a feature of another name, the whole run tells.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, cmp.Or(os.Getenv("BASE"), "main"), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "changed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, base string, out io.Writer) error {
	files, err := changedFiles(ctx, base)
	if err != nil {
		return err
	}
	packages, err := list(ctx)
	if err != nil {
		return err
	}
	p := planOf(files, packages, func(name string) []string { return mentions(ctx, name) })
	p.print(out, base)
	for _, command := range p.commands() {
		fmt.Fprintf(out, "\n$ %s\n", abbreviated(command))
		running := exec.CommandContext(ctx, command[0], command[1:]...)
		running.Stdout, running.Stderr = out, os.Stderr
		if err := running.Run(); err != nil {
			return fmt.Errorf("%s: %w", abbreviated(command), err)
		}
	}
	return nil
}

// abbreviated is a command with a few of its arguments.
func abbreviated(command []string) string {
	if most := 6; len(command) > most {
		return strings.Join(command[:most], " ") + fmt.Sprintf(" … (%d more)", len(command)-most)
	}
	return strings.Join(command, " ")
}

// changedFiles lists the files that differ from the commit, those that are not committed included. It fails when there
// is no such commit.
func changedFiles(ctx context.Context, base string) (files []string, err error) {
	for _, arguments := range [][]string{
		{"diff", "--name-only", "--no-renames", "--relative", base}, {"ls-files", "--others", "--exclude-standard"},
	} {
		output, err := output(ctx, "git", arguments...)
		if err != nil {
			return nil, err
		}
		files = append(files, strings.Fields(output)...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// mentions lists the Go files that name a file.
func mentions(ctx context.Context, name string) []string {
	found, err := output(ctx, "git", "grep", "-lF", "--untracked", "-e", name, "--", "*.go")
	if err != nil {
		return nil // git grep fails when it finds nothing
	}
	return strings.Fields(found)
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath                                  string
	Dir                                         string // relative to the repository
	Imports, TestImports, XTestImports          []string
	TestGoFiles, XTestGoFiles                   []string
	EmbedFiles, TestEmbedFiles, XTestEmbedFiles []string
}

// list lists all packages of this repository.
func list(ctx context.Context) (packages []listed, err error) {
	const fields = "-json=ImportPath,Dir,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles,EmbedFiles,TestEmbedFiles,XTestEmbedFiles"
	described, err := output(ctx, "go", "list", fields, "./...", "bourse/sdk/go/...")
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(strings.NewReader(described)); ; {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		if one.Dir, err = filepath.Rel(here, one.Dir); err != nil {
			return nil, err
		}
		packages = append(packages, one)
	}
}

func output(ctx context.Context, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	said, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w: %s", command, err, exit.Stderr)
	}
	return string(said), err
}
