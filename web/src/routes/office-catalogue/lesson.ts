import type { Lesson, LessonType, QuizInput } from '@bourse/client';

/** A question as it is written; `key` tells it apart while one writes. */
export interface Question {
  key: number;
  id?: string;
  text: string;
  options: string[];
  correctOption: number;
  explanation: string;
}

let last = 0;

export function newQuestion(): Question {
  return { key: ++last, text: '', options: ['', ''], correctOption: 0, explanation: '' };
}

type Written = Omit<Question, 'key'>;

/** The questions of a lesson as a text, so that a form can keep them like anything that is typed. */
export function questionsText(lesson: Lesson | undefined): string {
  return textOf((lesson?.quiz?.questions ?? []).map((one) => ({ id: one.id, text: one.text, options: one.options, correctOption: one.correctOption ?? 0, explanation: one.explanation ?? '' })));
}

export function textOf(questions: Written[]): string {
  return JSON.stringify(questions.map(({ id, text, options, correctOption, explanation }) => ({ ...(id && { id }), text, options, correctOption, explanation })));
}

export function questionsOf(text: string): Question[] {
  return (JSON.parse(text) as Written[]).map((one) => ({ ...one, key: ++last }));
}

export function quizOf(text: string, passPercent: number): QuizInput {
  return { passPercent, questions: JSON.parse(text) as Written[] };
}

export const lessonTypes: { value: LessonType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'video', label: 'Video' },
  { value: 'quiz', label: 'Quiz' },
];
