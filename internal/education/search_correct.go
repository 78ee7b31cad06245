package education

import (
	"context"

	"github.com/google/uuid"
)

// correct replaces terms that occur in no course the tenant's users see with the words that were probably meant. Words
// of other tenants' courses count as unknown: results must not depend on them.
func (s *Service) correct(ctx context.Context, tenant uuid.UUID, terms []term) (corrected bool, err error) {
	known, err := s.known(ctx, tenant, terms)
	if err != nil {
		return false, err
	}
	for i := range terms {
		if known[i] || !mayBeMistyped(terms[i].word) {
			continue
		}
		// Two look-ups per unknown word, and at most mostTerms words.
		candidates, err := s.index.similar(ctx, s.db, plainKey(terms[i].word))
		if err != nil {
			return false, err
		}
		if candidates, err = s.knownOf(ctx, tenant, near(terms[i].word, candidates)); err != nil {
			return false, err
		}
		if meant := corrections(terms[i].word, candidates); len(meant) > 0 {
			terms[i].exact, corrected = meant, true
		}
	}
	return corrected, nil
}

// wordTerms makes one term of each word.
func wordTerms(words []string) []term {
	terms := make([]term, len(words))
	for i, word := range words {
		terms[i] = term{exact: []string{word}}
	}
	return terms
}

// knownOf filters words to those that occur in a course the tenant's users see.
func (s *Service) knownOf(ctx context.Context, tenant uuid.UUID, words []string) ([]string, error) {
	known, err := s.known(ctx, tenant, wordTerms(words))
	var left []string
	for i, word := range words {
		if known[i] {
			left = append(left, word)
		}
	}
	return left, err
}
