import { type OperationId, operations } from './operations.js';
import { BourseError } from './error.js';
import { newKey, type Sending } from './transport.js';

/** Everything that a call may be given. */
export interface Call {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal;
  timeout?: number;
}

/** What is known of an operation. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Nobody has to be logged in. */
  isPublic: boolean;
  takesKey: boolean;
  isList: boolean;
  isFile: boolean;
  /** It opens a session, and is told where that is kept. */
  opensSession: boolean;
  /** It answers with an access token. */
  givesTokens: boolean;
}

export function operation(id: OperationId): Operation {
  const [method, path, ...words] = operations[id].split(' ') as [string, string, ...string[]];
  const is = (word: string) => words.includes(word);
  return {
    id,
    method,
    path,
    isPublic: is('public'),
    takesKey: is('key'),
    isList: is('page') || is('cursor'),
    isFile: is('file'),
    opensSession: is('opens'),
    givesTokens: is('tokens'),
  };
}

/** The request that a call is. It fails with a TypeError when a part of the path is missing. */
export function sendingOf(base: string, { id, method, path, takesKey, isList, isFile }: Operation, call: Call): Sending<unknown> {
  const headers: Record<string, string> = { Accept: isFile ? '*/*' : 'application/json' };
  if (takesKey) headers['Idempotency-Key'] = call.idempotencyKey ?? newKey();
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = call.path?.[name];
    if (value === undefined || value === '') throw new TypeError(`${id} needs ${name} in its path`);
    return encodeURIComponent(String(value));
  });
  return {
    method,
    url: base + filled + queryOf(call.query),
    headers,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    read: isFile ? (answer) => answer.blob() : (answer) => dataOf(answer, isList),
  };
}

export function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : '?' + new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** What is in the envelope. */
async function dataOf(answer: Response, isList: boolean): Promise<unknown> {
  const text = await answer.text();
  try {
    const { data, meta } = JSON.parse(text);
    return isList ? { items: data, meta } : data;
  } catch (cause) {
    const requestId = answer.headers.get('X-Request-Id') ?? undefined;
    throw new BourseError("the answer is not the API's", { status: answer.status, code: 'UNEXPECTED_ANSWER', requestId, cause });
  }
}
