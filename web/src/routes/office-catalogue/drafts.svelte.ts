import { SvelteMap } from 'svelte/reactivity';
import type { CourseDetail, Lesson } from '@bourse/client';

/**
 * Courses as the server last answered them to their author. No operation reads a draft, or a course with its drafts of
 * lessons: only the answers of changes hold them. They are kept for as long as the page is open.
 */
class Drafts {
  readonly #known = new SvelteMap<string, CourseDetail>();

  get(id: string): CourseDetail | undefined {
    return this.#known.get(id);
  }

  keep(course: CourseDetail) {
    this.#known.set(course.id, course);
  }

  keepLesson(courseId: string, lesson: Lesson) {
    const course = this.#known.get(courseId);
    if (!course) return;
    const others = course.lessons.filter((one) => one.id !== lesson.id);
    const lessons = [...others, lesson].toSorted((a, b) => a.position - b.position);
    this.#known.set(courseId, { ...course, lessons, durationMinutes: lessons.reduce((sum, one) => sum + one.durationMinutes, 0) });
  }

  keepOrder(courseId: string, ids: string[]) {
    const course = this.#known.get(courseId);
    if (course) this.#known.set(courseId, { ...course, lessons: course.lessons.map((one) => ({ ...one, position: ids.indexOf(one.id) + 1 })) });
  }
}

export const drafts = new Drafts();
