/**
 * The keys of what people have done and nobody has answered yet. A second click, and one after a reload, is sent with the
 * key of the first try, so that the server does it once, until an answer tells what became of it. The same act is the same
 * request from the same page: what was changed since is another one, and the server would refuse it the key.
 */

/** Tells keys of acts from those that the client makes for what nobody has clicked. */
const mark = 'act-';
/** What must not be in a storage, by the names of the fields. */
const secret = /"[^"]*(password|code|secret|token)[^"]*":/i;
/** Refused before anybody looked for an earlier try: they say nothing about it, and the server keeps no key for them. */
const unsaid = [401, 403, 408, 429];

interface Act {
  /** Where it is kept: one for each thing that can be done on a page. */
  place: string;
  body: string;
  key: string;
}

/** By the key that the caller gave it: its repetitions are the same act, also when another page is shown by then. */
const underWay = new Map<string, Act>();
const unkept = new Map<string, Act>();

export function newActKey(): string {
  return mark + crypto.randomUUID();
}

/** Fetches, an act with the key of its first try. */
export const fetchOnce: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  const given = headers.get('Idempotency-Key');
  if (!given?.startsWith(mark)) return fetch(input, init);
  const act = underWay.get(given) ?? begin(given, `${init?.method} ${String(input)}`, String(init?.body ?? ''));
  headers.set('Idempotency-Key', act.key);
  const answer = await fetch(input, { ...init, headers });
  await answer.clone().arrayBuffer(); // an answer of which the end is lost is none
  if (isLastWord(answer)) end(given, act);
  return answer;
};

/** Another person may come. */
export function forgetActs() {
  underWay.clear();
  unkept.clear();
}

function begin(given: string, request: string, body: string): Act {
  const place = `act.${location.pathname} ${request}`;
  const before = keptAt(place);
  const act = before?.body === body ? before : { place, body, key: given };
  underWay.set(given, act);
  if (secret.test(body)) unkept.set(place, act);
  else sessionStorage.setItem(place, JSON.stringify(act));
  return act;
}

function end(given: string, { place, key }: Act) {
  underWay.delete(given);
  if (keptAt(place)?.key !== key) return; // something else was done there since
  unkept.delete(place);
  sessionStorage.removeItem(place);
}

function keptAt(place: string): Act | undefined {
  return unkept.get(place) ?? (JSON.parse(sessionStorage.getItem(place) ?? 'null') as Act | null) ?? undefined;
}

/** Whether an answer tells what became of the act. One that is not the API's, such as a proxy's page, does not. */
function isLastWord({ ok, status, headers }: Response): boolean {
  const isOurs = headers.get('Content-Type')?.startsWith('application/json') ?? false;
  const isUnderWay = status === 409 && headers.has('Retry-After');
  return isOurs && (ok || (status < 500 && !unsaid.includes(status) && !isUnderWay));
}
