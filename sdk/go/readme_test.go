package bourse_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	bourse "bourse/sdk/go"
)

// TestTheReadmeIsTrue builds the README's program in a module of its own, set up as the README says.
func TestTheReadmeIsTrue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	must(t, err)
	if !strings.Contains(string(text), "Version "+bourse.Version) {
		t.Errorf("it does not tell the version %s", bourse.Version)
	}
	program := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindSubmatch(text)
	command := regexp.MustCompile(`(?m)^\$ (go mod edit .*)$`).FindSubmatch(text)
	if program == nil || command == nil {
		t.Fatal("there is no program, or no command to set it up")
	}
	here, err := filepath.Abs(".")
	must(t, err)
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "main.go"), program[1], 0o600))
	setUp := strings.Replace(string(command[1]), "../bourse/sdk/go", here, 1)
	for _, words := range [][]string{{"go", "mod", "init", "program"}, strings.Fields(setUp), {"go", "mod", "tidy"}, {"go", "vet", "."}} {
		run := exec.CommandContext(t.Context(), words[0], words[1:]...)
		run.Dir, run.Env = folder, append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
		if said, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", words, err, said)
		}
	}
	module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	must(t, err)
	if strings.Count(string(module), "require") != 1 {
		t.Errorf("the program needs more than the client:\n%s", module)
	}
	if _, err := os.Stat(filepath.Join(folder, "go.sum")); err == nil {
		t.Error("the program needs something from elsewhere")
	}
}
