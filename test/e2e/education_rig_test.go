package e2e_test

import (
	"fmt"
	"net/http"
	"regexp"
	"sync/atomic"
	"testing"
)

const coursesPath = "/education/courses"

// The objects of the contract.
var (
	aScope         = oneOf("platform", "tenant") // of bots, signals and courses
	aLevelOfCourse = oneOf("beginner", "intermediate", "advanced", "expert")
	serialForm     = regexp.MustCompile(`^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$`)

	shapeOfCourse = shape{
		"id": aUUID, "title": aText, "slug": aText, "shortDescription": aText, "thumbnailUrl": aString, "difficultyLevel": aLevelOfCourse,
		"durationMinutes": anInteger, "status": oneOf("draft", "published", "archived"), "isFree": aBoolean, "priceUsd": aLevel,
		"scope": aScope,
	}
	shapeOfOutline = shape{
		"id": aUUID, "courseId": aUUID, "title": aText, "slug": aText, "position": anInteger, "type": oneOf("video", "text", "quiz"),
		"durationMinutes": anInteger, "isPreview": aBoolean, "isRequired": aBoolean, "status": oneOf("draft", "published"),
	}
	shapeOfLesson       = shapeOfOutline.and(shape{"content": aText})
	shapeOfCourseDetail = shapeOfCourse.and(shape{
		"description": aString, "accessDays": anInteger, "lessons": aListOf(anObject(shapeOfOutline.and(shape{"?content": aText}))),
	})
	shapeOfEnrollment = shape{
		"id": aUUID, "userId": aUUID, "courseId": aUUID, "status": oneOf("active", "completed", "expired", "cancelled"),
		"progressPercentage": aPercent, "enrolledAt": aTime, "attempt": anInteger, "?expiresAt": aTime, "?completedAt": aTime,
		"?certificateSerial": aSerial,
	}
	shapeOfProgress = shape{
		"progressPercentage": aPercent, "completedLessons": anInteger, "totalLessons": anInteger,
		"status": oneOf("active", "completed", "expired", "cancelled"), "completedLessonIds": aListOf(aUUID), "?certificateSerial": aSerial,
	}
	shapeOfMyCourse    = shapeOfCourse.and(shape{"enrollment": anObject(shapeOfEnrollment)})
	shapeOfCertificate = shape{"serial": aSerial, "courseId": aUUID, "courseTitle": aText, "holder": aText, "issuedAt": aTime, "status": oneOf("valid", "revoked"), "?revokedAt": aTime}
)

// and is the shape with more fields.
func (s shape) and(more shape) shape {
	all := shape{}
	for _, part := range []shape{s, more} {
		for name, check := range part {
			all[name] = check
		}
	}
	return all
}

func aSerial(value any) error {
	if text, _ := value.(string); !serialForm.MatchString(text) {
		return fmt.Errorf("%v is no serial", value)
	}
	return nil
}

// school is a server with somebody who writes courses for every brand.
type school struct {
	*server
	author *member
}

// lectures are tests that share a school, by what they show. Each writes courses of its own.
type lectures map[string]func(t *testing.T, s *school)

// onEachSchool runs the lectures on one school of every engine, one after the other.
func onEachSchool(t *testing.T, all lectures) {
	t.Helper()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := newSchool(t, place)
		for name, lecture := range all {
			t.Run(name, func(t *testing.T) { lecture(t, s) })
		}
	})
}

func newSchool(t *testing.T, place *installation, flags ...string) *school {
	t.Helper()
	s := place.serve(t, flags...)
	return &school{server: s, author: s.officer(t, "super_admin", "")}
}

var courseCount atomic.Int64

// course is a course with the ids of its lessons.
type course struct {
	id, title string
	lessons   []string
}

func courseAt(id, rest string) string { return coursesPath + "/" + id + rest }

func (c course) at(rest string) string { return courseAt(c.id, rest) }

func lessonAt(id, rest string) string { return "/education/lessons/" + id + rest }

// draft writes a course with lessons, which nobody sees yet. It is free unless more says otherwise.
func (s *school) draft(t *testing.T, lessons int, more body) course {
	t.Helper()
	number := courseCount.Add(1)
	content := body{"title": fmt.Sprintf("Course number %d", number), "shortDescription": "What it is about.", "difficultyLevel": "beginner"}
	for name, value := range more {
		content[name] = value
	}
	made := s.author.post(t, coursesPath, content).ok(t, 201).object(t, shapeOfCourseDetail)
	wantFields(t, made, body{"status": "draft", "durationMinutes": 0})
	c := course{id: made["id"].(string), title: made["title"].(string)}
	for i := range lessons {
		c.lessons = append(c.lessons, s.lesson(t, c, body{"title": fmt.Sprintf("Lesson %d", i+1)}))
	}
	return c
}

// lesson adds a lesson to a course and returns its id.
func (s *school) lesson(t *testing.T, c course, more body) string {
	t.Helper()
	content := body{"title": "A lesson", "type": "text", "content": "# What there is to know", "durationMinutes": 10}
	for name, value := range more {
		content[name] = value
	}
	return s.author.post(t, c.at("/lessons"), content).ok(t, 201).object(t, shapeOfLesson)["id"].(string)
}

// course writes a course and publishes it.
func (s *school) course(t *testing.T, lessons int, more body) course {
	t.Helper()
	c := s.draft(t, lessons, more)
	published := s.author.post(t, c.at("/publish"), nil).ok(t, 200).object(t, shapeOfCourseDetail)
	wantFields(t, published, body{"status": "published", "durationMinutes": 10 * lessons})
	return c
}

// enroll makes the member take part in a course.
func (m *member) enroll(t *testing.T, c course) map[string]any {
	t.Helper()
	made := m.post(t, c.at("/enroll"), nil).ok(t, 201).object(t, shapeOfEnrollment)
	wantFields(t, made, body{"userId": m.id, "courseId": c.id})
	return made
}

// complete completes a lesson.
func (m *member) complete(t *testing.T, lesson string) map[string]any {
	t.Helper()
	return m.post(t, lessonAt(lesson, "/complete"), nil).ok(t, 200).object(t, shapeOfProgress)
}

// progress reads how far the member has come.
func (m *member) progress(t *testing.T, c course) map[string]any {
	t.Helper()
	return m.get(t, c.at("/progress")).ok(t, 200).object(t, shapeOfProgress)
}

// feature chooses the featured courses.
func (s *school) feature(t *testing.T, courses ...course) {
	t.Helper()
	ids := []string{}
	for _, c := range courses {
		ids = append(ids, c.id)
	}
	s.author.call(t, http.MethodPut, coursesPath+"/featured", body{"courseIds": ids}).ok(t, 200).list(t, shapeOfCourse, nil)
}

// idsOf are the ids of objects, in their order.
func idsOf(objects []map[string]any) []string {
	ids := []string{}
	for _, object := range objects {
		ids = append(ids, object["id"].(string))
	}
	return ids
}
