import type { BourseError } from '@bourse/client';
import { sentence } from '../format/format';

const notDone = 'This was not done';

/** A failure in the user's words: what happened, and what to do. */
export function explain(error: BourseError): { title: string; text: string } {
  // An id in the address that cannot be one leads as little anywhere as one that is nobody's.
  const isNoId = error.code === 'VALIDATION_ERROR' && /Id$/.test(error.field ?? '');
  switch (isNoId ? 'NOT_FOUND' : error.code) {
    case 'NETWORK_ERROR':
      return { title: 'The server cannot be reached', text: 'Check your connection and try again. What you typed is still here. Trying again is safe: nothing is done twice.' };
    case 'TIMED_OUT':
      return { title: 'The server is taking too long', text: 'It may still be working on it. Trying again is safe: nothing is done twice.' };
    case 'UNEXPECTED_ANSWER':
      return { title: 'Unexpected response', text: 'Something between you and the server answered in its place. Try again in a moment.' };
    case 'RATE_LIMITED':
      return { title: 'Too many requests', text: `Wait ${wait(error.retryAfter)} and try again.` };
    case 'INTERNAL_ERROR':
      return { title: 'Something went wrong on our side', text: 'The error was logged. Trying again is safe: nothing is done twice. If it keeps happening, give support the request ID.' };
    case 'INVALID_CREDENTIALS':
      return { title: 'Email or password is wrong', text: 'Check both, or reset your password by email.' };
    case 'SERVICE_UNAVAILABLE':
      return { title: 'The server is busy', text: `Try again in ${wait(error.retryAfter)}. Nothing is done twice.` };
    case 'NOT_FOUND':
      return { title: 'There is nothing here', text: 'It does not exist, or it belongs to someone else.' };
    case 'FORBIDDEN':
      return { title: 'You are not allowed to do this', text: sentence(error.message) };
    case 'SESSION_REVOKED':
    case 'TOKEN_EXPIRED':
    case 'UNAUTHORIZED':
    case 'REFRESH_TOKEN_INVALID':
    case 'REFRESH_TOKEN_REUSED':
      return { title: 'You are no longer logged in', text: 'Log in again. What you typed is kept.' };
    default:
      return { title: notDone, text: sentence(error.message) };
  }
}

/** The same in a sentence, after what was not done. */
export function reason(error: BourseError): string {
  const { title, text } = explain(error);
  return title === notDone ? text : title + '.';
}

function wait(seconds: number | undefined): string {
  if (!seconds || seconds < 2) return 'a moment';
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
