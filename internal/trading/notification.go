package trading

import (
	"strings"

	"github.com/google/uuid"
)

// Identifiers reads payloads of comma-separated identifiers, each once. What is none is left out.
func Identifiers(payloads []string) []uuid.UUID {
	var ids []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, payload := range payloads {
		for text := range strings.SplitSeq(payload, ",") {
			if id, err := uuid.Parse(text); err == nil && !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}
