package app

import (
	"context"
	"time"

	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/payments"
)

// demoLearning is a user's attempt at a course: when it began, how many lessons are done, and whether it was given
// up. A course that is not free is paid for when it begins.
type demoLearning struct {
	email, course string
	daysAgo       int
	lessons       int // completed, from the first on; quizzes are passed
	isLeft        bool
}

// demoLearnings show an enrollment in each state, oldest first. The trader has completed a course, is in the middle
// of others, has left one and let one expire.
var demoLearnings = []demoLearning{
	{email: "trader@demo.test", course: "forex-and-macro", daysAgo: 100, lessons: 1}, // has expired
	{email: "analyst@demo.test", course: "risk-before-return", daysAgo: 80, lessons: 9},
	{email: "trader@demo.test", course: "trading-from-zero", daysAgo: 60, lessons: 9},
	{email: "admin@demo.test", course: "investing-for-the-long-run", daysAgo: 40, lessons: 9},
	{email: "trader@demo.test", course: "trading-psychology", daysAgo: 30, lessons: 1, isLeft: true},
	{email: "super@demo.test", course: "trading-from-zero", daysAgo: 21, lessons: 3},
	{email: "analyst@demo.test", course: "systematic-trading", daysAgo: 14, lessons: 2},
	{email: "trader@demo.test", course: "risk-before-return", daysAgo: 9, lessons: 2},
	{email: "super@demo.test", course: "fundamental-analysis", daysAgo: 8, lessons: 1},
	{email: "trader@demo.test", course: "reading-charts", daysAgo: 6, lessons: 1},
	{email: "admin@demo.test", course: "crypto-markets", daysAgo: 3},
}

// seedLearning lets the demo's users learn. Courses that cost something are left out where nothing can be paid.
func (p *platform) seedLearning(ctx context.Context, now time.Time) error {
	for _, wanted := range demoLearnings {
		caller, err := p.demoCaller(ctx, wanted.email)
		if err != nil {
			return err
		}
		course, err := p.education.FindCourse(ctx, caller, wanted.course)
		if err != nil {
			return err
		}
		if _, err := p.education.Progress(ctx, caller, course.ID); err == nil || !course.IsFree() && !p.payments.Uses(payments.SandboxProvider) {
			continue // has enrolled before, or cannot pay
		}
		if err := p.learn(ctx, caller, course, wanted, now.AddDate(0, 0, -wanted.daysAgo)); err != nil {
			return err
		}
	}
	return nil
}

// learn enrolls a user at a time and completes lessons, one a day.
func (p *platform) learn(ctx context.Context, caller identity.Caller, course *education.Course, wanted demoLearning, at time.Time) error {
	if !course.IsFree() {
		if _, err := p.buy(ctx, caller, course, at, true); err != nil {
			return err
		}
	}
	moment := at
	school := p.schoolAt(func() time.Time { return moment })
	if _, err := school.Enroll(ctx, caller, course.ID); err != nil {
		return err
	}
	for _, lesson := range course.Lessons[:min(wanted.lessons, len(course.Lessons))] {
		if moment = moment.AddDate(0, 0, 1); moment.After(clock()) {
			moment = clock()
		}
		if err := finishLesson(ctx, school, caller, lesson); err != nil {
			return err
		}
	}
	if !wanted.isLeft {
		return nil
	}
	_, err := school.Cancel(ctx, caller, course.ID)
	return err
}

// schoolAt is the education service with a clock in the past.
func (p *platform) schoolAt(now func() time.Time) *education.Service {
	return education.New(education.Options{Database: p.db, Events: p.webhooks, Names: p.identity, People: p.identity, Brands: p.brands, Now: now, Logger: p.logger})
}

// finishLesson completes a lesson. A quiz is passed at the second attempt: the first shows the answers.
func finishLesson(ctx context.Context, school *education.Service, caller identity.Caller, lesson education.Lesson) error {
	read, err := school.Lesson(ctx, caller, lesson.ID)
	if err != nil {
		return err
	}
	if len(read.Quiz.Questions) == 0 {
		_, err = school.CompleteLesson(ctx, caller, lesson.ID)
		return err
	}
	answers := make([]education.Answer, len(read.Quiz.Questions))
	for i, question := range read.Quiz.Questions {
		answers[i] = education.Answer{QuestionID: question.ID, Option: i % len(question.Options)}
	}
	attempt, _, err := school.AttemptQuiz(ctx, caller, lesson.ID, answers)
	if err != nil || attempt.Passed {
		return err
	}
	for i, result := range attempt.Results {
		answers[i].Option = result.Correct
	}
	_, _, err = school.AttemptQuiz(ctx, caller, lesson.ID, answers)
	return err
}
