package kit

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
)

// CoursesPath is the path of courses.
const CoursesPath = "/education/courses"

// The objects of the contract.
var (
	aScope         = OneOf("platform", "tenant") // of bots, signals and courses
	aLevelOfCourse = OneOf("beginner", "intermediate", "advanced", "expert")
	serialForm     = regexp.MustCompile(`^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$`)

	ShapeOfCourse = Shape{
		"id": AUUID, "title": AText, "slug": AText, "shortDescription": AText, "thumbnailUrl": AString, "difficultyLevel": aLevelOfCourse,
		"durationMinutes": AnInteger, "status": OneOf("draft", "published", "archived"), "isFree": ABoolean, "priceUsd": ALevel,
		"scope": aScope,
	}
	ShapeOfOutline = Shape{
		"id": AUUID, "courseId": AUUID, "title": AText, "slug": AText, "position": AnInteger, "type": OneOf("video", "text", "quiz"),
		"durationMinutes": AnInteger, "isPreview": ABoolean, "isRequired": ABoolean, "status": OneOf("draft", "published"),
	}
	ShapeOfLesson = ShapeOfOutline.And(Shape{"content": AText, "?quiz": AnObject(Shape{
		"passPercent": AnInteger, "questions": AListOf(AnObject(Shape{
			"id": AUUID, "text": AText, "options": AListOf(AText), "?correctOption": AnInteger, "?explanation": AText,
		})),
	})})
	ShapeOfQuizAttempt = Shape{
		"id": AUUID, "lessonId": AUUID, "number": AnInteger, "scorePercent": APercent, "correctAnswers": AnInteger, "totalQuestions": AnInteger,
		"passPercent": AnInteger, "passed": ABoolean, "createdAt": ATime, "answers": AListOf(AnObject(Shape{
			"questionId": AUUID, "option": AnInteger, "correctOption": AnInteger, "isCorrect": ABoolean, "explanation": AString,
		})),
	}
	ShapeOfCourseDetail = ShapeOfCourse.And(Shape{
		"description": AString, "accessDays": AnInteger, "lessons": AListOf(AnObject(ShapeOfOutline.And(Shape{"?content": AText}))),
	})
	ShapeOfEnrollment = Shape{
		"id": AUUID, "userId": AUUID, "courseId": AUUID, "status": OneOf("active", "completed", "expired", "cancelled"),
		"progressPercentage": APercent, "enrolledAt": ATime, "attempt": AnInteger, "?expiresAt": ATime, "?completedAt": ATime,
		"?certificateSerial": aSerial,
	}
	ShapeOfProgress = Shape{
		"progressPercentage": APercent, "completedLessons": AnInteger, "totalLessons": AnInteger,
		"status": OneOf("active", "completed", "expired", "cancelled"), "completedLessonIds": AListOf(AUUID), "?certificateSerial": aSerial,
	}
	ShapeOfMyCourse    = ShapeOfCourse.And(Shape{"enrollment": AnObject(ShapeOfEnrollment)})
	ShapeOfCertificate = Shape{
		"serial": aSerial, "scope": aScope, "?tenant": AText, "issuer": AText, "courseId": AUUID, "courseTitle": AText, "holder": AText,
		"issuedAt": ATime, "status": OneOf("valid", "revoked"), "?revokedAt": ATime,
	}
)

// And returns the shape with more fields.
func (s Shape) And(more Shape) Shape {
	all := Shape{}
	for _, part := range []Shape{s, more} {
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

// School is a server with an author who writes courses for every brand.
type School struct {
	*Server
	Author *Member
}

// NewSchool starts a server, whose market is silent unless the flags say otherwise, and creates its author.
func NewSchool(t *testing.T, place *Installation, flags ...string) *School {
	t.Helper()
	s := place.Serve(t, append(slices.Clone(SilentMarket), flags...)...)
	return &School{Server: s, Author: s.Officer(t, "super_admin", "")}
}

var courseCount atomic.Int64

// Course is a course with the ids of its lessons.
type Course struct {
	ID, Title string
	Lessons   []string
}

// CourseAt is the path of a course with a suffix.
func CourseAt(id, rest string) string { return CoursesPath + "/" + id + rest }

// At is the path of the course with a suffix.
func (c Course) At(rest string) string { return CourseAt(c.ID, rest) }

// LessonAt is the path of a lesson with a suffix.
func LessonAt(id, rest string) string { return "/education/lessons/" + id + rest }

// Draft writes an unpublished course with lessons. It is free unless more says otherwise.
func (s *School) Draft(t *testing.T, lessons int, more Body) Course {
	t.Helper()
	number := courseCount.Add(1)
	content := Body{"title": fmt.Sprintf("Course number %d", number), "shortDescription": "What it is about.", "difficultyLevel": "beginner"}
	for name, value := range more {
		content[name] = value
	}
	course := s.Author.Post(t, CoursesPath, content).Ok(t, 201).Object(t, ShapeOfCourseDetail)
	WantFields(t, course, Body{"status": "draft", "durationMinutes": 0})
	c := Course{ID: course["id"].(string), Title: course["title"].(string)}
	for i := range lessons {
		c.Lessons = append(c.Lessons, s.Lesson(t, c, Body{"title": fmt.Sprintf("Lesson %d", i+1)}))
	}
	return c
}

// Lesson adds a lesson to a course and returns its id.
func (s *School) Lesson(t *testing.T, c Course, more Body) string {
	t.Helper()
	content := Body{"title": "A lesson", "type": "text", "content": "# What there is to know", "durationMinutes": 10}
	for name, value := range more {
		content[name] = value
	}
	return s.Author.Post(t, c.At("/lessons"), content).Ok(t, 201).Object(t, ShapeOfLesson)["id"].(string)
}

// Course writes a course and publishes it.
func (s *School) Course(t *testing.T, lessons int, more Body) Course {
	t.Helper()
	c := s.Draft(t, lessons, more)
	published := s.Author.Post(t, c.At("/publish"), nil).Ok(t, 200).Object(t, ShapeOfCourseDetail)
	WantFields(t, published, Body{"status": "published", "durationMinutes": 10 * lessons})
	return c
}

// Enroll enrolls the member in a course.
func (m *Member) Enroll(t *testing.T, c Course) map[string]any {
	t.Helper()
	enrollment := m.Post(t, c.At("/enroll"), nil).Ok(t, 201).Object(t, ShapeOfEnrollment)
	WantFields(t, enrollment, Body{"userId": m.ID, "courseId": c.ID})
	return enrollment
}

// Feature sets the featured courses.
func (s *School) Feature(t *testing.T, courses ...Course) {
	t.Helper()
	ids := []string{}
	for _, c := range courses {
		ids = append(ids, c.ID)
	}
	s.Author.Call(t, http.MethodPut, CoursesPath+"/featured", Body{"courseIds": ids}).Ok(t, 200).List(t, ShapeOfCourse, nil)
}

// IdsOf are the ids of objects, in order.
func IdsOf(objects []map[string]any) []string {
	ids := []string{}
	for _, object := range objects {
		ids = append(ids, object["id"].(string))
	}
	return ids
}
