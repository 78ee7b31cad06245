package guides_test

import (
	"fmt"
	"go/format"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

// block is a piece of a page between fences.
type block struct {
	page   string // its file, relative to the root of the repository
	line   int    // of its first line
	kind   string // the text after the opening fence
	text   string
	number int // among the blocks of its page, starting with 1
}

// String is its location.
func (b *block) String() string { return fmt.Sprintf("%s:%d (%s)", b.page, b.line, b.kind) }

// name is usable as a file name.
func (b *block) name() string { return fmt.Sprintf("%s-%d", nameOf(b.page), b.number) }

// nameOf is a name for a page: readme, guide-readme, guide-log-in.
func nameOf(page string) string {
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(page), ".md"))
	if strings.HasPrefix(page, "docs/") {
		return "guide-" + name
	}
	return name
}

// The kinds of blocks. Everything that is not only shown is run.
const (
	shell     = "sh"
	script    = "ts"
	inBrowser = "ts browser"
	program   = "go"
	answer    = "json" // the answer to the previous block, in its shape
)

// onlyShown are the kinds of blocks that cannot be run.
var onlyShown = map[string]bool{"text": true, "mermaid": true}

var fence = regexp.MustCompile("(?ms)^```([^`\n]*)\n(.*?)^```$")

// blocksOf reads the blocks of a page. An unknown kind fails the test: it would never be run.
func blocksOf(t *testing.T, page string) (blocks []*block) {
	t.Helper()
	text := string(kit.ReadFile(t, filepath.Join(repository, page)))
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		b := &block{page: page, line: strings.Count(text[:at[4]], "\n") + 1, kind: text[at[2]:at[3]], text: text[at[4]:at[5]], number: len(blocks) + 1}
		switch b.kind {
		case shell, script, inBrowser, program, console:
		case answer:
			if b.number == 1 {
				t.Errorf("%s shows an answer to nothing", b)
			}
		default:
			if !onlyShown[b.kind] {
				t.Errorf("%s is of a kind that is not known and would not be run", b)
			}
		}
		if formatted, err := format.Source([]byte(b.text)); b.kind == program && (err != nil || string(formatted) != b.text) {
			t.Errorf("%s is not formatted: %v", b, err)
		}
		blocks = append(blocks, b)
	}
	if fences := strings.Count("\n"+text, "\n```"); fences != 2*len(blocks) {
		t.Errorf("%s has %d fences around %d blocks", page, fences, len(blocks))
	}
	return blocks
}

// pages are the README and the guides, in reading order.
func pages(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob(filepath.Join(repository, "docs", "guides", "*.md"))
	if err != nil || len(guides) == 0 {
		t.Fatalf("there are no guides: %v", err)
	}
	all := []string{"README.md"}
	for _, guide := range guides {
		all = append(all, "docs/guides/"+filepath.Base(guide))
	}
	return all
}

func TestEveryBlockIsOfAKnownKind(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		blocksOf(t, page)
	}
}
