import type { CourseLevel, CreateCourseRequest, Scope } from '@bourse/client';
import { numberIn } from '$lib/api/numbers';

export const levels: { value: CourseLevel; label: string }[] = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
  { value: 'expert', label: 'Expert' },
];

export type CourseValues = Record<'title' | 'slug' | 'shortDescription' | 'description' | 'thumbnailUrl' | 'difficultyLevel' | 'priceUsd' | 'accessDays', string>;

export const newCourse: CourseValues = { title: '', slug: '', shortDescription: '', description: '', thumbnailUrl: '', difficultyLevel: 'beginner', priceUsd: '0', accessDays: '0' };

/** What is typed as the API takes it. It fails at the field that is no number. */
export function courseOf(values: CourseValues, scope?: Scope): CreateCourseRequest {
  return {
    title: values.title.trim(),
    ...(values.slug.trim() && { slug: values.slug.trim() }),
    shortDescription: values.shortDescription.trim(),
    description: values.description,
    ...(values.thumbnailUrl.trim() && { thumbnailUrl: values.thumbnailUrl.trim() }),
    difficultyLevel: levels.find((one) => one.value === values.difficultyLevel)?.value ?? 'beginner',
    priceUsd: numberIn(values, 'priceUsd'),
    accessDays: numberIn(values, 'accessDays'),
    ...(scope && { scope }),
  };
}
