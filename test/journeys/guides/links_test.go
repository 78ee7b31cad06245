package guides_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

var link = regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)\s]*)?\)`)

func TestEveryLinkBetweenThePagesLeadsSomewhere(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		text := string(kit.ReadFile(t, filepath.Join(repository, page)))
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(repository, filepath.Dir(page), found[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, found[1])
			}
		}
	}
}

func TestEveryGuideIsInTheIndex(t *testing.T) {
	t.Parallel()
	index := string(kit.ReadFile(t, filepath.Join(repository, "docs", "guides", "README.md")))
	for _, page := range pages(t) {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("%s is not in the index of the guides", name)
		}
	}
}
