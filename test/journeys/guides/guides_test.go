// Package guides_test does what the README and the guides say: every block of code is taken from its page and run as
// written, against the demo started by the README's first command.
package guides_test

import (
	"strings"
	"testing"
)

const (
	repository = "../../.."
	// demoAddress is the demo's default address, and demoName the same by name, as pages call it.
	demoAddress, demoName = "127.0.0.1:8080", "localhost:8080"
)

// TestEveryBlockRunsAsWritten runs the blocks in the order of the pages, those of the README first: they start the
// demo and build the clients. A page's shell blocks run in order in one shell; every block of another language is a
// program.
func TestEveryBlockRunsAsWritten(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	counts := map[string]int{}
	for _, page := range pages(t) {
		blocks := blocksOf(t, page)
		t.Run(nameOf(page), func(t *testing.T) { reader.read(t, blocks) })
		for _, b := range blocks {
			counts[b.kind]++
		}
	}
	t.Logf("blocks by kind: %v", counts)
}

// read runs the blocks of a page.
func (r *reader) read(t *testing.T, blocks []*block) {
	t.Helper()
	var shellOfPage *session
	printed := ""
	for _, b := range blocks {
		text := strings.NewReplacer(demoAddress, r.address, demoName, "localhost:"+r.port()).Replace(b.text)
		switch b.kind {
		case shell:
			if r.isStart(b) || isMakeTest(t, b) {
				continue
			}
			if shellOfPage == nil {
				shellOfPage = newSession(t, r.folder)
			}
			printed = shellOfPage.run(t, b, text)
		case console:
			r.runConsole(t, b)
		case script:
			printed = r.runScript(t, b)
		case inBrowser:
			r.runInBrowser(t, b)
		case program:
			printed = r.runGo(t, b)
		case answer:
			wantShown(t, b, printed)
		}
	}
}
