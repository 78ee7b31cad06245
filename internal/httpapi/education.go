package httpapi

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// ListCourses implements GET /education/courses.
func (a *API) ListCourses(ctx context.Context, params oas.ListCoursesParams) (oas.ListCoursesRes, error) {
	brand, err := a.brand(ctx, params.Tenant)
	if err != nil {
		return nil, err
	}
	filter := education.CourseFilter{Level: education.Level(params.Level.Value)}
	if isFree, ok := params.IsFree.Get(); ok {
		filter.IsFree = &isFree
	}
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	courses, total, err := a.Education.Courses(ctx, brand, filter, page)
	if err != nil {
		return nil, err
	}
	return &oas.CourseListEnvelope{Success: true, Data: mapped(courses, course), Meta: pagination(page, total)}, nil
}

// ListFeaturedCourses implements GET /education/courses/featured.
func (a *API) ListFeaturedCourses(ctx context.Context, params oas.ListFeaturedCoursesParams) (oas.ListFeaturedCoursesRes, error) {
	brand, err := a.brand(ctx, params.Tenant)
	if err != nil {
		return nil, err
	}
	courses, err := a.Education.Featured(ctx, brand)
	if err != nil {
		return nil, err
	}
	return &oas.CourseArrayEnvelope{Success: true, Data: mapped(courses, course)}, nil
}

// SearchCourses implements GET /education/courses/search.
func (a *API) SearchCourses(ctx context.Context, params oas.SearchCoursesParams) (oas.SearchCoursesRes, error) {
	brand, err := a.brand(ctx, params.Tenant)
	if err != nil {
		return nil, err
	}
	courses, err := a.Education.Search(ctx, brand, params.Q, education.Level(params.Level.Value), params.Limit.Value)
	if err != nil {
		return nil, err
	}
	return &oas.CourseArrayEnvelope{Success: true, Data: mapped(courses, course)}, nil
}

// GetCourse implements GET /education/courses/{courseId}.
func (a *API) GetCourse(ctx context.Context, params oas.GetCourseParams) (oas.GetCourseRes, error) {
	brand, err := a.brand(ctx, params.Tenant)
	if err != nil {
		return nil, err
	}
	who := caller(ctx)
	who.TenantID = brand
	found, err := a.Education.FindCourse(ctx, who, params.CourseId)
	if err != nil {
		return nil, err
	}
	return courseDetail(found), nil
}

// GetLesson implements GET /education/lessons/{lessonId}.
func (a *API) GetLesson(ctx context.Context, params oas.GetLessonParams) (oas.GetLessonRes, error) {
	found, err := a.Education.Lesson(ctx, caller(ctx), params.LessonId)
	if err != nil {
		return nil, err
	}
	return &oas.LessonEnvelope{Success: true, Data: lesson(found)}, nil
}

