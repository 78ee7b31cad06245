package education

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// worth is what finding a word in a field counts, whole or by its beginning. A word in the title counts more
// than the same word anywhere else, however it was found.
var worth = [fieldCount]struct{ whole, beginning int }{
	inTitle: {90, 80}, inDescription: {50, 45}, inLessonTitles: {30, 25}, inLessons: {10, 8},
}

// looking is somebody who looks for courses: of which tenant, of which level (empty for all), and how many.
type looking struct {
	tenant uuid.UUID
	level  Level
	limit  int
}

// Search finds published courses that the users of a tenant see by words of their title, description and
// lessons. Courses with all words come before those with some; then those where the words stand in the more
// telling place, the featured, and the newest. The last word may be the beginning of one. A word that none of
// these courses has is taken for a typing mistake. It fails with VALIDATION_ERROR on q when there is nothing but
// space in it.
func (s *Service) Search(ctx context.Context, tenant uuid.UUID, text string, level Level, limit int) ([]*Course, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fault.Invalid("q", "must not be blank")
	}
	terms := parseQuery(text)
	if len(terms) == 0 {
		return []*Course{}, nil
	}
	ids, err := s.find(ctx, looking{tenant, level, limit}, terms)
	if err != nil {
		return nil, err
	}
	return s.inRank(ctx, ids)
}

// find returns the best courses for the terms, from memory when the index is there.
func (s *Service) find(ctx context.Context, who looking, terms []term) ([]uuid.UUID, error) {
	index, err := s.keeper.fresh(ctx)
	if err != nil {
		return nil, err
	}
	if index == nil {
		return s.findByEngine(ctx, who, terms)
	}
	return index.find(who, terms), nil
}

// inRank reads courses and puts them in the order of the ids. One that has been withdrawn meanwhile is left out.
func (s *Service) inRank(ctx context.Context, ids []uuid.UUID) ([]*Course, error) {
	place := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	courses, err := publishedByID(ctx, s.db, ids)
	slices.SortFunc(courses, func(a, b *Course) int { return place[a.ID] - place[b.ID] })
	return courses, err
}
