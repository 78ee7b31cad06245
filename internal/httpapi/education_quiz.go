package httpapi

import (
	"bytes"
	"context"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/oas"
)

// thumbnailLife lets a drawn picture be cached for a day: it changes only with the course's slug.
const thumbnailLife = "public, max-age=86400"

// GetCourseThumbnail implements GET /education/courses/{courseId}/thumbnail.svg.
func (a *API) GetCourseThumbnail(ctx context.Context, params oas.GetCourseThumbnailParams) (oas.GetCourseThumbnailRes, error) {
	picture, err := a.Education.Thumbnail(ctx, params.CourseId)
	if err != nil {
		return nil, err
	}
	return &oas.GetCourseThumbnailOKHeaders{
		CacheControl: thumbnailLife, Response: oas.GetCourseThumbnailOK{Data: bytes.NewReader(picture)},
	}, nil
}

// AttemptQuiz implements POST /education/lessons/{lessonId}/attempts.
func (a *API) AttemptQuiz(ctx context.Context, req *oas.AttemptQuizRequest, params oas.AttemptQuizParams) (oas.AttemptQuizRes, error) {
	answers := mapped(req.Answers, func(answer oas.QuizAnswer) education.Answer {
		return education.Answer{QuestionID: answer.QuestionId, Option: answer.Option}
	})
	attempt, reached, err := a.Education.AttemptQuiz(ctx, caller(ctx), params.LessonId, answers)
	if err != nil {
		return nil, err
	}
	made := quizAttempt(attempt)
	return &oas.QuizResultEnvelope{Success: true, Data: oas.QuizResult{
		ID: made.ID, LessonId: made.LessonId, Number: made.Number, ScorePercent: made.ScorePercent, CorrectAnswers: made.CorrectAnswers,
		TotalQuestions: made.TotalQuestions, PassPercent: made.PassPercent, Passed: made.Passed, Answers: made.Answers,
		CreatedAt: made.CreatedAt, Progress: progress(reached),
	}}, nil
}

// ListQuizAttempts implements GET /education/lessons/{lessonId}/attempts.
func (a *API) ListQuizAttempts(ctx context.Context, params oas.ListQuizAttemptsParams) (oas.ListQuizAttemptsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	attempts, total, err := a.Education.QuizAttempts(ctx, caller(ctx), params.LessonId, page)
	if err != nil {
		return nil, err
	}
	return &oas.QuizAttemptListEnvelope{Success: true, Data: mapped(attempts, quizAttempt), Meta: pagination(page, total)}, nil
}

func quizAttempt(a *education.QuizAttempt) oas.QuizAttempt {
	return oas.QuizAttempt{
		ID: a.ID, LessonId: a.LessonID, Number: a.Number, ScorePercent: float64(a.ScorePercent()), CorrectAnswers: a.Right, TotalQuestions: a.Total,
		PassPercent: a.PassPercent, Passed: a.Passed, CreatedAt: a.CreatedAt.UTC(),
		Answers: mapped(a.Results, func(r education.AnswerResult) oas.QuizAnswerResult {
			return oas.QuizAnswerResult{
				QuestionId: r.QuestionID, Option: r.Option, CorrectOption: r.Correct, IsCorrect: r.IsCorrect(), Explanation: r.Explanation,
			}
		}),
	}
}

func quiz(q education.Quiz) oas.Quiz {
	return oas.Quiz{PassPercent: q.PassPercent, Questions: mapped(q.Questions, func(asked education.Question) oas.QuizQuestion {
		question := oas.QuizQuestion{ID: asked.ID, Text: asked.Text, Options: asked.Options}
		if asked.Answer != nil {
			question.CorrectOption, question.Explanation = oas.NewOptInt(asked.Answer.Correct), oas.NewOptString(asked.Answer.Explanation)
		}
		return question
	})}
}

// newQuiz converts the quiz in the request; nil if there is none.
func newQuiz(written oas.OptQuizInput) *education.NewQuiz {
	if !written.Set {
		return nil
	}
	return &education.NewQuiz{
		PassPercent: written.Value.PassPercent.Value,
		Questions: mapped(written.Value.Questions, func(q oas.QuizQuestionInput) education.NewQuestion {
			return education.NewQuestion{ID: q.ID.Value, Text: q.Text, Options: q.Options, Correct: q.CorrectOption, Explanation: q.Explanation}
		}),
	}
}
