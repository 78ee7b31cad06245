import { type OperationId, operations } from './operations.js';
import { isOfType, unexpected } from './error.js';
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
export function sendingOf(base: string, what: Operation, call: Call): Sending<unknown> {
  const { id, method, path, takesKey, isFile } = what;
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
    read: isFile ? fileOf : (answer) => dataOf(answer, what),
  };
}

export function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : '?' + new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

async function fileOf(answer: Response): Promise<Blob> {
  if (isOfType(answer, 'text/html')) throw unexpected(answer);
  return answer.blob();
}

/** What is in the envelope. It fails when that is not the API's. */
async function dataOf(answer: Response, { isList, givesTokens, opensSession, id }: Operation): Promise<unknown> {
  const text = await answer.text();
  try {
    const { success, data, meta } = JSON.parse(text);
    if (success !== true || data === null) throw new TypeError('there is no result');
    if (isList && !(Array.isArray(data) && meta)) throw new TypeError('there is no list');
    if (givesTokens && !(opensSession && data.challengeToken) && !hasTokens(data, id !== 'reauthenticate')) throw new TypeError('there are no tokens');
    return isList ? { items: data, meta } : data;
  } catch (cause) {
    throw unexpected(answer, cause);
  }
}

/** Whether there is what a session consists of; the proof of who one is, in a session that is there, tells no user. */
function hasTokens({ accessToken, user }: { accessToken?: unknown; user?: { id?: unknown } }, tellsUser: boolean): boolean {
  return typeof accessToken === 'string' && accessToken !== '' && (!tellsUser || typeof user?.id === 'string');
}
