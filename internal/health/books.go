package health

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// booksCheck is the name of the check of the books.
	booksCheck = "books"
	// booksEvery is how old the last check may be, whichever process made it.
	booksEvery = 5 * time.Minute
)

// Check is the result of a check that one process makes for all.
type Check struct {
	Name      string
	Problem   string    // empty when all was well
	CheckedAt time.Time // zero before the first check
}

// SharedWorkers returns the jobs that at least one process of the installation must run; several share the work.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{&bookkeeper{s}} }

// bookkeeper is the worker that checks whether the books are in order.
type bookkeeper struct{ service *Service }

// Name is the worker's name.
func (b *bookkeeper) Name() string { return "books-checker" }

// Run checks the books periodically until the context ends. It fails when the database does.
func (b *bookkeeper) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(booksEvery, b.service.checkBooks))
}

// checkBooks checks the books unless another process has just done so.
func (s *Service) checkBooks(ctx context.Context) error {
	last, err := findCheck(ctx, s.db, booksCheck)
	if err != nil {
		return err
	}
	if age := s.now().Sub(last.CheckedAt); age >= 0 && age < booksEvery/2 { // ignore one dated before the clock was set back
		return nil
	}
	sums, err := s.books(ctx)
	if err != nil {
		return fmt.Errorf("look at the books: %w", err)
	}
	var wrong []string
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		if sums[currency] != 0 {
			wrong = append(wrong, currency)
		}
	}
	check := Check{Name: booksCheck, CheckedAt: s.now()}
	if len(wrong) > 0 {
		check.Problem = shortened("the balances do not sum to zero in " + strings.Join(wrong, ", "))
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return saveCheck(ctx, tx, check, last.CheckedAt) })
}
