package bourse_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestProgramsThatAreWrongDoNotCompile builds the programs in testdata. The first line of each is what the compiler
// must report about it, or that it compiles.
func TestProgramsThatAreWrongDoNotCompile(t *testing.T) {
	t.Parallel()
	programs, err := filepath.Glob(filepath.Join("testdata", "programs", "*", "main.go"))
	must(t, err)
	if len(programs) < 2 {
		t.Fatalf("there are %d programs", len(programs))
	}
	for _, program := range programs {
		folder := filepath.Dir(program)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(program)
			must(t, err)
			first, _, _ := strings.Cut(string(source), "\n")
			want, isWrong := strings.CutPrefix(first, "// does not compile: ")
			if !isWrong && first != "// compiles" {
				t.Fatalf("the first line is %q", first)
			}
			said, err := exec.CommandContext(t.Context(), "go", "build", "-o", os.DevNull, "./"+filepath.ToSlash(folder)).CombinedOutput()
			switch {
			case !isWrong && err != nil:
				t.Errorf("it does not compile: %s", said)
			case isWrong && err == nil:
				t.Errorf("it compiles, and %q is wanted", want)
			case isWrong && !regexp.MustCompile(want).Match(said):
				t.Errorf("the compiler says\n%swant %q", said, want)
			}
		})
	}
}
