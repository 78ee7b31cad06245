import type { Lesson, LessonType, QuizInput } from '@bourse/client';
import { numberIfAny, numberIn } from '$lib/api/numbers';
import { typed } from '$lib/format/format';

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
function questionsText(lesson: Lesson | undefined): string {
  return textOf((lesson?.quiz?.questions ?? []).map((one) => ({ id: one.id, text: one.text, options: one.options, correctOption: one.correctOption ?? 0, explanation: one.explanation ?? '' })));
}

export function textOf(questions: Written[]): string {
  return JSON.stringify(questions.map(({ id, text, options, correctOption, explanation }) => ({ ...(id && { id }), text, options, correctOption, explanation })));
}

export function questionsOf(text: string): Question[] {
  return (JSON.parse(text) as Written[]).map((one) => ({ ...one, key: ++last }));
}

function quizOf(text: string, passPercent: number): QuizInput {
  return { passPercent, questions: JSON.parse(text) as Written[] };
}

export const lessonTypes: { value: LessonType; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'video', label: 'Video' },
  { value: 'quiz', label: 'Quiz' },
];

/** What a form about the lesson begins with, or about a new one. */
export function lessonValues(lesson: Lesson | undefined) {
  return {
    title: lesson?.title ?? '',
    type: (lesson?.type ?? 'text') as string,
    durationMinutes: typed(lesson?.durationMinutes ?? 10),
    content: lesson?.content ?? '',
    passPercent: typed(lesson?.quiz?.passPercent ?? 80),
    questions: questionsText(lesson),
    isPreview: lesson?.isPreview ?? false,
    isRequired: lesson?.isRequired ?? true,
    isPublished: lesson?.status === 'published',
  };
}

/** What is typed as the API takes it. It fails at the field that is no number. */
export function lessonOf(values: ReturnType<typeof lessonValues>) {
  const type = lessonTypes.find((one) => one.value === values.type)?.value ?? 'text';
  return {
    title: values.title.trim(),
    type,
    content: values.content,
    durationMinutes: numberIfAny(values, 'durationMinutes') ?? 0,
    isPreview: values.isPreview,
    isRequired: values.isRequired,
    status: values.isPublished ? ('published' as const) : ('draft' as const),
    ...(type === 'quiz' && { quiz: quizOf(values.questions, numberIn(values, 'passPercent')) }),
  };
}
