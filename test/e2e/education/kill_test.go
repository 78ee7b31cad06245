package education_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

const (
	wantedOfLearners = 120 // completed lessons
	learners         = 6
	killsOfLearners  = 2
	learnedCourses   = 12
	learnedLessons   = 3
)

// TestLearningSurvivesAKill does not run in parallel, like all tests that kill.
func TestLearningSurvivesAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			s := kit.NewSchool(t, place, "--log-level", "info")
			l := &learning{Storm: kit.NewStorm(t, s.Server, 2*learners), place: place, serials: map[string]bool{}}
			for range learnedCourses {
				l.courses = append(l.courses, s.Course(t, learnedLessons, nil))
			}
			people := make([]func(ctx context.Context), learners)
			for i := range people {
				token := s.Register(t).Token
				people[i] = func(ctx context.Context) { l.live(ctx, token) }
			}
			l.Rage(t, wantedOfLearners, killsOfLearners, func() *kit.Server { return place.Serve(t, "--log-level", "info") }, people)
			l.Current.Load().MustStop(t) // requests in flight are now either done or not
			l.audit(t)
		})
	}
}

// learning is a storm of users who work through courses.
type learning struct {
	*kit.Storm
	place   *kit.Installation
	courses []kit.Course

	mutex   sync.Mutex
	lessons int             // that the server has confirmed as completed
	serials map[string]bool // of the certificates that the server has returned
}

// live works through one course after the other, two lessons at a time.
func (l *learning) live(ctx context.Context, token string) {
	for _, c := range l.courses {
		var ignored any
		if l.Insist(ctx, kit.Call{Path: c.At("/enroll"), Token: token}, &ignored) != http.StatusCreated {
			return
		}
		var both sync.WaitGroup
		for i := range 2 {
			both.Go(func() {
				for j := i; j < len(c.Lessons); j += 2 {
					l.learn(ctx, token, c.Lessons[j])
				}
			})
		}
		both.Wait()
	}
}

func (l *learning) learn(ctx context.Context, token, lesson string) {
	var progress struct {
		Data struct{ Status, CertificateSerial string }
	}
	if l.Insist(ctx, kit.Call{Path: kit.LessonAt(lesson, "/complete"), Token: token}, &progress) != http.StatusOK {
		return
	}
	l.mutex.Lock()
	l.lessons++
	if progress.Data.Status == "completed" {
		l.serials[progress.Data.CertificateSerial] = true
	}
	l.mutex.Unlock()
	l.Acknowledge(ctx)
}

// halfLearned are queries for impossible states of enrolments, by description.
var halfLearned = map[string]string{
	"certificates of courses that are not completed": `
		SELECT COUNT(*) FROM certificates c JOIN enrollments e ON e.id = c.enrollment_id WHERE e.status <> 'completed'`,
	"completed courses without a certificate": `
		SELECT COUNT(*) FROM enrollments e WHERE e.status = 'completed'
			AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.enrollment_id = e.id AND c.user_id = e.user_id AND c.course_id = e.course_id)`,
	"completed courses with a lesson that is not": `
		SELECT COUNT(*) FROM enrollments e JOIN lessons l ON l.course_id = e.course_id
		WHERE e.status = 'completed' AND NOT EXISTS (
			SELECT 1 FROM lesson_completions c WHERE c.enrollment_id = e.id AND c.lesson_id = l.id)`,
	"courses of which all lessons are completed and that are not": `
		SELECT COUNT(*) FROM enrollments e WHERE e.status = 'active'
			AND (SELECT COUNT(*) FROM lesson_completions c WHERE c.enrollment_id = e.id)
				= (SELECT COUNT(*) FROM lessons l WHERE l.course_id = e.course_id)`,
	"completed courses without a date": `
		SELECT COUNT(*) FROM enrollments WHERE (status = 'completed') <> (completed_at IS NOT NULL)`,
	"users with two enrolments in a course": `
		SELECT COUNT(*) FROM (SELECT user_id FROM enrollments GROUP BY user_id, course_id HAVING COUNT(*) > 1) AS twice`,
}

func (l *learning) audit(t *testing.T) {
	t.Helper()
	db := l.place.Books(t)
	kit.WantNone(t, db, halfLearned)
	a := kit.Audit{DB: db}
	completions := kit.Count(t, db, `SELECT COUNT(*) FROM lesson_completions`)
	held := a.Pairs(t, `SELECT serial, enrollment_id FROM certificates`)
	t.Logf("%d lessons, %d of them acknowledged, and %d certificates, %d of them told of", completions, l.lessons, len(held), len(l.serials))
	if most := 2 * learners * (killsOfLearners + 1); completions < l.lessons || completions > l.lessons+most {
		t.Errorf("%d lessons are completed, want the %d that were acknowledged and at most %d more", completions, l.lessons, most)
	}
	for serial := range l.serials {
		if held[serial] == "" {
			t.Errorf("the certificate %s was told of and is lost", serial)
		}
	}
	told, lessons := map[string]int{}, 0
	for _, text := range a.Pairs(t, `SELECT id, body FROM webhook_events WHERE type LIKE 'education.%'`) {
		var event struct {
			Type string
			Data struct{ EnrollmentID, CertificateSerial string }
		}
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			t.Fatal(err)
		}
		switch event.Type {
		case "education.enrollment.completed":
			told[event.Data.CertificateSerial]++
		case "education.lesson.completed":
			lessons++
		}
	}
	kit.WantEachOnce(t, "completion", held, told)
	if lessons != completions {
		t.Errorf("%d events tell of %d lessons", lessons, completions)
	}
}
