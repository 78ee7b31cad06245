import type { ErrorCode } from './contract.js';

/**
 * What the client itself finds: no answer came (`NETWORK_ERROR`), none in time (`TIMED_OUT`), or one that is not the
 * API's, such as a proxy's page (`UNEXPECTED_ANSWER`).
 */
export type ClientErrorCode = 'NETWORK_ERROR' | 'TIMED_OUT' | 'UNEXPECTED_ANSWER';

export interface Failure {
  status: number;
  code: ErrorCode | ClientErrorCode;
  field?: string | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Why a call failed. Programs switch on `code`; people read `message`. */
export class BourseError extends Error {
  override readonly name = 'BourseError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  /** The field of the request that was refused. */
  readonly field: string | undefined;
  /** The name of the request in the server's logs, for those who ask for help. */
  readonly requestId: string | undefined;
  /** After how many seconds the call is worth repeating. */
  readonly retryAfter: number | undefined;

  constructor(message: string, failure: Failure) {
    super(message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.field = failure.field;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }
}

/** The failure that an answer tells of. */
export async function failureOf(answer: Response): Promise<BourseError> {
  const text = await answer.text();
  try {
    const { message, code, field } = JSON.parse(text).error;
    if (typeof code !== 'string') throw new TypeError('there is no code');
    return new BourseError(message, { ...headOf(answer), code: code as ErrorCode, field });
  } catch (cause) {
    return unexpected(answer, cause);
  }
}

/**
 * The failure that an answer is which is not the API's: a proxy's page, that of a network where one has to log in first, or
 * something cut short. It says nothing about the session.
 */
export function unexpected(answer: Response, cause?: unknown): BourseError {
  return new BourseError(`the answer of status ${answer.status} is not the API's`, { ...headOf(answer), code: 'UNEXPECTED_ANSWER', cause });
}

/** Whether an answer is of a type such as text/html. */
export function isOfType(answer: Response, type: string): boolean {
  return answer.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() === type;
}

function headOf(answer: Response) {
  return {
    status: answer.status,
    requestId: answer.headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsUntil(answer.headers.get('Retry-After')),
  };
}

/** Reads Retry-After, which holds seconds or a date. */
function secondsUntil(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
