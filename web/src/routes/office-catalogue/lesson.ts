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

export function questionsOf(lesson: Lesson | undefined): Question[] {
  return (lesson?.quiz?.questions ?? []).map((one) => ({ key: ++last, id: one.id, text: one.text, options: [...one.options], correctOption: one.correctOption ?? 0, explanation: one.explanation ?? '' }));
}

export function quizOf(questions: Question[], passPercent: number): QuizInput {
  return { passPercent, questions: questions.map(({ id, text, options, correctOption, explanation }) => ({ ...(id && { id }), text, options, correctOption, explanation })) };
}

export const lessonTypes: { value: LessonType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'video', label: 'Video' },
  { value: 'quiz', label: 'Quiz' },
];
