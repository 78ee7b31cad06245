package kyc

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// askedAtOnce is how many questions are asked concurrently.
	askedAtOnce = 4
	// lease is how long a claimed case stays with its claimant. Asking and recording always take less, so it runs out
	// only when the process has died.
	lease = 2 * time.Minute
	// recordTimeout is how long the database may take while the process is shutting down.
	recordTimeout = 10 * time.Second
	// longestWait is how long the teller relies on notifications of new submissions.
	longestWait = time.Minute
	// shortestWait keeps the teller from spinning while another process is about to claim what is due.
	shortestWait = 100 * time.Millisecond
)

// teller is the worker that asks the provider.
type teller struct {
	service *Service
	wake    worker.Wake
}

func newTeller(s *Service) *teller { return &teller{s, worker.NewWake()} }

// Name is the worker's name.
func (*teller) Name() string { return "kyc-teller" }

// Run asks the provider about submissions until the context ends, and returns once every answer is recorded or its
// claim given back. It fails when the database does.
func (w *teller) Run(ctx context.Context) error {
	// Subscribe before the first query: whatever is committed in between wakes it.
	defer w.service.db.Subscribe(tellTopic, func(string) { w.wake.Notify() })()
	return worker.Loop(ctx, w.wake, func(ctx context.Context) (time.Duration, error) {
		due, err := nextAttempt(ctx, w.service.db)
		if err != nil {
			return 0, fmt.Errorf("look for the next submission: %w", err)
		}
		if due.IsZero() {
			return longestWait, nil
		}
		if wait := due.Sub(w.service.now()); wait > 0 {
			return min(wait, longestWait), nil
		}
		told, err := w.service.TellDue(ctx)
		if err != nil || told > 0 {
			return 0, err
		}
		return shortestWait, nil
	})
}

// TellDue asks the provider once about some of the due submissions, waits for the answers, and returns how many there
// were. A provider that refuses or does not answer is not an error. It fails when the database does.
func (s *Service) TellDue(ctx context.Context) (asked int, err error) {
	cases, until, err := s.claim(ctx)
	if err != nil {
		return 0, err
	}
	var asking sync.WaitGroup
	for _, c := range cases {
		asking.Go(func() { s.tell(ctx, c, until) })
	}
	asking.Wait()
	return len(cases), nil
}

// claim is not interrupted when the context ends: a claim that commits without its result being seen would keep its
// cases from everybody until the lease runs out.
func (s *Service) claim(ctx context.Context) (cases []*Case, until time.Time, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		until = s.now().Add(lease)
		cases, err = claimCases(ctx, tx, s.now(), until)
		return err
	})
	if err != nil {
		return nil, until, fmt.Errorf("claim KYC submissions: %w", err)
	}
	return cases, until, nil
}

// tell asks the provider about a claimed case and records the result, even when the context has ended. No transaction
// is open meanwhile.
func (s *Service) tell(ctx context.Context, c *Case, until time.Time) {
	started := s.now()
	given := s.askSafely(ctx, c)
	isInterrupted := ctx.Err() != nil && given.reference == ""
	finishing, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	recorded := false
	err := s.db.InTx(finishing, func(tx *database.Tx) (err error) {
		switch {
		case given.reference != "":
			recorded, err = recordTold(finishing, tx, c, until, given.reference, s.now())
		case isInterrupted:
			recorded, err = recordPause(finishing, tx, c, until, s.now(), c.attempts-1)
			tx.Notify(tellTopic, c.ID.String())
		default:
			recorded, err = recordPause(finishing, tx, c, until, s.now().Add(pauseAfter(c.attempts, given.after)), c.attempts)
		}
		return err
	})
	s.logTold(ctx, c, given, s.now().Sub(started), recorded, err)
}

// askSafely keeps a panic from ending the process. The panic's value may contain the submission; where it happened does
// not.
func (s *Service) askSafely(ctx context.Context, c *Case) (given answer) {
	defer func() {
		if recovered := recover(); recovered != nil {
			s.logger.ErrorContext(ctx, "asking the KYC provider panicked", "caseId", c.ID, "stack", string(debug.Stack()))
			given = answer{message: "the question could not be asked"}
		}
	}()
	return s.ask(ctx, c)
}

// logTold logs an attempt in one line with everything about it except the question.
func (s *Service) logTold(ctx context.Context, c *Case, given answer, took time.Duration, recorded bool, err error) {
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.String("caseId", c.ID.String()), slog.String("submissionId", c.SubmissionID.String()), slog.Int64("attempt", c.attempts),
		slog.Int("status", given.status), slog.Duration("duration", took),
	}
	if given.message != "" {
		level = slog.LevelWarn
		attributes = append(attributes, slog.String("reason", given.message))
	}
	switch {
	case err != nil: // the lease will run out, and the provider will be asked again
		level = slog.LevelError
		attributes = append(attributes, slog.Any("recordError", err))
	case !recorded: // somebody has decided meanwhile, or the lease has run out
		attributes = append(attributes, slog.Bool("claimLost", true))
	}
	s.logger.LogAttrs(ctx, level, "KYC provider asked", attributes...)
}
