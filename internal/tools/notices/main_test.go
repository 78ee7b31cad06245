package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bourse/internal/tools/thirdparty"
)

// A module or package that is added, removed or changes its version changes the notices: `make notices` writes them.
func TestTheNoticesNameEverythingThatIsInTheBinary(t *testing.T) {
	t.Parallel()
	top := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(top, "THIRD_PARTY_NOTICES.md"))
	if err != nil {
		t.Fatal(err)
	}
	modules, err := thirdparty.Modules(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := thirdparty.Packages(top)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| ") && (strings.Contains(line, "| golang |") || strings.Contains(line, "| npm |")) {
			missing[line[:strings.LastIndex(strings.TrimSuffix(line, " |\n"), "|")+1]] = true
		}
	}
	for _, component := range slices.Concat(modules, packages) {
		if component.Name == "std" { // its version is that of the Go that builds the binary
			component.Version = versionOf(string(page), "std")
		}
		row := Row(component)
		if !missing[row] {
			t.Errorf("the notices do not name %s %s: run make notices", component.Name, component.Version)
		}
		delete(missing, row)
	}
	for row := range missing {
		t.Errorf("the notices name what is not in the binary: %s", row)
	}
}

// versionOf is a component's version in the notices.
func versionOf(page, name string) string {
	_, after, _ := strings.Cut(page, "\n| "+name+" | ")
	version, _, _ := strings.Cut(after, " ")
	return version
}

func TestALicenceIsKnownByItsWords(t *testing.T) {
	t.Parallel()
	for want, text := range map[string]string{
		"MIT":          "The MIT License\n\nPermission is hereby granted, free of\ncharge, to any person",
		"Apache-2.0":   "Apache License\n    Version 2.0, January 2004",
		"BSD-3-Clause": "Redistributions in binary form must reproduce … Neither the name of Google Inc.",
		"BSD-2-Clause": "Redistributions in binary form must reproduce the above copyright notice",
		"":             "All rights reserved.",
	} {
		if got := thirdparty.Licence([]thirdparty.Text{{File: "LICENSE", Content: text}}); got != want {
			t.Errorf("%.30q is %q, want %q", text, got, want)
		}
	}
}
