package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/tools/thirdparty"
)

func aRelease(folder string) release {
	return release{version: "1.2.3", commit: strings.Repeat("a", 40), at: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), into: folder}
}

var someFiles = []file{{"README.md", 0o644, []byte("read me")}, {"bourse", 0o755, []byte("program")}}

func TestTheSameFilesMakeTheSameArchive(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(r release, path string) error{
		"a.tar.gz": func(r release, path string) error { return r.tar(path, "bourse_1.2.3", someFiles) },
		"a.zip":    func(r release, path string) error { return r.zip(path, "bourse_1.2.3", someFiles) },
	} {
		var made [2][]byte
		for i := range made {
			folder := t.TempDir()
			path := filepath.Join(folder, name)
			if err := write(aRelease(folder), path); err != nil {
				t.Fatal(err)
			}
			made[i] = read(t, path)
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("%s is different the second time", name)
		}
	}
}

func TestAnArchiveHasTheProgramThatCanBeRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	r := aRelease(folder)
	if err := r.tar(filepath.Join(folder, "a.tar.gz"), "bourse_1.2.3", someFiles); err != nil {
		t.Fatal(err)
	}
	compressed, err := gzip.NewReader(bytes.NewReader(read(t, filepath.Join(folder, "a.tar.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	var modes []string
	for archive := tar.NewReader(compressed); ; {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes = append(modes, header.Name+" "+header.FileInfo().Mode().String())
		if !header.ModTime.Equal(r.at) || header.Uid != 0 || header.Uname != "" {
			t.Errorf("%s is of %s and belongs to %d %s", header.Name, header.ModTime, header.Uid, header.Uname)
		}
	}
	if got := strings.Join(modes, ", "); got != "bourse_1.2.3/README.md -rw-r--r--, bourse_1.2.3/bourse -rwxr-xr-x" {
		t.Errorf("the archive has %s", got)
	}
	if err := r.zip(filepath.Join(folder, "a.zip"), "bourse_1.2.3", someFiles); err != nil {
		t.Fatal(err)
	}
	packed, err := zip.OpenReader(filepath.Join(folder, "a.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	if len(packed.File) != 2 || packed.File[1].Name != "bourse_1.2.3/bourse" || packed.File[1].Mode() != 0o755 {
		t.Errorf("the zip has %v", packed.File)
	}
	for _, entry := range packed.File { // zip has no fractions of a second: two made at the same time would look alike
		if !entry.Modified.Equal(r.at) {
			t.Errorf("%s is of %s", entry.Name, entry.Modified)
		}
	}
}

// Not parallel: the files of an archive are looked up below the working directory.
func TestAnArchiveHasEverythingBesideTheProgramInOrder(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	binary := filepath.Join(t.TempDir(), "bourse")
	if err := os.WriteFile(binary, []byte("program"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := contents(binary, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range files {
		names = append(names, one.name)
		if isProgram := one.name == "bourse"; isProgram != (one.mode == 0o755) || len(one.content) == 0 {
			t.Errorf("%s has %d bytes and the mode %s", one.name, len(one.content), one.mode)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("they are in the order %v", names)
	}
	for _, wanted := range []string{
		"bourse", "bourse.cdx.json", "README.md", "CHANGELOG.md", "SECURITY.md", "THIRD_PARTY_NOTICES.md", "docs/operations.md", "docs/storms.md", "docs/runbook/README.md",
		"deploy/grafana/bourse.json", "deploy/prometheus/alerts.yml", "deploy/systemd/bourse.service",
	} {
		if !slices.Contains(names, wanted) {
			t.Errorf("%s is missing among %v", wanted, names)
		}
	}
}

// Not parallel: the tree is that of the working directory.
func TestATreeWithChangesIsNotReleased(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(content string) {
		if err := os.WriteFile("CHANGELOG.md", []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("## 0.2.0 - 2026-11-16\n")
	for _, arguments := range [][]string{
		{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.test", "commit", "-q", "-m", "First"},
	} {
		if _, err := git(t.Context(), arguments...); err != nil {
			t.Fatal(err)
		}
	}
	made, err := newRelease(t.Context(), "", "dist")
	if err != nil || made.version != "0.2.0+"+made.commit[:12] || made.at.IsZero() || made.at.Location() != time.UTC {
		t.Errorf("of a tree without changes %+v is released: %v", made, err)
	}
	if _, err := newRelease(t.Context(), "1.2", "dist"); err == nil {
		t.Error("1.2 is taken for a version")
	}
	write("## 0.3.0 - 2026-11-17\n")
	if _, err := newRelease(t.Context(), "", "dist"); err == nil || !strings.Contains(err.Error(), "not committed") {
		t.Errorf("a tree with changes is released: %v", err)
	}
}

func TestTheChecksumsAreWhatSha256sumChecks(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"b", "a"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeSums(folder); err != nil {
		t.Fatal(err)
	}
	const want = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n"
	if got := string(read(t, filepath.Join(folder, "SHA256SUMS"))); got != want {
		t.Errorf("the sums are\n%s", got)
	}
	if program, err := exec.LookPath("sha256sum"); err == nil {
		check := exec.CommandContext(t.Context(), program, "--check", "SHA256SUMS")
		check.Dir = folder
		if said, err := check.CombinedOutput(); err != nil {
			t.Errorf("sha256sum: %v\n%s", err, said)
		}
	}
}

func TestWhatIsInsideIsListed(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{GoVersion: "go1.26.1", Deps: []*debug.Module{
		{Path: "example.test/b", Version: "v1.0.0", Sum: "h1:b="}, {Path: "example.test/a", Version: "v1.1.0", Replace: &debug.Module{Path: "example.test/c", Version: "v2.0.0"}},
	}}
	list := aRelease("").bill(info, []thirdparty.Component{{Ecosystem: "npm", Name: "@x/y", Version: "3.0.0"}})
	var found []string
	for _, entry := range list.Components {
		found = append(found, entry.PackageURL)
	}
	const want = "pkg:golang/example.test/b@v1.0.0 pkg:golang/example.test/c@v2.0.0 pkg:golang/std@1.26.1 pkg:npm/%40x/y@3.0.0"
	if got := strings.Join(found, " "); got != want || strings.Join(list.Dependencies[0].On, " ") != want {
		t.Errorf("inside are %s", got)
	}
}

func TestABuildBetweenReleasesSaysSo(t *testing.T) {
	t.Parallel()
	changelog := "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-16\n\n## 0.1.0 - 2026-11-15\n"
	if got := unreleased(changelog, "0123456789abcdef"); got != "0.2.0+0123456789ab" || !semantic.MatchString(got) {
		t.Errorf("its version is %s", got)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
