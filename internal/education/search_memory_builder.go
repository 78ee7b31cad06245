package education

import (
	"context"
	"errors"
	"time"
)

// tooLargePause is when a catalogue that was too large is looked at again.
const tooLargePause = 10 * time.Minute

// Name is the worker's name.
func (k *indexKeeper) Name() string { return "course-index" }

// Run builds the index whenever one is wanted. It fails when the courses cannot be read.
func (k *indexKeeper) Run(ctx context.Context) error {
	var notBefore time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-k.wanted:
		}
		present := k.current.Load()
		if k.now().Before(notBefore) || present != nil && !present.isWorn() {
			continue
		}
		err := k.build(ctx)
		switch {
		case errors.Is(err, errTooLarge):
			notBefore = k.now().Add(tooLargePause)
			k.logger.WarnContext(ctx, "the catalogue is too large to be searched in memory: the database searches it",
				"mostCourses", k.most.courses, "mostPostings", k.most.postings)
		case err != nil:
			return err
		}
	}
}

var errTooLarge = errors.New("there are too many courses or words to keep them in memory")

// build makes a new index beside the one in use and puts it in its place. What changes meanwhile has a later
// version than the index, and is read by the next search.
func (k *indexKeeper) build(ctx context.Context) error {
	index := &keptIndex{wordIndex: newWordIndex()}
	index.heard.Store(k.told.Load())
	version, err := searchVersion(ctx, k.db)
	if err != nil {
		return err
	}
	index.version.Store(version)
	ids, err := publishedCourses(ctx, k.db, k.most.courses+1)
	if err != nil {
		return err
	}
	if len(ids) > k.most.courses {
		return errTooLarge
	}
	err = readSearched(ctx, k.db, ids, func(courses []*searchedCourse) error {
		index.load(courses)
		if index.exceeds(k.most) {
			return errTooLarge
		}
		return nil
	})
	if err != nil {
		return err
	}
	index.arrange()
	k.current.Store(index)
	k.logger.InfoContext(ctx, "courses are searched in memory", "courses", len(index.numbers), "words", len(index.words), "postings", index.postings)
	return nil
}
