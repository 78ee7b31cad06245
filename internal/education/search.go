package education

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// worth is the score of finding a word in a field, whole or by prefix. A word in the title scores more than the same
// word anywhere else, however it was found.
var worth = [fieldCount]struct{ whole, beginning int }{
	inTitle: {90, 80}, inDescription: {50, 45}, inLessonTitles: {30, 25}, inLessons: {10, 8},
}

// looking is a search: for which tenant's users, in which level (empty for all), and with which limit.
type looking struct {
	tenant uuid.UUID
	level  Level
	limit  int
}

// Search finds published courses that the users of a tenant see by words in their title, description and lessons.
// Courses with all words come before those with some; then the order is by how telling the place of the words is, then
// featured courses first, then newest first. The last word may be a prefix. A word that none of these courses has is
// taken for a typing mistake. It fails with VALIDATION_ERROR on q when the text is blank.
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

// find returns the best courses for the terms, from memory if the index is ready.
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

// inRank reads courses in the order of the ids. Those that have been withdrawn meanwhile are left out.
func (s *Service) inRank(ctx context.Context, ids []uuid.UUID) ([]*Course, error) {
	place := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	courses, err := publishedByID(ctx, s.db, ids)
	slices.SortFunc(courses, func(a, b *Course) int { return place[a.ID] - place[b.ID] })
	return courses, err
}
