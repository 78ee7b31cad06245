package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/bench/kit"
	"bourse/bench/page"
)

func sample(area string) page.Measured {
	return page.Measured{
		Area: area, About: "one thing against another", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Took: 90 * time.Second, Commit: "abc1234",
		Machine: kit.Machine{Processor: "Example <1>", Processors: 2, Memory: "8 GiB", Go: "1.26"}, Rounds: 15, LoadBefore: 0.5, Stolen: 1.25,
		Results: []kit.Result{
			{Name: "fast & good", Ours: "60/s", Baseline: "100/s", Ratio: "0.60 (0.10–0.90)", Target: "≥ 0.50", Met: true},
			{Name: "slow", Ours: "9/s", Baseline: "100/s", Ratio: "0.09 (0.08–0.10)", Target: "≥ 0.50", Note: "a | b"},
			{Name: "a time", Ours: "9ms", Target: "< 50ms", Met: true},
		},
	}
}

func TestThePageIsMadeOfWhatEachBenchHasLeft(t *testing.T) {
	t.Parallel()
	folder := page.Folder(t.TempDir())
	for _, area := range []string{"first", "second"} {
		if err := folder.Store(sample(area)); err != nil {
			t.Fatal(err)
		}
	}
	again := sample("first")
	again.Results = again.Results[:1]
	if err := errors.Join(folder.Store(again), folder.Write([]string{"first", "second", "never measured"})); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(string(folder), "benchmarks.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, want := range []string{
		"3 targets are met, 1 are missed", "| [first](#first) | 1 | 0 | 2026-01-02 | abc1234 |", "| [second](#second) | 2 | 1 |", "2 processors (Example <1>), 8 GiB of memory",
		"Load before it began 0.5, stolen by other machines 1.2 %", "| slow | 9/s | 100/s | 0.09 (0.08–0.10) | ≥ 0.50 | **missed** | a \\| b |",
		"| a time | 9ms |  |  | &lt; 50ms | met |  |", "images/bench-second.svg",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in:\n%s", want, text)
		}
	}
	if _, err := os.Stat(filepath.Join(string(folder), "images", "bench-first.svg")); err != nil {
		t.Error(err)
	}
}

func TestAChartIsWellFormedAndShowsEveryRatio(t *testing.T) {
	t.Parallel()
	chart := page.Chart(sample("first"))
	decoder := xml.NewDecoder(strings.NewReader(chart))
	bars := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, chart)
		}
		if start, isStart := token.(xml.StartElement); isStart && start.Name.Local == "rect" {
			bars++
		}
	}
	if bars != 2 {
		t.Errorf("%d bars are drawn, want 2", bars)
	}
	without := sample("first")
	without.Results = without.Results[2:]
	if drawn := page.Chart(without); drawn != "" {
		t.Errorf("nothing has a ratio: %s", drawn)
	}
}
