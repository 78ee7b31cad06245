package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// watchedIndex is an index that calls a function before it stores a course.
type watchedIndex struct {
	index
	before func()
}

func (w watchedIndex) store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error {
	w.before()
	return w.index.store(ctx, tx, course, d)
}

// BeforeIndexing calls a function whenever the words of a course are known and not stored yet.
func (s *Service) BeforeIndexing(call func()) { s.index = watchedIndex{s.index, call} }