// Enroll implements POST /education/courses/{courseId}/enroll.
func (a *API) Enroll(ctx context.Context, params oas.EnrollParams) (oas.EnrollRes, error) {
	made, err := a.Education.Enroll(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return &oas.EnrollmentEnvelope{Success: true, Data: enrollment(made)}, nil
}

// CancelEnrollment implements DELETE /education/courses/{courseId}/enroll.
func (a *API) CancelEnrollment(ctx context.Context, params oas.CancelEnrollmentParams) (oas.CancelEnrollmentRes, error) {
	ended, err := a.Education.Cancel(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return &oas.EnrollmentEnvelope{Success: true, Data: enrollment(ended)}, nil
}

// GetProgress implements GET /education/courses/{courseId}/progress.
func (a *API) GetProgress(ctx context.Context, params oas.GetProgressParams) (oas.GetProgressRes, error) {
	reached, err := a.Education.Progress(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return &oas.ProgressEnvelope{Success: true, Data: progress(reached)}, nil
}

// CompleteLesson implements POST /education/lessons/{lessonId}/complete.
func (a *API) CompleteLesson(ctx context.Context, params oas.CompleteLessonParams) (oas.CompleteLessonRes, error) {
	reached, err := a.Education.CompleteLesson(ctx, caller(ctx), params.LessonId)
	if err != nil {
		return nil, err
	}
	return &oas.ProgressEnvelope{Success: true, Data: progress(reached)}, nil
}

// ListMyCourses implements GET /education/my-courses.
func (a *API) ListMyCourses(ctx context.Context) (oas.ListMyCoursesRes, error) {
	mine, err := a.Education.MyCourses(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.MyCourseListEnvelope{Success: true, Data: mapped(mine, myCourse)}, nil
}

// GetCertificate implements GET /education/certificates/{serial}.
func (a *API) GetCertificate(ctx context.Context, params oas.GetCertificateParams) (oas.GetCertificateRes, error) {
	found, err := a.Education.Certificate(ctx, params.Serial)
	if err != nil {
		return nil, err
	}
	return &oas.CertificateEnvelope{Success: true, Data: oas.Certificate{
		Serial: found.Serial, Scope: oas.Scope(identity.ScopeOf(found.Issuer.TenantID)), Tenant: optText(found.Issuer.Tenant),
		Issuer: found.Issuer.Name, CourseId: found.CourseID, CourseTitle: found.CourseTitle, Holder: found.Holder,
		IssuedAt: found.IssuedAt.UTC(), Status: oas.CertificateStatus(found.Status()), RevokedAt: optTime(found.RevokedAt.UTC()),
	}}, nil
}

// brand is the tenant whose courses a request shows besides the platform's: the caller's or, without a token, the one
// that the request names or whose page it comes from, as with GET /brand.
func (a *API) brand(ctx context.Context, named oas.OptString) (uuid.UUID, error) {
	if known := caller(ctx); known.TenantID != uuid.Nil {
		return known.TenantID, nil
	}
	return a.Identity.TenantFor(ctx, origin(ctx), named.Value)
}

func course(c *education.Course) oas.Course {
	return oas.Course{
		ID: c.ID, Title: c.Title, Slug: c.Slug, ShortDescription: c.ShortDescription, ThumbnailUrl: thumbnailURL(c),
		DifficultyLevel: oas.CourseLevel(c.Level), DurationMinutes: c.DurationMinutes, Status: oas.CourseStatus(c.Status),
		IsFree: c.IsFree(), PriceUsd: c.Price, Scope: oas.Scope(identity.ScopeOf(c.TenantID)),
	}
}

// thumbnailURL is the address of a course's picture: the authors' own, or the drawn one.
func thumbnailURL(c *education.Course) string {
	return cmp.Or(c.ThumbnailURL, "/api/v1/education/courses/"+c.ID.String()+"/thumbnail.svg")
}

func courseDetail(c *education.Course) *oas.CourseDetailEnvelope {
	return &oas.CourseDetailEnvelope{Success: true, Data: oas.CourseDetail{
		ID: c.ID, Title: c.Title, Slug: c.Slug, ShortDescription: c.ShortDescription, ThumbnailUrl: thumbnailURL(c),
		DifficultyLevel: oas.CourseLevel(c.Level), DurationMinutes: c.DurationMinutes, Status: oas.CourseStatus(c.Status),
		IsFree: c.IsFree(), PriceUsd: c.Price, Scope: oas.Scope(identity.ScopeOf(c.TenantID)), Description: c.Description, AccessDays: c.AccessDays,
		Lessons: mapped(c.Lessons, lessonOutline),
	}}
}

func lesson(l education.Lesson) oas.Lesson {
	shown := lessonOutline(l)
	shown.Content = oas.NewOptString(l.Content)
	if len(l.Quiz.Questions) > 0 {
		shown.Quiz = oas.NewOptQuiz(quiz(l.Quiz))
	}
	return shown
}

// lessonOutline is a lesson in its course's list, which never includes the content.
func lessonOutline(l education.Lesson) oas.Lesson {
	return oas.Lesson{
		ID: l.ID, CourseId: l.CourseID, Title: l.Title, Slug: l.Slug, Position: l.Position, Type: oas.LessonType(l.Type),
		DurationMinutes: l.DurationMinutes, IsPreview: l.IsPreview, IsRequired: l.IsRequired, Status: oas.LessonStatus(l.Status),
	}
}

func enrollment(p education.Progress) oas.Enrollment {
	e := p.Enrollment
	return oas.Enrollment{
		ID: e.ID, UserId: e.UserID, CourseId: e.CourseID, Status: oas.EnrollmentStatus(p.Status),
		ProgressPercentage: float64(p.Percentage), EnrolledAt: e.EnrolledAt.UTC(), Attempt: e.Attempt,
		ExpiresAt: optTime(e.ExpiresAt), CompletedAt: optTime(e.CompletedAt), CertificateSerial: serial(e),
	}
}

func progress(p education.Progress) oas.Progress {
	return oas.Progress{
		ProgressPercentage: float64(p.Percentage), CompletedLessons: p.Done, TotalLessons: p.Total,
		Status: oas.EnrollmentStatus(p.Status), CompletedLessonIds: p.LessonIDs, CertificateSerial: serial(p.Enrollment),
	}
}

func serial(e *education.Enrollment) oas.OptString {
	return oas.OptString{Value: e.Serial, Set: e.Serial != ""}
}

func myCourse(mine education.MyCourse) oas.MyCourse {
	c := course(mine.Course)
	return oas.MyCourse{
		ID: c.ID, Title: c.Title, Slug: c.Slug, ShortDescription: c.ShortDescription, ThumbnailUrl: c.ThumbnailUrl,
		DifficultyLevel: c.DifficultyLevel, DurationMinutes: c.DurationMinutes, Status: c.Status, IsFree: c.IsFree,
		PriceUsd: c.PriceUsd, Scope: c.Scope, Enrollment: enrollment(mine.Progress),
	}
}
