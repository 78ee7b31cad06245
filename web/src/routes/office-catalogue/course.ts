import type { CourseDetail, CourseLevel, CreateCourseRequest, Scope } from '@bourse/client';
import { numberIn } from '$lib/api/numbers';
import { typed } from '$lib/format/format';

export const levels: { value: CourseLevel; label: string }[] = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
  { value: 'expert', label: 'Expert' },
];

export type CourseValues = Record<'title' | 'slug' | 'shortDescription' | 'description' | 'thumbnailUrl' | 'difficultyLevel' | 'priceUsd' | 'accessDays', string>;

export const newCourse: CourseValues = { title: '', slug: '', shortDescription: '', description: '', thumbnailUrl: '', difficultyLevel: 'beginner', priceUsd: '0', accessDays: '0' };

/** What a form about the course begins with. */
export function courseValues(course: CourseDetail): CourseValues {
  return {
    title: course.title,
    slug: course.slug,
    shortDescription: course.shortDescription,
    description: course.description,
    // A picture that is drawn is not one that was set.
    thumbnailUrl: course.thumbnailUrl.endsWith('/thumbnail.svg') ? '' : course.thumbnailUrl,
    difficultyLevel: course.difficultyLevel,
    priceUsd: typed(course.priceUsd),
    accessDays: typed(course.accessDays),
  };
}

/** What is typed as the API takes it. It fails at the field that is no number. */
export function courseOf(values: CourseValues, scope?: Scope): CreateCourseRequest {
  return {
    title: values.title.trim(),
    ...(values.slug.trim() && { slug: values.slug.trim() }),
    shortDescription: values.shortDescription.trim(),
    description: values.description,
    thumbnailUrl: values.thumbnailUrl.trim(),
    difficultyLevel: levels.find((one) => one.value === values.difficultyLevel)?.value ?? 'beginner',
    priceUsd: numberIn(values, 'priceUsd'),
    accessDays: numberIn(values, 'accessDays'),
    ...(scope && { scope }),
  };
}
