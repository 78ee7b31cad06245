package education

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// wordCleanupInterval is how often all words are checked, if any course has changed since.
	wordCleanupInterval = 24 * time.Hour
	wordCleanupBatch    = 100
	// wordLockWait is how long the cleaner waits for authors: others queue up behind it.
	wordLockWait = 500 * time.Millisecond
	// wordRetryPause is how long it waits after giving up on the lock.
	wordRetryPause = time.Minute
)

// wordCleaner is the worker that removes words which no published course has any more. The vocabulary is shared by all
// tenants, and would otherwise grow with every change of a text.
type wordCleaner struct {
	service *Service
	after   string // the last word checked
	version int64  // of courses when this round began
	cleaned int64  // of courses when the last completed round began; 0 before
}

// Name is the worker's name.
func (c *wordCleaner) Name() string { return "course-word-cleaner" }

// Run removes words until the context ends. It fails when the database does.
func (c *wordCleaner) Run(ctx context.Context) error { return worker.Loop(ctx, nil, c.step) }

// step checks one batch of words, and continues at once unless it was the last.
func (c *wordCleaner) step(ctx context.Context) (wait time.Duration, err error) {
	s := c.service
	if c.after == "" {
		if c.version, err = searchVersion(ctx, s.db); err != nil {
			return 0, fmt.Errorf("look for changed courses: %w", err)
		}
		if c.version == c.cleaned {
			return wordCleanupInterval, nil
		}
	}
	words, err := wordsBehind(ctx, s.db, c.after, wordCleanupBatch)
	if err == nil {
		err = s.removeUnused(ctx, words)
	}
	if database.IsLocked(err) {
		return wordRetryPause, nil
	}
	if err != nil {
		return 0, fmt.Errorf("remove words that no course has: %w", err)
	}
	if len(words) == wordCleanupBatch {
		c.after = words[len(words)-1]
		return 0, nil
	}
	c.after, c.cleaned = "", c.version
	return wordCleanupInterval, nil
}

// removeUnused removes those of the words that no course has. It blocks authors only when there is one, and then
// checks again: a course may have brought it back.
func (s *Service) removeUnused(ctx context.Context, words []string) error {
	unused, err := s.unusedOf(ctx, s.db, words)
	if err != nil || len(unused) == 0 {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, wordLockWait); err != nil {
			return err
		}
		if err := lockWords(ctx, tx); err != nil {
			return err
		}
		unused, err := s.unusedOf(ctx, tx, unused)
		if err != nil {
			return err
		}
		return deleteWords(ctx, tx, unused)
	})
}

// unusedOf filters words to those that no published course has.
func (s *Service) unusedOf(ctx context.Context, from database.Querier, words []string) ([]string, error) {
	known, err := s.knownAmong(ctx, from, nil, `TRUE`, wordTerms(words))
	var left []string
	for i, word := range words {
		if !known[i] {
			left = append(left, word)
		}
	}
	return left, err
}
