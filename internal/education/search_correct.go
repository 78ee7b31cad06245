package education

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// correct gives the terms that no course has that the users of a tenant see the words that they may have been
// meant to be. Words of other tenants' courses are as good as unknown: what is found must not depend on them.
func (s *Service) correct(ctx context.Context, tenant uuid.UUID, terms []term) (corrected bool, err error) {
	known, err := s.known(ctx, tenant, terms)
	if err != nil {
		return false, err
	}
	for i := range terms {
		if known[i] || !mayBeMistyped(terms[i].word) {
			continue
		}
		// Two look-ups a word that nobody has, and there are at most mostTerms of them.
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

// knownOf leaves the words that a course has that the users of a tenant see.
func (s *Service) knownOf(ctx context.Context, tenant uuid.UUID, words []string) ([]string, error) {
	terms := make([]term, len(words))
	for i, word := range words {
		terms[i] = term{exact: []string{word}}
	}
	known, err := s.known(ctx, tenant, terms)
	var left []string
	for i, word := range words {
		if known[i] {
			left = append(left, word)
		}
	}
	return left, err
}

// known tells by their numbers which terms a course has that the users of a tenant see.
func (s *Service) known(ctx context.Context, tenant uuid.UUID, terms []term) (map[int]bool, error) {
	known := make(map[int]bool, len(terms))
	if len(terms) == 0 {
		return known, nil
	}
	var q query
	found, ranked := s.index.key()
	seen := seenBy(q.add(tenant))
	lists, parts := make([]string, len(terms)), make([]string, len(terms))
	for i := range terms {
		source, argument := s.index.all(terms[i:i+1], q.next())
		q.add(argument)
		// As a list of its own it is read from the index: to find one course PostgreSQL would rather go through all.
		list := `found` + strconv.Itoa(i)
		lists[i] = list + ` AS MATERIALIZED (SELECT ` + found + ` AS key FROM ` + source + `)`
		parts[i] = `SELECT ` + strconv.Itoa(i) + ` AS term WHERE EXISTS (
			SELECT 1 FROM ` + list + ` JOIN course_search ON course_search.` + ranked + ` = ` + list + `.key WHERE ` + seen + `)`
	}
	rows, err := s.db.Query(ctx, `WITH `+strings.Join(lists, `, `)+` `+strings.Join(parts, ` UNION ALL `), q...)
	_, err = database.Collect(rows, err, func(row database.Row) (term int, err error) {
		err = row.Scan(&term)
		known[term] = true
		return term, err
	})
	return known, err
}
