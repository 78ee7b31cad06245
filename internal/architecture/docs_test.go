package architecture_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// page reads a page of the documentation.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheArchitectureNamesEveryPartOfTheHouse(t *testing.T) {
	t.Parallel()
	text := page(t, "architecture.md")
	parts, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if part.IsDir() && !strings.Contains(text, "`internal/"+part.Name()+"`") {
			t.Errorf("docs/architecture.md does not name `internal/%s`", part.Name())
		}
	}
}

func TestTheGlossaryExplainsAWordOnce(t *testing.T) {
	t.Parallel()
	for _, word := range explainedTwice(page(t, "glossary.md")) {
		t.Errorf("docs/glossary.md explains %q twice: one word for one thing, or say behind it which is meant", word)
	}
}

func TestAWordThatIsExplainedTwiceIsFound(t *testing.T) {
	t.Parallel()
	const head = "| Word | What it is | Where |\n|---|---|---|\n"
	for glossary, want := range map[string]string{
		head + "| ticket | a | b |\n| hold, ticket | c | d |\n":                         "ticket",
		head + "| ticket (stream) | a | b |\n| ticket (exchange) | c | d |\n":           "",
		head + "| holdings | a | b |\n\n## More\n\n" + head + "| holding | c | d |\n":   "holding",
		"| Thing | Word | Not |\n|---|---|---|\n| a | lease | b |\n| a | lease | b |\n": "",
	} {
		if got := strings.Join(explainedTwice(glossary), " "); got != want {
			t.Errorf("found %q, want %q, in\n%s", got, want, glossary)
		}
	}
}

// explainedTwice are the words that begin several lines of a glossary's tables, one or many of a thing.
func explainedTwice(glossary string) (twice []string) {
	seen, isTable := map[string]bool{}, false
	for line := range strings.Lines(glossary) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			isTable = false
			continue
		}
		words := strings.TrimSpace(cells[1])
		if words == "Word" || !isTable {
			isTable = words == "Word"
			continue
		}
		if strings.HasPrefix(words, "---") {
			continue
		}
		for word := range strings.SplitSeq(words, ", ") {
			word = strings.TrimSuffix(word, "s")
			if seen[word] {
				twice = append(twice, word)
			}
			seen[word] = true
		}
	}
	return twice
}
