import { Deadline } from './deadline.js';
import { BourseError, failureOf, unexpected } from './error.js';

/** A request as it is sent, as often as it takes. */
export interface Sending<T> {
  method: string;
  /** Where it is sent; what tells that is asked before each attempt, and a failure of it is none of the attempt. */
  url: string | (() => Promise<string>);
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether the cookie of the session goes with it. */
  withCookie?: boolean;
  /** Takes what is needed out of a good answer. */
  read(answer: Response): Promise<T>;
}

export interface Transport {
  fetch: typeof fetch;
  retries: number;
}

/**
 * Sends a request and repeats it where that does nothing twice. It fails with a BourseError, or with the reason of the
 * deadline.
 */
export async function send<T>({ fetch, retries }: Transport, sending: Sending<T>, deadline: Deadline): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const url = typeof sending.url === 'string' ? sending.url : await sending.url();
    const failure = await once(fetch, url, sending, deadline);
    if (!(failure instanceof BourseError)) return failure.read;
    const wait = pauseAfter(failure, attempt);
    // Who is told to wait for longer than the call may take is better told so now.
    if (attempt >= retries || !mayRepeat(sending, failure) || wait > deadline.left) throw failure;
    await deadline.pause(wait);
  }
}

async function once<T>(fetch: Transport['fetch'], url: string, sending: Sending<T>, deadline: Deadline): Promise<{ read: T } | BourseError> {
  const { method, headers, body, withCookie, read } = sending;
  try {
    const answer = await fetch(url, {
      method,
      headers,
      signal: deadline.signal,
      // What changes something goes to nobody else, with its body; from a GET, fetch itself takes the token away.
      ...(method !== 'GET' && { redirect: 'manual' }),
      ...(body !== undefined && { body }),
      ...(withCookie && { credentials: 'include' }),
    });
    if (answer.redirected && originOf(answer.url) !== originOf(url)) return unexpected(answer);
    return answer.ok ? { read: await read(answer) } : await failureOf(answer);
  } catch (cause) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    if (cause instanceof BourseError) return cause;
    return new BourseError('the server cannot be reached, or its answer was lost', { status: 0, code: 'NETWORK_ERROR', cause });
  }
}

/** Whose an address is; one without a host is the page's. */
function originOf(url: string): string {
  return new URL(url, globalThis.location?.href).origin;
}

/** Tells whether to repeat does nothing twice, and may help. */
function mayRepeat({ method, headers }: Sending<unknown>, { status, code, retryAfter }: BourseError): boolean {
  // Refused before anything was done. Other codes of 429, such as that of a locked account, are for people to read.
  if (status === 429) return code === 'RATE_LIMITED' || code === 'UNEXPECTED_ANSWER';
  const hasKey = 'Idempotency-Key' in headers;
  if (!hasKey && !['GET', 'PUT', 'DELETE'].includes(method)) return false;
  // A conflict that passes: the first request with this key is still under way.
  if (status === 409) return hasKey && retryAfter !== undefined;
  if (status === 503) return passing.has(code) || retryAfter !== undefined;
  return code === 'NETWORK_ERROR' || status === 502 || status === 504;
}

/** What is unavailable and comes back by itself. Payments that an installation does not have stay away. */
const passing = new Set<BourseError['code']>(['SERVICE_UNAVAILABLE', 'MARKET_DATA_STALE', 'UNEXPECTED_ANSWER']);

/** Nobody who was refused at the same moment as others comes back at the same moment as they. */
function pauseAfter({ retryAfter }: BourseError, attempt: number): number {
  return retryAfter !== undefined ? retryAfter * 1000 + Math.random() * 250 : Math.random() * 300 * 3 ** attempt;
}

/** A name for a request. It works in pages that are not secure too, where crypto.randomUUID is missing. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
