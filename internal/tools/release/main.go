// Command release writes the files of a published version: for each system an archive with the binary, the
// third-party notices and what an operator needs beside it, a list of its contents (SBOM), and the checksums of all.
// Two runs on the same commit with the same Go write the same bytes.
//
//	go run ./internal/tools/release [-version 1.2.3] [-into dist] [-only linux/amd64]
//
// Without a version it uses the newest of CHANGELOG.md with the commit appended, which marks it as not a release.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"bourse/internal/tools/thirdparty"
)

func main() {
	version := flag.String("version", "", "the version that is released, such as 1.2.3")
	into := flag.String("into", "dist", "the folder to write to, which is emptied first")
	only := flag.String("only", "", "the one system to write for, such as linux/amd64; all when empty")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, order{*version, *into, *only}, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// order is what to write.
type order struct{ version, into, only string }

// targets are the systems to build for. It fails when the requested one does not exist.
func (o order) targets() ([]thirdparty.Target, error) {
	all := thirdparty.Targets()
	if o.only == "" {
		return all, nil
	}
	for _, target := range all {
		if target.System+"/"+target.Processor == o.only {
			return []thirdparty.Target{target}, nil
		}
	}
	return nil, fmt.Errorf("there is no release for %s", o.only)
}

// release is one version, of one commit.
type release struct {
	version string
	commit  string
	at      time.Time // of the commit: the modification time of every file
	into    string
}

// run writes the release. It fails when the tree has uncommitted changes, which no commit would identify.
func run(ctx context.Context, wanted order, out io.Writer) error {
	targets, err := wanted.targets()
	if err != nil {
		return err
	}
	r, err := newRelease(ctx, wanted.version, wanted.into)
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(r.into), os.MkdirAll(r.into, 0o755)); err != nil {
		return err
	}
	for _, target := range targets {
		if err := r.make(ctx, target); err != nil {
			return err
		}
		fmt.Fprintln(out, r.name(target))
	}
	return writeSums(r.into)
}

var semantic = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

func newRelease(ctx context.Context, version, into string) (release, error) {
	changed, err := git(ctx, "status", "--porcelain")
	if err != nil {
		return release{}, err
	}
	if changed != "" {
		return release{}, fmt.Errorf("there are changes that are not committed:\n%s", changed)
	}
	commit, err := git(ctx, "rev-parse", "HEAD")
	if err != nil {
		return release{}, err
	}
	when, err := git(ctx, "show", "-s", "--format=%cI", "HEAD")
	if err != nil {
		return release{}, err
	}
	at, err := time.Parse(time.RFC3339, when)
	if err != nil {
		return release{}, err
	}
	if version == "" {
		changelog, err := os.ReadFile("CHANGELOG.md")
		if err != nil {
			return release{}, err
		}
		version = unreleased(string(changelog), commit)
	}
	if !semantic.MatchString(version) {
		return release{}, fmt.Errorf("%q is no version such as 1.2.3", version)
	}
	return release{version: version, commit: commit, at: at.UTC(), into: into}, nil
}

// unreleased is the version of a build that is not a release: the newest one's, with the commit appended.
func unreleased(changelog, commit string) string {
	newest := "0.0.0"
	if found := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - `).FindStringSubmatch(changelog); found != nil {
		newest = found[1]
	}
	return newest + "+" + commit[:12]
}

func git(ctx context.Context, arguments ...string) (string, error) {
	output, err := exec.CommandContext(ctx, "git", arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", arguments[0], err)
	}
	return strings.TrimSpace(string(output)), nil
}

// name is the start of a target's file names.
func (r release) name(target thirdparty.Target) string {
	return fmt.Sprintf("bourse_%s_%s_%s", r.version, target.System, target.Processor)
}

// make builds the binary of a target and writes its archive and the inventory.
func (r release) make(ctx context.Context, target thirdparty.Target) error {
	folder, err := os.MkdirTemp("", "bourse-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "bourse")
	if target.System == "windows" {
		binary += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true",
		"-ldflags=-s -w -X bourse/internal/telemetry.released="+r.version, "-o", binary, "./cmd/bourse")
	build.Env = target.Environment()
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, said)
	}
	inventory, err := r.inventory(binary)
	if err != nil {
		return err
	}
	listed := filepath.Join(r.into, r.name(target)+".cdx.json")
	if err := os.WriteFile(listed, inventory, 0o644); err != nil {
		return err
	}
	files, err := contents(binary, inventory)
	if err != nil {
		return err
	}
	if target.System == "windows" {
		return r.zip(filepath.Join(r.into, r.name(target)+".zip"), r.name(target), files)
	}
	return r.tar(filepath.Join(r.into, r.name(target)+".tar.gz"), r.name(target), files)
}
