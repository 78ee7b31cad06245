package upgrade_test

import (
	"archive/tar"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"bourse/test/e2e/kit"
)

//go:embed last-release.json
var lastRelease []byte

// release is a released version, by its commit.
type release struct{ Version, Commit string }

func newRelease(t *testing.T) release {
	t.Helper()
	var r release
	if err := json.Unmarshal(lastRelease, &r); err != nil {
		t.Fatalf("last-release.json: %v", err)
	}
	return r
}

// lastBinary is the last release, built once for all tests of this process.
var lastBinary = sync.OnceValues(func() (string, error) {
	var r release
	if err := json.Unmarshal(lastRelease, &r); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*kit.Patience)
	defer cancel()
	return r.binary(ctx)
})

// binary is the path of the release's program. It is built from the history of this repository into the user's cache
// folder, unless it is already there. If the history is missing, it fails with what to do about it.
func (r release) binary(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("where to keep the last release: %w", err)
	}
	folder := filepath.Join(cache, "bourse", "releases", r.Version+"-"+r.Commit+"-"+runtime.Version())
	binary := filepath.Join(folder, "bourse")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	source, err := os.MkdirTemp("", "bourse-release-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(source)
	if err := r.unpack(ctx, source); err != nil {
		return "", err
	}
	// Without paths, everything that has not changed since comes from the build cache.
	made := filepath.Join(source, "bourse")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-w", "-o", made, "./cmd/bourse")
	build.Dir = source
	if said, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build version %s: %w\n%s", r.Version, err, said)
	}
	return binary, put(made, binary)
}

// put moves a program to its place atomically, so that nobody finds half of it there.
func put(made, binary string) error {
	content, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	half, err := os.CreateTemp(filepath.Dir(binary), "half-")
	if err != nil {
		return err
	}
	_, err = half.Write(content)
	return errors.Join(err, half.Chmod(0o700), half.Close(), os.Rename(half.Name(), binary))
}

// unpack writes the files of the release into a folder. If this clone has no history, it fails with what to do about
// it.
func (r release) unpack(ctx context.Context, folder string) error {
	root, err := git(ctx, ".", "rev-parse", "--show-toplevel")
	if err != nil {
		return fmt.Errorf("the last release is built from the history of the repository, which is not here: %w", err)
	}
	at := strings.TrimSpace(string(root))
	if _, err := git(ctx, at, "cat-file", "-e", r.Commit+"^{commit}"); err != nil {
		return fmt.Errorf("version %s is commit %s, which this clone does not have: fetch the history with `git fetch --unshallow`", r.Version, r.Commit)
	}
	archive, err := git(ctx, at, "archive", "--format=tar", r.Commit)
	if err != nil {
		return err
	}
	files := tar.NewReader(bytes.NewReader(archive))
	for {
		file, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := write(filepath.Join(folder, filepath.FromSlash(file.Name)), file, files); err != nil {
			return err
		}
	}
}

// write writes a file or folder of the archive. Other entries are not needed to build.
func write(path string, file *tar.Header, content io.Reader) error {
	switch file.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o700)
	case tar.TypeReg:
		made, err := os.Create(path)
		if err != nil {
			return err
		}
		_, err = io.Copy(made, content)
		return errors.Join(err, made.Close())
	}
	return nil
}

func git(ctx context.Context, folder string, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	command.Dir = folder
	var said bytes.Buffer
	command.Stderr = &said
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w %s", arguments[0], err, said.Bytes())
	}
	return output, nil
}

// A released version goes into last-release.json with its commit: the next one is tested beside it.
func TestTheLastReleaseIsTheNewestOfTheChangelog(t *testing.T) {
	t.Parallel()
	changelog := kit.ReadFile(t, filepath.Join("..", "..", "..", "CHANGELOG.md"))
	newest := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+) - `).FindSubmatch(changelog)
	if newest == nil {
		t.Fatal("CHANGELOG.md tells of no version")
	}
	if got := newRelease(t).Version; got != string(newest[1]) {
		t.Errorf("last-release.json names version %s, and the newest in CHANGELOG.md is %s", got, newest[1])
	}
}

func TestACloneWithoutHistoryIsToldHowToFetchIt(t *testing.T) {
	t.Parallel()
	missing := release{Version: "9.9.9", Commit: strings.Repeat("0", 40)}
	err := missing.unpack(t.Context(), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "git fetch --unshallow") {
		t.Errorf("a commit that is not there: %v", err)
	}
}
