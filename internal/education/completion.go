package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/webhook"
)

// CompleteLesson records that the caller has completed a lesson; it is idempotent. The last lesson that counts
// completes the course for good and issues a certificate. It fails with NOT_FOUND, also for a draft, with NOT_ENROLLED
// unless the caller's attempt is active or completed, and with CONFLICT for a quiz that has questions and has not been
// passed: AttemptQuiz completes that.
func (s *Service) CompleteLesson(ctx context.Context, caller identity.Caller, lessonID uuid.UUID) (progress Progress, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		learned, err := s.lockLearning(ctx, tx, caller, lessonID)
		if err != nil {
			return err
		}
		if err := learned.checkPassed(ctx, tx); err != nil {
			return err
		}
		progress, err = s.finish(ctx, tx, learned)
		return err
	})
	return progress, err
}

// learning is a user working on a lesson.
type learning struct {
	lesson     Lesson
	course     *Course
	enrollment *Enrollment // locked
	now        time.Time
}

// lockLearning reads a lesson for an enrolled caller and locks their attempt at the course. It fails with NOT_FOUND,
// also for a draft, and with NOT_ENROLLED unless the attempt is active or completed.
func (s *Service) lockLearning(ctx context.Context, tx *database.Tx, caller identity.Caller, lessonID uuid.UUID) (*learning, error) {
	lesson, course, err := readLesson(ctx, tx, caller.TenantID, lessonID)
	if err != nil {
		return nil, err
	}
	if !lesson.isPublic(course) {
		return nil, errNoLesson
	}
	// The attempt is locked first, so that of two concurrent last lessons the second one sees the first.
	enrollment, err := newestEnrollment(ctx, tx, tx.ForUpdate(), caller, course.ID)
	now := s.now()
	if fault.Is(err, fault.NotFound) || err == nil && !enrollment.opensContent(now) {
		return nil, errNotEnrolled
	}
	return &learning{lesson, course, enrollment, now}, err
}

// checkPassed fails with CONFLICT when the lesson is a quiz that still has to be passed. One that was completed before
// it had questions stays completed.
func (l *learning) checkPassed(ctx context.Context, tx *database.Tx) error {
	if l.lesson.Type != QuizLesson {
		return nil
	}
	quiz, err := readQuiz(ctx, tx, l.lesson.ID)
	if err != nil || !quiz.isAsked() {
		return err
	}
	if done, err := isCompleted(ctx, tx, l.enrollment.ID, l.lesson.ID); err != nil || done {
		return err
	}
	return fault.New(fault.Conflict, "a quiz is completed by passing it: %d %% of its answers have to be right", quiz.PassPercent)
}

// finish records a lesson as completed and applies the consequences.
func (s *Service) finish(ctx context.Context, tx *database.Tx, l *learning) (Progress, error) {
	isNew, err := insertCompletion(ctx, tx, l.enrollment.ID, l.lesson.ID, l.now)
	if err != nil {
		return Progress{}, err
	}
	// Even when nothing is new: the one missing lesson may no longer be required.
	progress, completes, err := s.completeIfFinished(ctx, tx, l.course, l.enrollment, l.now)
	if err != nil {
		return Progress{}, err
	}
	return progress, s.tellCompletion(ctx, tx, l.lesson, l.course, progress, isNew, completes)
}

// completeIfFinished completes a locked attempt if it is active and everything that counts is done, and returns its
// progress.
func (s *Service) completeIfFinished(ctx context.Context, tx *database.Tx, course *Course, e *Enrollment, now time.Time) (p Progress, completes bool, err error) {
	tally, done, err := tallyOf(ctx, tx, e)
	if err != nil {
		return Progress{}, false, err
	}
	if completes = e.Status(now) == Active && tally.finished(); completes {
		// Another lesson may be being published right now: once its author's transaction commits, it counts.
		if err := holdLessons(ctx, tx, course.ID); err != nil {
			return Progress{}, false, err
		}
		if tally, done, err = tallyOf(ctx, tx, e); err != nil {
			return Progress{}, false, err
		}
		completes = tally.finished()
	}
	if completes {
		if err := s.complete(ctx, tx, course, e, now); err != nil {
			return Progress{}, false, err
		}
	}
	p = newProgress(e, tally, now)
	p.LessonIDs = done
	return p, completes, nil
}

// complete ends a locked attempt and issues its certificate.
func (s *Service) complete(ctx context.Context, tx *database.Tx, course *Course, e *Enrollment, now time.Time) error {
	e.status, e.CompletedAt = Completed, now
	if err := updateEnrollment(ctx, tx, e); err != nil {
		return err
	}
	names, err := s.names.Names(ctx, tx, []uuid.UUID{e.UserID})
	if err != nil {
		return err
	}
	certificate := newCertificate(e, course, names[e.UserID], now)
	e.Serial = certificate.Serial
	return insertCertificate(ctx, tx, e, certificate)
}

// tellCompletion publishes the effects of a completed lesson.
func (s *Service) tellCompletion(ctx context.Context, tx *database.Tx, lesson Lesson, course *Course, p Progress, isNew, completes bool) error {
	var events []webhook.Event
	if isNew {
		events = append(events, p.lessonEvent(lesson))
	}
	if completes {
		events = append(events, p.Enrollment.event(enrollmentCompleted, course, p.Percentage))
	}
	if len(events) == 0 {
		return nil
	}
	return s.events.Publish(ctx, tx, events...)
}

// Progress returns the progress of the caller's last attempt at a course, even when it has ended. It fails with
// NOT_FOUND, also for a draft, and with NOT_ENROLLED when the caller has never enrolled.
func (s *Service) Progress(ctx context.Context, caller identity.Caller, courseID uuid.UUID) (Progress, error) {
	course, err := readPublicCourse(ctx, s.db, caller.TenantID, courseID)
	if err != nil {
		return Progress{}, err
	}
	enrollment, err := newestEnrollment(ctx, s.db, "", caller, course.ID)
	if fault.Is(err, fault.NotFound) {
		return Progress{}, errNotEnrolled
	}
	if err != nil {
		return Progress{}, err
	}
	return s.progressOf(ctx, s.db, enrollment)
}
