package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// lessonQuiz is a quiz as stored, separate from its lesson: lists of lessons never read it.
type lessonQuiz struct {
	lessonID uuid.UUID
	Quiz
}

var quizTable = database.NewTable("quizzes", func(q *lessonQuiz, column database.Define) {
	column("lesson_id", &q.lessonID)
	column("pass_percent", &q.PassPercent)
	column("questions", database.JSON(&q.Questions))
})

// readQuiz reads the quiz of a lesson; without one, it returns a quiz that has no questions.
func readQuiz(ctx context.Context, from database.Querier, lesson uuid.UUID) (Quiz, error) {
	found, err := quizTable.ScanValue(from.QueryRow(ctx, `SELECT `+quizTable.Columns()+` FROM quizzes WHERE lesson_id = $1`, lesson))
	if err = database.Missing(err, errNoQuiz); fault.Is(err, fault.NotFound) {
		return Quiz{}, nil
	}
	return found.Quiz, err
}

var errNoQuiz = fault.New(fault.NotFound, "the lesson has no quiz")

// saveQuizzes writes the quizzes of those lessons that ever had one. Their course is locked.
func saveQuizzes(ctx context.Context, tx *database.Tx, lessons ...Lesson) error {
	var asked []*lessonQuiz
	for _, lesson := range lessons {
		if lesson.Quiz.PassPercent > 0 {
			asked = append(asked, &lessonQuiz{lesson.ID, lesson.Quiz})
		}
	}
	if len(asked) == 0 {
		return nil
	}
	_, err := quizTable.InsertOr(ctx, tx, `ON CONFLICT (lesson_id) DO UPDATE SET pass_percent = excluded.pass_percent, questions = excluded.questions`, asked...)
	return err
}

var attemptTable = database.NewTable("quiz_attempts", func(a *QuizAttempt, column database.Define) {
	column("id", &a.ID)
	column("tenant_id", &a.TenantID)
	column("user_id", &a.UserID)
	column("enrollment_id", &a.EnrollmentID)
	column("lesson_id", &a.LessonID)
	column("number", &a.Number)
	column("right_answers", &a.Right)
	column("questions", &a.Total)
	column("pass_percent", &a.PassPercent)
	column("passed", &a.Passed)
	column("results", database.JSON(&a.Results))
	column("created_at", &a.CreatedAt)
})

// insertAttempt numbers and writes an attempt whose enrollment is locked.
func insertAttempt(ctx context.Context, tx *database.Tx, a *QuizAttempt) error {
	err := tx.QueryRow(ctx, `SELECT COALESCE(MAX(number), 0) + 1 FROM quiz_attempts WHERE enrollment_id = $1 AND lesson_id = $2`,
		a.EnrollmentID, a.LessonID).Scan(&a.Number)
	if err != nil {
		return err
	}
	return attemptTable.Insert(ctx, tx, a)
}

// attemptsOf reads a page of a user's attempts at a quiz, newest first, and their total number.
func attemptsOf(ctx context.Context, from database.Querier, caller identity.Caller, lesson uuid.UUID, page database.Page) ([]*QuizAttempt, int, error) {
	var where database.Where
	where.Equal(`user_id`, caller.UserID)
	where.Equal(`lesson_id`, lesson)
	where.Equal(`tenant_id`, caller.TenantID)
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*) FROM quiz_attempts`+where.String(), where.Arguments...).Scan(&total); err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + attemptTable.Columns() + ` FROM quiz_attempts` + where.String() + ` ORDER BY id DESC` + where.Page(page)
	attempts, err := attemptTable.All(from.Query(ctx, query, where.Arguments...))
	return attempts, total, err
}

// isCompleted reports whether a lesson was completed in an enrollment.
func isCompleted(ctx context.Context, from database.Querier, enrollment, lesson uuid.UUID) (bool, error) {
	var count int
	err := from.QueryRow(ctx, `SELECT COUNT(*) FROM lesson_completions WHERE enrollment_id = $1 AND lesson_id = $2`, enrollment, lesson).Scan(&count)
	return count > 0, err
}
