// Package page writes docs/benchmarks.md: each bench stores its results in a file of its own, and the page is made
// from all of them, so that one can be measured again without the others.
package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bourse/bench/kit"
)

// Measured is what one bench has measured, and under what circumstances.
type Measured struct {
	Area       string
	About      string
	At         time.Time
	Took       time.Duration
	Commit     string
	Machine    kit.Machine
	Rounds     int
	Scale      float64 `json:",omitempty"`
	LoadBefore float64 // processes that wanted a processor before it started
	Stolen     float64 // percentage of processor time that others took
	Results    []kit.Result
}

// Folder is where the page and its sources are, relative to the source's root.
type Folder string

func (f Folder) page() string            { return filepath.Join(string(f), "benchmarks.md") }
func (f Folder) file(area string) string { return filepath.Join(string(f), "benchmarks", area+".json") }
func (f Folder) image(area string) string {
	return filepath.Join(string(f), "images", "bench-"+area+".svg")
}

// Store replaces what a bench has measured before.
func (f Folder) Store(measured Measured) error {
	content, err := json.MarshalIndent(measured, "", "\t")
	if err != nil {
		return err
	}
	return write(f.file(measured.Area), append(content, '\n'))
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// Read reads the benches' results, sorted by name; benches without results are left out.
func (f Folder) Read(areas []string) (all []Measured, err error) {
	for _, area := range areas {
		content, err := os.ReadFile(f.file(area))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var measured Measured
		if err := json.Unmarshal(content, &measured); err != nil {
			return nil, fmt.Errorf("%s: %w", f.file(area), err)
		}
		all = append(all, measured)
	}
	return all, nil
}

// Write writes the page and its charts from what is kept.
func (f Folder) Write(areas []string) error {
	all, err := f.Read(areas)
	if err != nil {
		return err
	}
	for _, measured := range all {
		if chart := Chart(measured); chart != "" {
			if err := write(f.image(measured.Area), []byte(chart)); err != nil {
				return err
			}
		}
	}
	return write(f.page(), []byte(Text(all)))
}

const introduction = `# Benchmarks

Written by the bench commands; do not edit. ` + "`go run ./bench -record`" + ` measures everything and writes this page, ` +
	"`go run ./bench -record -only growth`" + `
refreshes one part of it, ` + "`go run ./bench -render`" + ` writes it anew from ` + "`docs/benchmarks/*.json`" + `. What counts are ratios, by turns in the same
run on the same machine: *bare* is the least that a Go program could do for the same answer, or the same product without its past.
What each bench compares, and why that is the least, stands in the package below ` + "`bench/`" + `. A ratio is the median of all rounds,
with the least and the greatest in brackets.
`

// Text is the page.
func Text(all []Measured) string {
	var page strings.Builder
	page.WriteString(introduction)
	met, missed := count(all)
	fmt.Fprintf(&page, "\n%d targets are met, %d are missed.\n\n| Bench | Met | Missed | Measured | Commit |\n|---|---|---|---|---|\n", met, missed)
	for _, m := range all {
		met, missed := count([]Measured{m})
		fmt.Fprintf(&page, "| [%s](#%s) | %d | %d | %s | %s |\n", m.Area, m.Area, met, missed, m.At.UTC().Format(time.DateOnly), m.Commit)
	}
	for _, m := range all {
		m.section(&page)
	}
	return page.String()
}

func count(all []Measured) (met, missed int) {
	for _, m := range all {
		for _, r := range m.Results {
			switch {
			case r.Target == "":
			case r.Met:
				met++
			default:
				missed++
			}
		}
	}
	return met, missed
}

// section is what one bench has measured.
func (m Measured) section(page *strings.Builder) {
	fmt.Fprintf(page, "\n## %s\n%s.\n\n", m.Area, strings.ToUpper(m.About[:1])+m.About[1:])
	fmt.Fprintf(page, "%s\n\n", m.circumstances())
	if Chart(m) != "" {
		fmt.Fprintf(page, "![Ratios of %s](images/bench-%s.svg)\n\n", m.Area, m.Area)
	}
	page.WriteString("| | bourse | bare | ratio (range) | target | | |\n|---|---:|---:|---|---|---|---|\n")
	for _, r := range m.Results {
		verdict := ""
		switch {
		case r.Target == "":
		case r.Met:
			verdict = "met"
		default:
			verdict = "**missed**"
		}
		fmt.Fprintf(page, "| %s | %s | %s | %s | %s | %s | %s |\n", cell(r.Name), cell(r.Ours), cell(r.Baseline), cell(r.Ratio), cell(r.Target), verdict, cell(r.Note))
	}
}

// cell escapes a text for a table cell.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ").Replace(text)
}

// circumstances describes the machine and the run in sentences.
func (m Measured) circumstances() string {
	known := func(parts ...string) string {
		var told []string
		for _, part := range parts {
			if part != "" {
				told = append(told, part)
			}
		}
		return strings.Join(told, ", ")
	}
	software := []string{m.Machine.System, prefixed("kernel ", m.Machine.Kernel), prefixed("Go ", m.Machine.Go), prefixed("PostgreSQL ", m.Machine.PostgreSQL)}
	text := fmt.Sprintf("Measured %s in %s, commit %s. %s. %s. ", m.At.UTC().Format("2006-01-02 15:04 MST"), m.Took.Round(time.Second), m.Commit,
		known(fmt.Sprintf("%d processors (%s)", m.Machine.Processors, m.Machine.Processor), prefixed("", m.Machine.Memory)+" of memory", prefixed("disk: ", m.Machine.Disk)),
		known(software...))
	text += fmt.Sprintf("Load before it began %.1f, stolen by other machines %.1f %% of the processors. %d rounds", m.LoadBefore, m.Stolen, m.Rounds)
	if m.Scale != 0 {
		text += fmt.Sprintf(", scale %g", m.Scale)
	}
	return text + "."
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}
