import type { Arguments, BourseError, StreamEvent } from '@bourse/client';
import { untrack } from 'svelte';
import { api } from './client';
import { asError, asking, feeds } from './query.svelte';
import type { ItemOf, ListId } from './types';
import { stream } from '../stream/stream.svelte';

/** How many pages are gone through for one that is asked for. */
const mostRounds = 8;

/** What things are told apart by; undefined for what has no id. */
const idOf = (item: unknown) => (item as { id?: string }).id;

/** What was shown behind the last of what is the beginning now. */
function behind<Item>(before: Item[], now: Item[]): Item[] {
  const end = now.length > 0 ? idOf(now.at(-1)) : undefined;
  const last = before.findIndex((one) => end !== undefined && idOf(one) === end);
  return last < 0 ? [] : before.slice(last + 1);
}

/** Whether what was found is less than a page and does not reach what is shown, if there is something. */
function isShort<Item>(found: Item[], shown: Item[], limit = 1): boolean {
  const known = new Set(shown.map(idOf));
  return found.length < (shown.length > 0 ? limit : 1) && !found.some((one) => idOf(one) !== undefined && known.has(idOf(one)));
}

/** The one list and then the other. Pages move when something is added before them, so what is in both is there once. */
function joined<Item>(head: Item[], tail: Item[]): Item[] {
  const known = new Set(head.map(idOf));
  return [...head, ...tail.filter((one) => idOf(one) === undefined || !known.has(idOf(one)))];
}

type Meta = { next?: string; page?: number; totalPages?: number; total?: number };

/** What was seen of each list, so that who comes back finds it as long as it was. */
const seen = new Map<string, { items: unknown[]; meta: Meta }>();
const most = 20;

/** Counts who has been here: what one has asked for may be answered when the next one is there. */
let era = 0;

/** Another person may come. */
export function forgetFeeds() {
  era++;
  seen.clear();
}

function remember(asked: number, key: string, items: unknown[], meta: Meta) {
  if (asked !== era) return;
  seen.delete(key); // the newest last
  seen.set(key, { items, meta });
  if (seen.size > most) seen.delete(seen.keys().next().value!);
}

/**
 * A long list that grows by "show more", by cursor or page, whatever the operation has. It begins anew when its
 * arguments change, and as much as is seen of it is asked again when the stream tells one of the events of `on`, every
 * so many milliseconds while the page is seen, and when everything is.
 *
 *     const orders = feed('listOrders', () => ({ query: { status } }), { on: ['order'] });
 */
export function feed<Id extends ListId>(id: Id, call: () => Arguments<Id> | undefined, options: { on?: StreamEvent['type'][]; every?: number } = {}) {
  let items = $state.raw<ItemOf<Id>[]>();
  let meta = $state.raw<Meta>({});
  let error = $state.raw<BourseError>();
  let isAsking = $state(false);
  let asked = 0;
  let isRunning = false;
  const text = $derived.by(() => {
    const wanted = call();
    return wanted && JSON.stringify(wanted);
  });

  async function ask(more: Record<string, unknown>, limit?: number) {
    const turn = ++asked; // what was asked before is of another list, also where nothing is asked now
    if (text === undefined) return;
    const begun = era;
    isRunning = true;
    isAsking = items === undefined || Object.keys(more).length > 0;
    try {
      const wanted = JSON.parse(text) as { query?: object };
      const method = api[id] as unknown as (call: object) => Promise<{ items: ItemOf<Id>[]; meta: Meta }>;
      const read = (from: object) => method.call(api, { ...wanted, query: { ...wanted.query, ...(limit && { limit }), ...from } });
      const isMore = Object.keys(more).length > 0;
      const shown = isMore || !limit ? [] : (items ?? []);
      let page = await read(more);
      const found = page.items;
      // What is rare may be on none of the next pages: some are looked through before one has to ask for more, or for what is shown.
      for (let rounds = 0; isShort(found, shown, limit) && page.meta.next && rounds < mostRounds && turn === asked; rounds++) {
        page = await read({ before: page.meta.next });
        found.push(...page.items);
      }
      if (turn !== asked) return;
      const rest = isShort(found, shown, limit) && page.meta.next ? shown : behind(shown, found);
      items = isMore ? joined(items ?? [], found) : joined(found, rest);
      if (rest.length === 0) meta = page.meta;
      remember(begun, id + text, items, meta);
      error = undefined;
    } catch (failure) {
      if (turn === asked) error = asError(failure);
    } finally {
      if (turn === asked) isRunning = isAsking = false;
    }
  }

  const usual = $derived((JSON.parse(text ?? '{}') as { query?: { limit?: number } }).query?.limit ?? 20);

  /** What was refreshed is one long page; the next one is counted in those of the usual length. */
  function nextPage(): number {
    return items ? Math.floor(items.length / usual) + 1 : (meta.page ?? 1) + 1;
  }

  /** Asks again for as much as is seen and can be asked for at once; what is behind that stays, so that nothing disappears. */
  const refresh = () => ask({}, Math.min(100, Math.max(usual, items?.length ?? 0)));

  $effect(() => {
    void text;
    untrack(() => {
      const before = text === undefined ? undefined : seen.get(id + text);
      items = before?.items as ItemOf<Id>[] | undefined;
      meta = before?.meta ?? {};
      error = undefined;
      void refresh();
    });
  });

  $effect(() =>
    stream.listen((event) => {
      if (options.on?.includes(event.type)) void refresh();
    }),
  );
  $effect(() => {
    const again = () => void refresh();
    feeds.add(again);
    return () => feeds.delete(again);
  });
  $effect(() => {
    if (!options.every) return;
    const repeating = setInterval(() => document.hidden || asking.isPaused || isRunning || void refresh(), options.every);
    return () => clearInterval(repeating);
  });

  return {
    get items() {
      return items;
    },
    get error() {
      return error;
    },
    get isLoading() {
      return items === undefined && error === undefined;
    },
    get isAsking() {
      return isAsking;
    },
    get total() {
      return meta.total;
    },
    get hasMore() {
      return Boolean(meta.next) || (meta.page ?? 1) < (meta.totalPages ?? 1);
    },
    more: () => ask(meta.next ? { before: meta.next } : { page: nextPage() }),
    reload: () => ask({}),
  };
}
