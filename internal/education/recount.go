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
	// recountTopic says that an author's change may have finished attempts at a course.
	recountTopic = "education.recount"
	// recountPoll is how often the recounter looks without being woken.
	recountPoll  = time.Minute
	recountBatch = 500
)

// recounter is the worker that completes attempts which an author finished by withdrawing a lesson or making it
// optional: a user who has done everything else may never touch a lesson again. Any number of replicas may run one: an
// attempt is completed by whichever locks it and finds it active.
type recounter struct {
	service *Service
	wake    worker.Wake
}

func newRecounter(s *Service) *recounter { return &recounter{s, worker.NewWake()} }

// Name is the worker's name.
func (r *recounter) Name() string { return "course-recounter" }

// Run completes attempts until the context ends. It fails when the database does.
func (r *recounter) Run(ctx context.Context) error {
	defer r.service.db.Subscribe(recountTopic, func(string) { r.wake.Notify() })()
	return worker.Loop(ctx, r.wake, r.step)
}

// step checks the attempts at one course, if any course is due.
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

// recount completes every active attempt at a course that is finished. Each gets its own transaction and is locked
// even if it looks unfinished: its owner may be completing a lesson right now, based on a count that includes the
// withdrawn one.
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
	if fault.Is(err, fault.NotFound) { // the attempt is gone, so there is nothing to complete
		return nil
	}
	if err != nil {
		return err
	}
	return s.recountHeld(ctx, tx, enrollment)
}

// recountHeld completes a locked attempt if it is active and finished, and publishes that.
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
