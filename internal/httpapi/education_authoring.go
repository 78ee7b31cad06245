package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// ListAllCourses implements GET /education/authoring/courses.
func (a *API) ListAllCourses(ctx context.Context, params oas.ListAllCoursesParams) (oas.ListAllCoursesRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	courses, total, err := a.Education.AllCourses(ctx, caller(ctx), identity.Scope(params.Scope.Value), education.CourseStatus(params.Status.Value), page)
	if err != nil {
		return nil, err
	}
	return &oas.CourseListEnvelope{Success: true, Data: mapped(courses, course), Meta: pagination(page, total)}, nil
}

// GetAuthoredCourse implements GET /education/authoring/courses/{courseId}.
func (a *API) GetAuthoredCourse(ctx context.Context, params oas.GetAuthoredCourseParams) (oas.GetAuthoredCourseRes, error) {
	found, err := a.Education.AuthoredCourse(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return courseDetail(found), nil
}

// GetAuthoredLesson implements GET /education/authoring/lessons/{lessonId}.
func (a *API) GetAuthoredLesson(ctx context.Context, params oas.GetAuthoredLessonParams) (oas.GetAuthoredLessonRes, error) {
	found, err := a.Education.AuthoredLesson(ctx, caller(ctx), params.LessonId)
	if err != nil {
		return nil, err
	}
	return &oas.LessonEnvelope{Success: true, Data: lesson(found)}, nil
}

// CreateCourse implements POST /education/courses.
func (a *API) CreateCourse(ctx context.Context, req *oas.CreateCourseRequest) (oas.CreateCourseRes, error) {
	made, err := a.Education.CreateCourse(ctx, caller(ctx), education.NewCourse{
		Scope: identity.Scope(req.Scope.Value), Title: req.Title, Slug: req.Slug.Value, ShortDescription: req.ShortDescription, Description: req.Description.Value,
		ThumbnailURL: req.ThumbnailUrl.Value, Level: education.Level(req.DifficultyLevel), Price: req.PriceUsd.Value,
		AccessDays: req.AccessDays.Value,
	})
	if err != nil {
		return nil, err
	}
	return courseDetail(made), nil
}

// UpdateCourse implements PATCH /education/courses/{courseId}.
func (a *API) UpdateCourse(ctx context.Context, req *oas.UpdateCourseRequest, params oas.UpdateCourseParams) (oas.UpdateCourseRes, error) {
	change := education.CourseChange{
		Title: given(req.Title), Slug: given(req.Slug), ShortDescription: given(req.ShortDescription),
		Description: given(req.Description), ThumbnailURL: given(req.ThumbnailUrl), Price: decimal(req.PriceUsd),
		Level: (*education.Level)(given(req.DifficultyLevel)), AccessDays: given(req.AccessDays),
	}
	changed, err := a.Education.UpdateCourse(ctx, caller(ctx), params.CourseId, change)
	if err != nil {
		return nil, err
	}
	return courseDetail(changed), nil
}

// PublishCourse implements POST /education/courses/{courseId}/publish.
func (a *API) PublishCourse(ctx context.Context, params oas.PublishCourseParams) (oas.PublishCourseRes, error) {
	published, err := a.Education.Publish(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return courseDetail(published), nil
}

// ArchiveCourse implements POST /education/courses/{courseId}/archive.
func (a *API) ArchiveCourse(ctx context.Context, params oas.ArchiveCourseParams) (oas.ArchiveCourseRes, error) {
	archived, err := a.Education.Archive(ctx, caller(ctx), params.CourseId)
	if err != nil {
		return nil, err
	}
	return courseDetail(archived), nil
}

// SetFeaturedCourses implements PUT /education/courses/featured.
func (a *API) SetFeaturedCourses(ctx context.Context, req *oas.FeaturedRequest) (oas.SetFeaturedCoursesRes, error) {
	courses, err := a.Education.SetFeatured(ctx, caller(ctx), identity.Scope(req.Scope.Value), req.CourseIds)
	if err != nil {
		return nil, err
	}
	return &oas.CourseArrayEnvelope{Success: true, Data: mapped(courses, course)}, nil
}

// CreateLesson implements POST /education/courses/{courseId}/lessons.
func (a *API) CreateLesson(ctx context.Context, req *oas.CreateLessonRequest, params oas.CreateLessonParams) (oas.CreateLessonRes, error) {
	made, err := a.Education.AddLesson(ctx, caller(ctx), params.CourseId, education.NewLesson{
		Title: req.Title, Slug: req.Slug.Value, Type: education.LessonType(req.Type), Content: req.Content,
		DurationMinutes: req.DurationMinutes, IsPreview: req.IsPreview.Value, IsRequired: req.IsRequired.Value,
		Status: education.LessonStatus(req.Status.Value), Quiz: newQuiz(req.Quiz),
	})
	if err != nil {
		return nil, err
	}
	return &oas.LessonEnvelope{Success: true, Data: lesson(made)}, nil
}

// UpdateLesson implements PATCH /education/lessons/{lessonId}.
func (a *API) UpdateLesson(ctx context.Context, req *oas.UpdateLessonRequest, params oas.UpdateLessonParams) (oas.UpdateLessonRes, error) {
	change := education.LessonChange{
		Title: given(req.Title), Slug: given(req.Slug), Content: given(req.Content),
		DurationMinutes: given(req.DurationMinutes), IsPreview: given(req.IsPreview), IsRequired: given(req.IsRequired),
		Type: (*education.LessonType)(given(req.Type)), Status: (*education.LessonStatus)(given(req.Status)),
		Quiz: newQuiz(req.Quiz),
	}
	changed, err := a.Education.UpdateLesson(ctx, caller(ctx), params.LessonId, change)
	if err != nil {
		return nil, err
	}
	return &oas.LessonEnvelope{Success: true, Data: lesson(changed)}, nil
}

// OrderLessons implements PUT /education/courses/{courseId}/lesson-order.
func (a *API) OrderLessons(ctx context.Context, req *oas.LessonOrderRequest, params oas.OrderLessonsParams) (oas.OrderLessonsRes, error) {
	ordered, err := a.Education.OrderLessons(ctx, caller(ctx), params.CourseId, req.LessonIds)
	if err != nil {
		return nil, err
	}
	return courseDetail(ordered), nil
}
