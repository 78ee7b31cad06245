import { type Answer, type Arguments, BourseError, type StreamEvent } from '@bourse/client';
import { untrack } from 'svelte';
import { api } from './client';
import { isOtherPage } from './kept';
import type { Readable } from './types';

type EventName = StreamEvent['type'];

interface Options {
  /** Events of the stream after which it is asked again; `account` only where something was booked, not where prices moved. */
  on?: EventName[];
  /** For how many milliseconds an answer is taken from the cache without asking again; the default is 15,000. */
  fresh?: number;
  /**
   * Shows what was answered to the arguments before while the new ones are asked for: `page` only where nothing but the page
   * of a list is another, `always` where whoever shows it tells the two apart by `isKept`, or both are about the same thing.
   */
  keep?: 'page' | 'always';
  /** Waits so many milliseconds with asking, for what is typed. */
  wait?: number;
  /** Asks again every so many milliseconds while the page is seen, once there was an answer. A getter may change its mind. */
  every?: number | undefined;
}

/** One answer, shared by all who asked the same. */
class Entry {
  data = $state.raw<unknown>();
  error = $state.raw<BourseError>();
  isAsking = $state(false);
  /** When it was answered, by a clock that nobody sets, like all times here, and by one that goes on while the machine sleeps. */
  #answered = { at: -Infinity, date: -Infinity };
  watchers = new Set<Options>();
  #asked = 0;
  #begun = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: Readable,
    readonly call: object,
  ) {}

  /** How many milliseconds ago it was answered. */
  get age(): number {
    return Math.max(performance.now() - this.#answered.at, Date.now() - this.#answered.date);
  }

  #drop() {
    clearTimeout(this.#again);
    this.#again = undefined;
  }

  async ask() {
    this.#drop();
    const asked = ++this.#asked;
    this.#begun = performance.now();
    this.isAsking = true;
    try {
      const method = api[this.id] as (call: object) => Promise<unknown>;
      const data = await method.call(api, this.call);
      if (asked !== this.#asked) return;
      this.data = data;
      this.error = undefined;
      this.#answered = { at: performance.now(), date: Date.now() };
    } catch (failure) {
      if (asked === this.#asked) this.error = asError(failure);
    } finally {
      if (asked === this.#asked) this.isAsking = false;
    }
  }

  /** Lets an answer that is on its way come first, unless it is urgent or takes for ever: where all are slow, none would be the last. */
  #askAgain(isUrgent: boolean) {
    this.#drop();
    if (!isUrgent && this.isAsking && performance.now() - this.#begun < 10_000) this.stale();
    else void this.ask();
  }

  /** Takes what an act has answered; what was asked before it is older. */
  know(data: unknown) {
    this.#drop();
    this.#asked++;
    this.isAsking = false;
    this.data = data;
    this.error = undefined;
    this.#answered = { at: performance.now(), date: Date.now() };
  }

  /** Asks again soon: what happens together is asked for once, and what happens all the time every other second. */
  stale(isUrgent = false) {
    const wait = isUrgent ? 0 : Math.max(150, this.#begun + 2000 - performance.now());
    if (isUrgent) this.#drop();
    this.#answered = { at: -Infinity, date: -Infinity };
    if (this.watchers.size > 0 && !asking.isPaused) this.#again ??= setTimeout(() => this.#askAgain(isUrgent), wait);
  }
}

/** Nothing is asked by itself while the session is over: it would only be refused. */
export const asking = { isPaused: false };

const entries = new Map<string, Entry>();
const mostEntries = 200;

/** Has each long list that is shown asked again: lib/api/feed fills it in. */
export const feeds = new Set<() => void>();

const keyOf = (id: Readable, call: object) => id + ' ' + JSON.stringify(call);

function entryOf(id: Readable, call: object): Entry {
  const key = keyOf(id, call);
  let entry = entries.get(key);
  if (!entry) {
    if (entries.size >= mostEntries) dropOldest();
    entry = new Entry(id, call);
    entries.set(key, entry);
  }
  return entry;
}

function dropOldest() {
  for (const [key, entry] of entries) if (entry.watchers.size === 0) return entries.delete(key);
}

/** A read that a component shows. */
export interface Query<Data> {
  readonly data: Data | undefined;
  /** What is shown was answered to earlier arguments: to the present ones there is no answer yet, or only a refusal. */
  readonly isKept: boolean;
  readonly error: BourseError | undefined;
  /** There is nothing to show yet. */
  readonly isLoading: boolean;
  /** It is being asked, also where there is something to show. */
  readonly isAsking: boolean;
  reload(): Promise<void>;
}

/**
 * Reads by an operation for as long as the component is there: what is known is shown at once, asked again when it is
 * old, and whenever the stream tells one of the events of `on`. Arguments that are undefined ask nothing.
 *
 *     const orders = query('listOrders', () => ({ query: { symbol, status: 'working' as const } }), { on: ['order'] });
 */
export function query<Id extends Readable>(id: Id, call: () => Arguments<Id> | undefined, options: Options = {}): Query<Answer<Id>> {
  const text = $derived.by(() => {
    const wanted = call();
    return wanted && JSON.stringify(wanted);
  });
  let entry = $state.raw<Entry>();
  let before = $state.raw<Entry>();
  $effect(() => {
    const wanted = text;
    return untrack(() => {
      const next = wanted === undefined ? undefined : entryOf(id, JSON.parse(wanted) as object);
      if (entry?.data !== undefined) before = entry;
      entry = next;
      if (!next) return;
      next.watchers.add(options);
      const isOld = next.age > (options.fresh ?? 15_000);
      const waiting = isOld ? setTimeout(() => void next.ask(), next.data === undefined ? (options.wait ?? 0) : 0) : undefined;
      return () => {
        clearTimeout(waiting);
        next.watchers.delete(options);
      };
    });
  });
  $effect(() => {
    const [now, every] = [entry, options.every];
    if (!now || !every) return;
    const repeating = setInterval(() => document.hidden || asking.isPaused || now.isAsking || void now.ask(), every);
    return () => clearInterval(repeating);
  });
  const kept = () => {
    if (!options.keep || !entry || !before) return undefined;
    return options.keep === 'always' || (!entry.error && isOtherPage(before.call, entry.call)) ? before.data : undefined;
  };
  return {
    get data() {
      return (entry?.data ?? kept()) as Answer<Id> | undefined;
    },
    get isKept() {
      return entry?.data === undefined && this.data !== undefined;
    },
    get error() {
      return entry?.error;
    },
    get isLoading() {
      return text !== undefined && this.data === undefined && entry?.error === undefined;
    },
    get isAsking() {
      return text !== undefined && (entry?.isAsking ?? true);
    },
    reload: async () => entry?.ask(),
  };
}

/** Marks what was read by these operations as old: what is shown of it is asked again, at once after an act of the user. */
export function invalidate(...ids: Readable[]) {
  for (const entry of entries.values()) if (ids.includes(entry.id)) entry.stale(true);
}

/** An act has answered what the same read would answer now: all who show it have it at once. */
export function know<Id extends Readable>(id: Id, call: Arguments<Id>, data: Answer<Id>) {
  entries.get(keyOf(id, call))?.know(data);
}

export function invalidateAll() {
  for (const entry of entries.values()) entry.stale();
  if (!asking.isPaused) for (const refresh of feeds) refresh();
}

/** The stream has told something. */
export function happened(event: EventName) {
  for (const entry of entries.values()) {
    for (const { on } of entry.watchers) if (on?.includes(event)) entry.stale();
  }
}

/** Another person may come. */
export function forgetAll() {
  entries.clear();
}

export function asError(failure: unknown): BourseError {
  if (failure instanceof BourseError) return failure;
  return new BourseError(failure instanceof Error ? failure.message : 'something went wrong on this page', { status: 0, code: 'UNEXPECTED_ANSWER', cause: failure });
}

// Who comes back to the page sees it as it is now.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  for (const entry of entries.values()) if (entry.watchers.size > 0 && entry.age > 60_000) entry.stale();
});
