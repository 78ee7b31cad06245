package education_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// fiveQuestions have their right answers at the indexes 0, 1, 2, 0 and 1.
func fiveQuestions() *education.NewQuiz {
	quiz := &education.NewQuiz{PassPercent: 80}
	for i := range 5 {
		quiz.Questions = append(quiz.Questions, education.NewQuestion{
			Text: "Question " + string(rune('A'+i)), Options: []string{"One", "Two", "Three"}, Correct: i % 3, Explanation: "Because of " + string(rune('A'+i)),
		})
	}
	return quiz
}

// quizLesson adds a quiz to a course.
func (s *school) quizLesson(course uuid.UUID, quiz *education.NewQuiz) education.Lesson {
	s.t.Helper()
	lesson, err := s.service.AddLesson(s.t.Context(), s.admin, course, education.NewLesson{
		Title: "Quiz " + uuid.NewString(), Type: education.QuizLesson, Content: "Think first.", DurationMinutes: 5, IsRequired: true,
		Status: education.LessonPublished, Quiz: quiz,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return lesson
}

// rightAnswers are the correct answers, as an author sees them.
func (s *school) rightAnswers(lesson uuid.UUID, author identity.Caller) (answers []education.Answer) {
	s.t.Helper()
	read, err := s.service.Lesson(s.t.Context(), author, lesson)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, question := range read.Quiz.Questions {
		answers = append(answers, education.Answer{QuestionID: question.ID, Option: question.Answer.Correct})
	}
	return answers
}

// wrong changes the first count answers to wrong ones.
func wrong(count int, answers []education.Answer) []education.Answer {
	answers = slices.Clone(answers)
	for i := range count {
		answers[i].Option = (answers[i].Option + 1) % 3
	}
	return answers
}

func (s *school) attempt(lesson uuid.UUID, answers ...education.Answer) (*education.QuizAttempt, education.Progress) {
	s.t.Helper()
	attempt, progress, err := s.service.AttemptQuiz(s.t.Context(), s.student, lesson, answers)
	if err != nil {
		s.t.Fatal(err)
	}
	return attempt, progress
}

func TestAQuizIsCompletedByPassingIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1})
		quiz := s.quizLesson(course.ID, fiveQuestions())
		right := s.rightAnswers(quiz.ID, s.admin)
		s.enroll(course.ID)
		s.complete(lessons...)

		_, err := s.service.CompleteLesson(t.Context(), s.student, quiz.ID)
		testkit.WantFault(t, err, fault.Conflict)
		failed, progress := s.attempt(quiz.ID, wrong(2, right)...)
		if failed.Passed || failed.Right != 3 || failed.Total != 5 || failed.ScorePercent() != 60 || failed.Number != 1 || failed.PassPercent != 80 {
			t.Errorf("with two mistakes the attempt is %+v", failed)
		}
		wantStatus(t, progress, education.Active, 1, 50)
		for i, result := range failed.Results {
			if result.IsCorrect() != (i >= 2) || result.Correct != right[i].Option || result.Explanation != "Because of "+string(rune('A'+i)) {
				t.Errorf("answer %d is judged as %+v", i, result)
			}
		}
		_, err = s.service.CompleteLesson(t.Context(), s.student, quiz.ID)
		testkit.WantFault(t, err, fault.Conflict)

		slices.Reverse(right) // the order of answers does not matter
		passed, progress := s.attempt(quiz.ID, wrong(1, right)...)
		if !passed.Passed || passed.ScorePercent() != 80 || passed.Number != 2 {
			t.Errorf("with one mistake of five the attempt is %+v", passed)
		}
		wantStatus(t, progress, education.Completed, 1, 100)
		if progress.Enrollment.Serial == "" {
			t.Error("passing the last lesson gives no certificate")
		}
		// A user who has passed may keep trying; completing it again changes nothing.
		again, progress := s.attempt(quiz.ID, wrong(5, right)...)
		if again.Passed || again.Number != 3 || progress.Percentage != 100 {
			t.Errorf("an attempt after passing is %+v at %d%%", again, progress.Percentage)
		}
		s.complete(quiz.ID)
		attempts, total, err := s.service.QuizAttempts(t.Context(), s.student, quiz.ID, database.Page{Number: 1, Limit: 2})
		if err != nil || total != 3 || len(attempts) != 2 || attempts[0].ID != again.ID || attempts[1].ID != passed.ID || attempts[1].Results[0].Explanation == "" {
			t.Errorf("the attempts are %v of %d (%v)", attempts, total, err)
		}
		if told := s.events.Count("education.lesson.completed"); told != 2 {
			t.Errorf("%d events tell of completed lessons, want 2", told)
		}
	})
}

