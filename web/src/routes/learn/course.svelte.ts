import type { Course, Enrollment, Lesson } from '@bourse/client';
import { query } from '$lib/api/query.svelte';
import { money, number } from '$lib/format/format';
import { href } from '$lib/router/types';

export const levels = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced', expert: 'Expert' } as const;

export function priceOf(course: Course): string {
  return course.isFree ? 'Free' : money(course.priceUsd);
}

/** How long something takes, as people say it. */
export function lasts(minutes: number): string {
  if (minutes < 60) return `${number(minutes)} min`;
  const rest = minutes % 60;
  return `${number(Math.floor(minutes / 60))} h${rest ? ` ${number(rest)} min` : ''}`;
}

/** A picture of another origin is not loaded: no request leaves this one. */
export function ownPicture(course: Course): string | undefined {
  const url = new URL(course.thumbnailUrl, location.href);
  return url.origin === location.origin ? url.pathname : undefined;
}

/** Whether an enrollment lets one read. */
export function mayRead(enrollment: Enrollment | undefined): boolean {
  return enrollment?.status === 'active' || enrollment?.status === 'completed';
}

/** The address where reading a course goes on; that of the course while it is not known. */
export function useGoingOn(course: () => Course | undefined) {
  const path = () => {
    const one = course();
    return one && { path: { courseId: one.id } };
  };
  const whole = query('getCourse', path, { fresh: 60_000 });
  const progress = query('getProgress', path);
  return {
    get href() {
      const courseId = course()?.id ?? '';
      const next = progress.data && nextOf(whole.data?.lessons ?? [], new Set(progress.data.completedLessonIds));
      return next ? href('/learn/:courseId/lessons/:lessonId', { courseId, lessonId: next.id }) : href('/learn/:courseId', { courseId });
    },
  };
}

function nextOf(lessons: Lesson[], done: Set<string>): Lesson | undefined {
  const inOrder = lessons.toSorted((a, b) => a.position - b.position);
  return inOrder.find((one) => !done.has(one.id)) ?? inOrder[0];
}

/** A course, the caller's enrollment in it and how far they have come. */
export function useCourse(courseId: () => string) {
  const course = query('getCourse', () => ({ path: { courseId: courseId() } }), { fresh: 60_000 });
  const mine = query('listMyCourses', () => ({}));
  const enrollment = $derived(mine.data?.find((one) => one.id === course.data?.id)?.enrollment);
  const isReader = $derived(mayRead(enrollment));
  const progress = query('getProgress', () => (isReader && course.data ? { path: { courseId: course.data.id } } : undefined));
  const lessons = $derived<Lesson[]>((course.data?.lessons ?? []).toSorted((a, b) => a.position - b.position));
  const done = $derived(new Set(progress.data?.completedLessonIds ?? []));
  return {
    get course() {
      return course;
    },
    get mine() {
      return mine;
    },
    get enrollment() {
      return enrollment;
    },
    get isReader() {
      return isReader;
    },
    get progress() {
      return progress.data;
    },
    get lessons() {
      return lessons;
    },
    get done() {
      return done;
    },
    /** Where reading goes on. */
    get next() {
      return nextOf(lessons, done);
    },
  };
}
