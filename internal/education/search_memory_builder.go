package education

import (
	"context"
	"errors"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// tooLargePause is how long to wait before trying again to index a catalogue that was too large.
const tooLargePause = 10 * time.Minute

// Name is the worker's name.
func (k *indexKeeper) Name() string { return "course-index" }

// Run builds the index whenever one is wanted. It fails when the courses cannot be read.
func (k *indexKeeper) Run(ctx context.Context) error {
	var notBefore time.Time
	return worker.Loop(ctx, k.wake, func(ctx context.Context) (time.Duration, error) {
		isWanted, present := k.wanted.Swap(false), k.current.Load()
		if !isWanted || k.now().Before(notBefore) || present != nil && !present.isWorn() {
			return worker.UntilWoken, nil
		}
		err := k.build(ctx)
		if errors.Is(err, errTooLarge) {
			notBefore = k.now().Add(tooLargePause)
			k.logger.WarnContext(ctx, "the catalogue is too large to be searched in memory: the database searches it",
				"mostCourses", k.most.courses, "mostPostings", k.most.postings)
			err = worker.Handled(err)
		}
		return worker.UntilWoken, err
	})
}

var errTooLarge = errors.New("there are too many courses or words to keep them in memory")

// build builds a new index beside the current one and swaps it in. Changes made meanwhile have a later version than
// the index, and the next search reads them. It uses a single connection throughout: if each statement waited for one,
// the searches that the engine answers in the meantime could keep it from finishing.
func (k *indexKeeper) build(ctx context.Context) error {
	index := &keptIndex{wordIndex: newWordIndex()}
	index.heard.Store(k.told.Load())
	if err := k.db.InSnapshot(ctx, func(from database.Querier) error { return k.fill(ctx, from, index) }); err != nil {
		return err
	}
	index.arrange()
	courses, words, postings := len(index.numbers), len(index.words), index.postings
	k.current.Store(index) // changes are applied to it from now on
	k.logger.InfoContext(ctx, "courses are searched in memory", "courses", courses, "words", words, "postings", postings)
	return nil
}

// fill reads all published courses into an index. It fails with errTooLarge when there are too many.
func (k *indexKeeper) fill(ctx context.Context, from database.Querier, index *keptIndex) error {
	version, err := searchVersion(ctx, from)
	if err != nil {
		return err
	}
	index.version.Store(version)
	ids, err := publishedCourses(ctx, from, k.most.courses+1)
	if err != nil {
		return err
	}
	if len(ids) > k.most.courses {
		return errTooLarge
	}
	return readSearched(ctx, from, ids, func(course *searchedCourse) error {
		index.load(course)
		if index.exceeds(k.most) {
			return errTooLarge
		}
		return nil
	})
}
