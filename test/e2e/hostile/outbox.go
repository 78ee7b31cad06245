package hostile

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
)

// letter is a sent message.
type letter struct{ Kind, Recipient, Text string }

var (
	linkToken = regexp.MustCompile(`\?token=([A-Za-z0-9_-]+)`)
	sixDigits = regexp.MustCompile(`\b\d{6}\b`)
)

// awaitLetter waits for a number of messages of a kind to somebody and returns the last one's text; empty if they do
// not come.
func (w *worker) awaitLetter(kind, recipient string, least int) (found string) {
	for range 200 {
		count := 0
		outbox, err := os.ReadFile(w.campaign.Outbox)
		if err == nil {
			for line := range bytes.Lines(outbox) {
				var one letter
				if bytes.Contains(line, []byte(recipient)) && json.Unmarshal(line, &one) == nil && one.Kind == kind && one.Recipient == recipient {
					found = one.Text
					count++
				}
			}
		}
		if count >= least || w.ctx.Err() != nil {
			return found
		}
		w.pause()
	}
	return found
}

// tokens are those in the links of a message.
func tokens(text string) (all []string) {
	for _, match := range linkToken.FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	return append(all, "")
}
