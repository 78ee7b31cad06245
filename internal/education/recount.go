package education

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

const (
	// recountTopic tells that attempts at a course may be finished by what its author did.
	recountTopic = "education.recount"
	// recountPoll is how often the recounter looks by itself, when nobody told it.
	recountPoll  = time.Minute
	recountBatch = 500
)

// recounter is the worker that completes the attempts which lack nothing any more since an author withdrew a lesson or made
// it optional: whoever has done everything else may never touch a lesson again. Any number of replicas may run one: an
// attempt is completed by who holds it and finds it active.
type recounter struct {
	service *Service
	wake    worker.Wake
}

func newRecounter(s *Service) *recounter { return &recounter{s, worker.NewWake()} }

// Name is the worker's name.
func (r *recounter) Name() string { return "course-recounter" }

// Run completes until the context ends. It fails when the database does.
func (r *recounter) Run(ctx context.Context) error {
	defer r.service.db.Subscribe(recountTopic, func(string) { r.wake.Notify() })()
	return worker.Loop(ctx, r.wake, r.step)
}

// step looks through the attempts at one course, if any is to be looked at.
func (r *recounter) step(ctx context.Context) (wait time.Duration, err error) {
	course, changes, err := courseToRecount(ctx, r.service.db)
	if fault.Is(err, fault.NotFound) {
		return recountPoll, nil
	}
	if err == nil {
		err = r.service.recount(ctx, course)
	}
	if err == nil {
		err = r.service.db.InTx(ctx, func(tx *database.Tx) error { return saveRecounted(ctx, tx, course, changes) })
	}
	if err != nil {
		return 0, fmt.Errorf("complete the attempts that lack nothing: %w", err)
	}
	return 0, nil
}

// recount completes every active attempt at a course that is finished. Each has a transaction of its own, and is held in
// it also when it looks unfinished: its owner may be completing a lesson at this moment, having counted the one that is withdrawn.
func (s *Service) recount(ctx context.Context, courseID uuid.UUID) error {
	var after uuid.UUID
	for {
		ids, err := activeEnrollments(ctx, s.db, courseID, after, recountBatch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.db.InTx(ctx, func(tx *database.Tx) error { return s.recountOne(ctx, tx, id) }); err != nil {
				return err
			}
			worker.Progress(ctx)
		}
		if len(ids) < recountBatch {
			return nil
		}
		after = ids[len(ids)-1]
	}
}

func (s *Service) recountOne(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	enrollment, err := lockEnrollment(ctx, tx, id)
	if fault.Is(err, fault.NotFound) { // it is gone, and lacks nothing
		return nil
	}
	if err != nil {
		return err
	}
	return s.recountHeld(ctx, tx, enrollment)
}

// recountHeld completes an attempt that is held, if it is active and finished, and tells of it.
func (s *Service) recountHeld(ctx context.Context, tx *database.Tx, e *Enrollment) error {
	course, err := readCourse(ctx, tx, e.TenantID, e.CourseID)
	if err != nil {
		return err
	}
	progress, completes, err := s.completeIfFinished(ctx, tx, course, e, s.now())
	if err != nil || !completes {
		return err
	}
	return s.events.Publish(ctx, tx, e.event(enrollmentCompleted, course, progress.Percentage))
}
