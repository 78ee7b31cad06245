package education_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestQuizzesAndPictures(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"a quiz is answered, judged and completed by passing it": quizIsPassed,
		"an attempt that is repeated under its key is one":       attemptIsRepeated,
		"a course has a picture that is drawn until it has one":  courseHasAPicture,
		"a course is found by its slug":                          courseIsFoundBySlug,
	})
}

// aQuestion is a question whose second option is right.
func aQuestion(text string) kit.Body {
	return kit.Body{"text": text, "options": []string{"No", "Yes"}, "correctOption": 1, "explanation": "Since " + text}
}

// answersOf chooses an option for each question of a lesson as its readers see it.
func answersOf(t *testing.T, m *kit.Member, lesson string, options ...int) kit.Body {
	t.Helper()
	read := m.Get(t, kit.LessonAt(lesson, "")).Ok(t, 200)
	if text := string(read.Text); strings.Contains(text, "correctOption") || strings.Contains(text, "Since ") {
		t.Errorf("the reader is told answers: %s", text)
	}
	var answers []kit.Body
	for i, question := range read.Object(t, kit.ShapeOfLesson)["quiz"].(map[string]any)["questions"].([]any) {
		answers = append(answers, kit.Body{"questionId": question.(map[string]any)["id"], "option": options[i]})
	}
	return kit.Body{"answers": answers}
}

func quizIsPassed(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 1, nil), s.Register(t)
	quiz := s.Lesson(t, c, kit.Body{"title": "Quiz", "type": "quiz", "quiz": kit.Body{"questions": []kit.Body{aQuestion("one?"), aQuestion("two?")}}})
	authors := s.Author.Get(t, kit.LessonAt(quiz, "")).Ok(t, 200).Object(t, kit.ShapeOfLesson)["quiz"].(map[string]any)
	if authors["passPercent"] != 80.0 || authors["questions"].([]any)[0].(map[string]any)["correctOption"] != 1.0 {
		t.Errorf("the author reads %v", authors)
	}
	m.Enroll(t, c)
	complete(t, m, c.Lessons[0])
	m.Post(t, kit.LessonAt(quiz, "/complete"), nil).Failed(t, 409, "CONFLICT", "")
	resultShape := kit.ShapeOfQuizAttempt.And(kit.Shape{"progress": kit.AnObject(kit.ShapeOfProgress)})
	failed := m.Post(t, kit.LessonAt(quiz, "/attempts"), answersOf(t, m, quiz, 1, 0)).Ok(t, 201).Object(t, resultShape)
	kit.WantFields(t, failed, kit.Body{"number": 1, "scorePercent": 50, "correctAnswers": 1, "totalQuestions": 2, "passPercent": 80, "passed": false})
	kit.WantFields(t, failed["answers"].([]any)[1].(map[string]any), kit.Body{"option": 0, "correctOption": 1, "isCorrect": false, "explanation": "Since two?"})
	kit.WantFields(t, progress(t, m, c), kit.Body{"progressPercentage": 50, "status": "active"})
	passed := m.Post(t, kit.LessonAt(quiz, "/attempts"), answersOf(t, m, quiz, 1, 1)).Ok(t, 201).Object(t, resultShape)
	kit.WantFields(t, passed, kit.Body{"number": 2, "scorePercent": 100, "passed": true})
	kit.WantFields(t, passed["progress"].(map[string]any), kit.Body{"progressPercentage": 100, "status": "completed"})
	listed := m.Get(t, kit.LessonAt(quiz, "/attempts")).Ok(t, 200).List(t, kit.ShapeOfQuizAttempt, kit.WithMeta)
	if len(listed) != 2 || listed[0]["id"] != passed["id"] {
		t.Errorf("the attempts are %v", listed)
	}
	complete(t, m, quiz)
	stranger := s.Register(t)
	stranger.Post(t, kit.LessonAt(quiz, "/attempts"), kit.Body{"answers": []kit.Body{{"questionId": passed["id"], "option": 0}}}).Failed(t, 403, "NOT_ENROLLED", "")
	if none := stranger.Get(t, kit.LessonAt(quiz, "/attempts")).Ok(t, 200).List(t, kit.ShapeOfQuizAttempt, kit.WithMeta); len(none) != 0 {
		t.Errorf("a stranger sees %v", none)
	}
}

func attemptIsRepeated(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 1, nil), s.Register(t)
	quiz := s.Lesson(t, c, kit.Body{"title": "Quiz", "type": "quiz", "quiz": kit.Body{"questions": []kit.Body{aQuestion("one?")}}})
	m.Enroll(t, c)
	answers := answersOf(t, m, quiz, 0)
	keyed := m.With("Idempotency-Key", "an-attempt-of-mine")
	first := keyed.Post(t, kit.LessonAt(quiz, "/attempts"), answers).Ok(t, 201)
	again := keyed.Post(t, kit.LessonAt(quiz, "/attempts"), answers).Ok(t, 201)
	if !bytes.Equal(first.Text, again.Text) {
		t.Errorf("the same attempt is answered by %s and %s", first.Text, again.Text)
	}
}

func courseHasAPicture(t *testing.T, s *kit.School) {
	c := s.Course(t, 1, nil)
	shown := s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	picture := s.Client().Fetch(t, http.MethodGet, shown["thumbnailUrl"].(string), nil)
	if picture.Status != 200 || picture.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(picture.Header.Get("Cache-Control"), "public, max-age=") {
		t.Errorf("the picture is answered by %d %v", picture.Status, picture.Header)
	}
	if !bytes.HasPrefix(picture.Text, []byte("<svg ")) || picture.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the picture is %.40s", picture.Text)
	}
	s.Author.Call(t, http.MethodPatch, c.At(""), kit.Body{"thumbnailUrl": "https://example.test/own.png"}).Ok(t, 200)
	kit.WantFields(t, s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail), kit.Body{"thumbnailUrl": "https://example.test/own.png"})
}

func courseIsFoundBySlug(t *testing.T, s *kit.School) {
	c := s.Course(t, 2, kit.Body{"slug": "found-by-its-slug"})
	kit.WantFields(t, s.Client().Get(t, kit.CoursesPath+"/found-by-its-slug").Ok(t, 200).Object(t, kit.ShapeOfCourseDetail), kit.Body{"id": c.ID})
	s.Client().Get(t, kit.CoursesPath+"/found-by-no-slug").Failed(t, 404, "NOT_FOUND", "")
}
