import type { BourseError } from '@bourse/client';
import { sentence } from '../format/format';

const notDone = 'This was not done';

/** A failure in the user's words: what happened, and what to do. */
export function explain(error: BourseError): { title: string; text: string } {
  // An id in the address that cannot be one leads as little anywhere as one that is nobody's.
  const isNoId = error.code === 'VALIDATION_ERROR' && /Id$/.test(error.field ?? '');
  switch (isNoId ? 'NOT_FOUND' : error.code) {
    case 'NETWORK_ERROR':
      return { title: 'The server cannot be reached', text: 'Check your connection and try again. What you typed is still here, and trying again does nothing twice.' };
    case 'TIMED_OUT':
      return { title: 'The server takes too long', text: 'It may still be at work. Trying again does nothing twice.' };
    case 'UNEXPECTED_ANSWER':
      return { title: 'An answer that makes no sense', text: 'Something between you and the server has answered in its place. Try again in a moment.' };
    case 'RATE_LIMITED':
      return { title: 'Too many requests', text: `Wait ${wait(error.retryAfter)} and try again.` };
    case 'INTERNAL_ERROR':
      return { title: 'Something went wrong on our side', text: 'It was noted. Try again, which does nothing twice; if it stays, give the support the request id below.' };
    case 'INVALID_CREDENTIALS':
      return { title: 'Email or password is wrong', text: 'Check both, or choose a new password by mail.' };
    case 'SERVICE_UNAVAILABLE':
      return { title: 'The server is busy', text: `Try again in ${wait(error.retryAfter)}, which does nothing twice.` };
    case 'NOT_FOUND':
      return { title: 'There is nothing here', text: 'It does not exist, or it belongs to somebody else.' };
    case 'FORBIDDEN':
      return { title: 'You may not do this', text: sentence(error.message) };
    case 'SESSION_REVOKED':
    case 'TOKEN_EXPIRED':
    case 'UNAUTHORIZED':
    case 'REFRESH_TOKEN_INVALID':
    case 'REFRESH_TOKEN_REUSED':
      return { title: 'You are not logged in any more', text: 'Log in again; what you typed stays.' };
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