func TestNobodySeesAnswersBeforeAnAttempt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1})
		quiz := s.quizLesson(course.ID, fiveQuestions())
		_, _, err := s.service.AttemptQuiz(t.Context(), s.student, quiz.ID, s.rightAnswers(quiz.ID, s.admin))
		testkit.WantFault(t, err, fault.NotEnrolled)
		s.enroll(course.ID)
		read, err := s.service.Lesson(t.Context(), s.student, quiz.ID)
		if err != nil || len(read.Quiz.Questions) != 5 || read.Quiz.PassPercent != 80 {
			t.Fatalf("the student reads %+v (%v)", read.Quiz, err)
		}
		for _, question := range read.Quiz.Questions {
			if question.Answer != nil {
				t.Errorf("the student is told the answer of %q", question.Text)
			}
		}
		stranger := s.callerOf(s.newTenant(), identity.RoleUser)
		_, _, err = s.service.QuizAttempts(t.Context(), stranger, quiz.ID, database.Page{Number: 1, Limit: 10})
		testkit.WantFault(t, err, fault.NotFound)
		s.attempt(quiz.ID, s.rightAnswers(quiz.ID, s.admin)...)
		if attempts, _, err := s.service.QuizAttempts(t.Context(), s.newCaller(identity.RoleUser), quiz.ID, database.Page{Number: 1, Limit: 10}); err != nil || len(attempts) != 0 {
			t.Errorf("somebody else sees %v (%v)", attempts, err)
		}
	})
}

func TestAnswersThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1})
		quiz := s.quizLesson(course.ID, fiveQuestions())
		empty := s.quizLesson(course.ID, nil)
		s.enroll(course.ID)
		right := s.rightAnswers(quiz.ID, s.admin)
		for name, answers := range map[string][]education.Answer{
			"one is missing": right[1:], "one is there twice": append(slices.Clone(right), right[0]),
			"one is of no question": append(slices.Clone(right[1:]), education.Answer{QuestionID: uuid.New()}),
			"one is too many":       append(slices.Clone(right), education.Answer{QuestionID: uuid.New()}),
			"one has no option":     append(slices.Clone(right[1:]), education.Answer{QuestionID: right[0].QuestionID, Option: 3}),
			"one is negative":       append(slices.Clone(right[1:]), education.Answer{QuestionID: right[0].QuestionID, Option: -1}),
		} {
			_, _, err := s.service.AttemptQuiz(t.Context(), s.student, quiz.ID, answers)
			testkit.WantFault(t, err, fault.ValidationError)
			if t.Failed() {
				t.Fatal(name)
			}
		}
		for _, lesson := range []uuid.UUID{lessons[0], empty.ID} {
			_, _, err := s.service.AttemptQuiz(t.Context(), s.student, lesson, right)
			testkit.WantFault(t, err, fault.Conflict)
		}
		s.wantRows(0, `SELECT COUNT(*) FROM quiz_attempts`)
		s.complete(empty.ID) // a quiz without questions is completed like a text
	})
}

func TestManyAttemptsAtOncePassAndCompleteOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1})
		first := s.quizLesson(course.ID, fiveQuestions())
		s.enroll(course.ID)
		right := s.rightAnswers(first.ID, s.admin)
		for _, err := range testkit.InParallel(20, func(i int) error {
			_, _, err := s.service.AttemptQuiz(t.Context(), s.student, first.ID, wrong(i%2*3, right))
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		s.wantRows(20, `SELECT COUNT(DISTINCT number) FROM quiz_attempts WHERE number BETWEEN 1 AND 20`)
		s.wantRows(10, `SELECT COUNT(*) FROM quiz_attempts WHERE passed`)
		s.wantRows(1, `SELECT COUNT(*) FROM lesson_completions`)
		if told := s.events.Count("education.lesson.completed"); told != 1 {
			t.Errorf("%d events tell of the completed lesson, want 1", told)
		}
	})
}

func TestAQuizIsWrittenAndRewritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1})
		quiz := s.quizLesson(course.ID, fiveQuestions())
		s.enroll(course.ID)
		s.attempt(quiz.ID, wrong(5, s.rightAnswers(quiz.ID, s.admin))...)
		change := func(id uuid.UUID, change education.LessonChange) (education.Lesson, error) {
			return s.service.UpdateLesson(t.Context(), s.admin, id, change)
		}
		title := "Another title"
		kept, err := change(quiz.ID, education.LessonChange{Title: &title})
		if err != nil || len(kept.Quiz.Questions) != 5 || kept.Quiz.Questions[0].ID != quiz.Quiz.Questions[0].ID {
			t.Fatalf("another title makes the quiz %+v (%v)", kept.Quiz, err)
		}
		next := &education.NewQuiz{PassPercent: 100, Questions: []education.NewQuestion{
			{Text: "New?", Options: []string{"Yes", "No"}, Explanation: "It is."},
			{ID: quiz.Quiz.Questions[4].ID, Text: "Old?", Options: []string{"Yes", "No"}, Correct: 1, Explanation: "It was."},
		}}
		changed, err := change(quiz.ID, education.LessonChange{Quiz: next})
		if err != nil || len(changed.Quiz.Questions) != 2 || changed.Quiz.Questions[1].ID != quiz.Quiz.Questions[4].ID || changed.Quiz.PassPercent != 100 {
			t.Fatalf("the quiz becomes %+v (%v)", changed.Quiz, err)
		}
		attempts, _, err := s.service.QuizAttempts(t.Context(), s.student, quiz.ID, database.Page{Number: 1, Limit: 10})
		if err != nil || attempts[0].Results[0].Explanation != "" || attempts[0].Results[4].Explanation != "It was." || attempts[0].Results[4].Correct != 1 || attempts[0].PassPercent != 80 {
			t.Errorf("an attempt from before is %+v (%v)", attempts[0], err)
		}
		text := education.Text
		for field, bad := range map[string]struct {
			lesson uuid.UUID
			change education.LessonChange
		}{
			"quiz":             {quiz.ID, education.LessonChange{Type: &text}},
			"quiz of a text":   {lessons[0], education.LessonChange{Quiz: fiveQuestions()}},
			"quiz.passPercent": {quiz.ID, education.LessonChange{Quiz: &education.NewQuiz{PassPercent: 101}}},
			"unknown question": {quiz.ID, education.LessonChange{Quiz: &education.NewQuiz{PassPercent: 80, Questions: []education.NewQuestion{{ID: uuid.New(), Text: "?", Options: []string{"a", "b"}, Explanation: "!"}}}}},
			"same options":     {quiz.ID, education.LessonChange{Quiz: &education.NewQuiz{PassPercent: 80, Questions: []education.NewQuestion{{Text: "?", Options: []string{"a", " a"}, Explanation: "!"}}}}},
			"no such option":   {quiz.ID, education.LessonChange{Quiz: &education.NewQuiz{PassPercent: 80, Questions: []education.NewQuestion{{Text: "?", Options: []string{"a", "b"}, Correct: 2, Explanation: "!"}}}}},
			"no explanation":   {quiz.ID, education.LessonChange{Quiz: &education.NewQuiz{PassPercent: 80, Questions: []education.NewQuestion{{Text: "?", Options: []string{"a", "b"}}}}}},
		} {
			if _, err := change(bad.lesson, bad.change); !fault.Is(err, fault.ValidationError) {
				t.Errorf("%s: %v", field, err)
			}
		}
		none, err := change(quiz.ID, education.LessonChange{Type: &text, Quiz: &education.NewQuiz{PassPercent: 80}})
		if err != nil || len(none.Quiz.Questions) != 0 {
			t.Errorf("a quiz that became a text asks %+v (%v)", none.Quiz, err)
		}
		s.complete(quiz.ID)
		s.wantRows(3, `SELECT COUNT(*) FROM audit_log WHERE action = 'education.lesson.changed'`)
	})
}
