package main

import (
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	blackBox = "bourse/test/e2e/"
	journeys = "bourse/test/journeys/"
	rules    = "bourse/internal/architecture" // of everything, in seconds
	binary   = "bourse/cmd/bourse"
	// everyOperation is the room that stands for a change of which no room has the name.
	everyOperation = blackBox + "platform"
)

// plan is what a change can affect.
type plan struct {
	because  map[string]string // the packages to test, with the reason
	vetted   []string          // the packages to vet
	leftOut  []string          // packages of black-box tests and journeys that may be affected
	contract bool
	console  bool
}

// planOf decides what a change of the files can affect. Mentions lists the Go files that name a file, by which tests
// and code read what they do not embed.
func planOf(files []string, packages []listed, mentions func(name string) []string) plan {
	changed, changedTests := map[string]string{}, map[string]string{}
	p := plan{because: map[string]string{rules: "it reads everything"}}
	for _, file := range files {
		p.contract = p.contract || strings.HasPrefix(file, "api/")
		p.console = p.console || strings.HasPrefix(file, "web/") && !strings.HasPrefix(file, "web/dist/")
		owners := []string{file}
		if filepath.Ext(file) != ".go" {
			owners = append(owners, mentions(path.Base(file))...)
		}
		for i, owner := range owners {
			for _, one := range packages {
				switch {
				case file == "go.mod" || file == "go.sum", one.embeds(owner) || one.contains(owner) && isCode(owner):
					changed[one.ImportPath] = file
				case one.contains(owner) && (i == 0 || filepath.Ext(owner) == ".go"):
					changedTests[one.ImportPath] = file
				}
			}
		}
	}
	p.addAffected(packages, changed, changedTests)
	p.chooseRooms(packages, changed)
	return p
}

// addAffected adds the packages whose tests can see the change, by what they import.
func (p *plan) addAffected(packages []listed, changed, changedTests map[string]string) {
	affected := map[string]string{}
	for name, file := range changed {
		affected[name] = file
	}
	for grown := true; grown; {
		grown = false
		for _, one := range packages {
			if by := firstOf(one.Imports, affected); affected[one.ImportPath] == "" && by != "" {
				affected[one.ImportPath], grown = "imports "+by, true
			}
		}
	}
	for _, one := range packages {
		by := firstOf(slices.Concat(one.TestImports, one.XTestImports), affected)
		switch {
		case affected[one.ImportPath] != "":
			p.vetted = append(p.vetted, one.ImportPath)
			p.add(one, affected[one.ImportPath])
		case changedTests[one.ImportPath] != "":
			p.vetted = append(p.vetted, one.ImportPath)
			p.add(one, changedTests[one.ImportPath])
		case by != "":
			p.add(one, "its tests import "+by)
		}
	}
	if reason := affected[binary]; reason != "" {
		p.because[binary] = reason
	}
}

func (p *plan) add(one listed, reason string) {
	if len(one.TestGoFiles)+len(one.XTestGoFiles) > 0 && !strings.HasPrefix(one.ImportPath, journeys) {
		p.because[one.ImportPath] = reason
	}
}

// chooseRooms adds the black-box tests of the features that changed, which know them only by name, and leaves out
// those of the others.
func (p *plan) chooseRooms(packages []listed, changed map[string]string) {
	_, served := p.because[binary]
	delete(p.because, binary) // it has no tests
	var named bool
	var others []string
	for _, one := range packages {
		name := one.ImportPath
		isRoom, isJourney := strings.HasPrefix(name, blackBox), strings.HasPrefix(name, journeys)
		if !isRoom && !isJourney || len(one.TestGoFiles)+len(one.XTestGoFiles) == 0 || p.because[name] != "" {
			continue
		}
		switch feature := featureOf(path.Base(name), changed); {
		case isRoom && served && feature != "":
			p.because[name], named = "by its name it is about "+feature, true
		case isJourney && p.console && path.Base(name) == "console":
			p.because[name] = "the console changed"
		case served:
			others = append(others, name)
		}
	}
	for _, name := range others {
		if name == everyOperation && !named {
			p.because[name] = "it calls every operation"
		} else {
			p.leftOut = append(p.leftOut, name)
		}
	}
}

// featureOf returns a changed package of the room's feature: one with its name in its path.
func featureOf(room string, changed map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if slices.Contains(strings.Split(name, "/"), room) {
			return name
		}
	}
	return ""
}

func firstOf(names []string, in map[string]string) string {
	for _, name := range names {
		if in[name] != "" {
			return name
		}
	}
	return ""
}

func isCode(file string) bool {
	return filepath.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go")
}

// contains reports whether a file lies in the package's folder, or is data of its tests.
func (l listed) contains(file string) bool {
	return path.Dir(file) == l.Dir || strings.HasPrefix(file, l.Dir+"/testdata/")
}

func (l listed) embeds(file string) bool {
	name, err := filepath.Rel(l.Dir, file)
	return err == nil && slices.Contains(slices.Concat(l.EmbedFiles, l.TestEmbedFiles, l.XTestEmbedFiles), name)
}

// print tells what will run and why, and what will not.
func (p plan) print(out io.Writer, base string) {
	fmt.Fprintf(out, "since %s can be affected, and is tested:\n", base)
	for _, name := range slices.Sorted(maps.Keys(p.because)) {
		fmt.Fprintf(out, "  %s: %s\n", name, p.because[name])
	}
	fmt.Fprintf(out, "vet and staticcheck read %d packages\n", len(p.vetted))
	if !p.contract {
		fmt.Fprintln(out, "left out: the contract's checks; it did not change")
	}
	if !p.console {
		fmt.Fprintln(out, "left out: the console's checks; it did not change")
	}
	for _, name := range p.leftOut {
		fmt.Fprintf(out, "left out: %s\n", name)
	}
}

// commands are what to run, the quickest to fail first.
func (p plan) commands() (all [][]string) {
	written := slices.DeleteFunc(slices.Clone(p.vetted), func(name string) bool { return name == "bourse/internal/oas" })
	if len(written) > 0 {
		all = append(all, append([]string{"go", "vet"}, written...), append([]string{"go", "tool", "staticcheck"}, written...))
	}
	if p.contract {
		all = append(all, []string{"api/lint/run"}, []string{"make", "generated"})
	}
	if p.console {
		all = append(all, []string{"make", "web-check"})
	}
	return append(all, append([]string{"go", "run", "./test/run"}, slices.Sorted(maps.Keys(p.because))...))
}
