package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// QuizAttempt is one set of answers that a user gave to a quiz.
type QuizAttempt struct {
	ID           uuid.UUID
	TenantID     uuid.UUID
	UserID       uuid.UUID
	EnrollmentID uuid.UUID
	LessonID     uuid.UUID
	Number       int // from 1, within the enrollment
	Right        int
	Total        int
	PassPercent  int // at the time of the attempt
	Passed       bool
	Results      []AnswerResult
	CreatedAt    time.Time
}

// ScorePercent is the share of right answers, rounded down.
func (a *QuizAttempt) ScorePercent() int { return 100 * a.Right / max(a.Total, 1) }

// AttemptQuiz grades the caller's answers to a quiz, stores them, and completes the lesson when they pass, as
// CompleteLesson does. It fails with NOT_FOUND, also for a draft, with NOT_ENROLLED unless the caller's enrollment is
// active or completed, with CONFLICT when the lesson has no questions, with VALIDATION_ERROR on answers unless each
// question is answered once, with RATE_LIMITED when there were too many attempts within a day, across all quizzes, and
// with ACCOUNT_SUSPENDED for a suspended user.
func (s *Service) AttemptQuiz(ctx context.Context, caller identity.Caller, lessonID uuid.UUID, answers []Answer) (attempt *QuizAttempt, progress Progress, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return err
		}
		learned, err := s.lockLearning(ctx, tx, caller, lessonID)
		if err != nil {
			return err
		}
		quiz, err := readQuiz(ctx, tx, lessonID)
		if err != nil {
			return err
		}
		if !quiz.isAsked() {
			return fault.New(fault.Conflict, "the lesson has no questions")
		}
		results, right, err := quiz.graded(answers)
		if err != nil {
			return err
		}
		if err := s.checkDailyAttempts(ctx, tx, caller); err != nil {
			return err
		}
		attempt = &QuizAttempt{
			ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, EnrollmentID: learned.enrollment.ID, LessonID: lessonID,
			Right: right, Total: len(quiz.Questions), PassPercent: quiz.PassPercent, Passed: quiz.isPassedBy(right), Results: results,
			CreatedAt: learned.now,
		}
		if err := insertAttempt(ctx, tx, attempt); err != nil {
			return err
		}
		if !attempt.Passed {
			progress, err = s.progressOf(ctx, tx, learned.enrollment)
			return err
		}
		progress, err = s.finish(ctx, tx, learned)
		return err
	})
	return attempt, progress, err
}

// QuizAttempts lists a page of the caller's attempts at a quiz, newest first and across all enrollments, and their
// total number. It fails with NOT_FOUND, also for a draft.
func (s *Service) QuizAttempts(ctx context.Context, caller identity.Caller, lessonID uuid.UUID, page database.Page) ([]*QuizAttempt, int, error) {
	lesson, course, err := readLesson(ctx, s.db, caller.TenantID, lessonID)
	if err != nil {
		return nil, 0, err
	}
	if !lesson.isPublic(course) {
		return nil, 0, errNoLesson
	}
	attempts, total, err := attemptsOf(ctx, s.db, caller, lessonID, page)
	if err != nil || len(attempts) == 0 {
		return attempts, total, err
	}
	quiz, err := readQuiz(ctx, s.db, lessonID)
	if err != nil {
		return nil, 0, err
	}
	explanations := make(map[uuid.UUID]string, len(quiz.Questions))
	for _, question := range quiz.Questions {
		explanations[question.ID] = question.Answer.Explanation
	}
	for _, attempt := range attempts {
		for i := range attempt.Results {
			attempt.Results[i].Explanation = explanations[attempt.Results[i].QuestionID]
		}
	}
	return attempts, total, nil
}
