import type { Arguments, BourseError, StreamEvent } from '@bourse/client';
import { untrack } from 'svelte';
import { api } from './client';
import { asError } from './query.svelte';
import type { ItemOf, ListId } from './types';
import { stream } from '../stream/stream.svelte';

type Meta = { next?: string; page?: number; totalPages?: number; total?: number };

/** What was seen of each list, so that who comes back finds it as long as it was. */
const seen = new Map<string, { items: unknown[]; meta: Meta }>();
const most = 20;

/** Another person may come. */
export function forgetFeeds() {
  seen.clear();
}

function remember(key: string, items: unknown[], meta: Meta) {
  seen.delete(key); // the newest last
  seen.set(key, { items, meta });
  if (seen.size > most) seen.delete(seen.keys().next().value!);
}

/** A list goes on, without what it has already: something new moves the pages on. */
function joined<Item>(before: Item[], more: Item[]): Item[] {
  const idOf = (item: Item) => (item as { id?: unknown }).id;
  const known = new Set(before.map(idOf));
  return [...before, ...more.filter((item) => idOf(item) === undefined || !known.has(idOf(item)))];
}

/**
 * A long list that grows by "show more", by cursor or page, whatever the operation has. It begins anew when its
 * arguments change, and when the stream tells one of the events of `on`.
 *
 *     const orders = feed('listOrders', () => ({ query: { status } }), { on: ['order'] });
 */
export function feed<Id extends ListId>(id: Id, call: () => Arguments<Id> | undefined, options: { on?: StreamEvent['type'][] } = {}) {
  let items = $state.raw<ItemOf<Id>[]>();
  let meta = $state.raw<Meta>({});
  let error = $state.raw<BourseError>();
  let isAsking = $state(false);
  let asked = 0;
  const text = $derived.by(() => {
    const wanted = call();
    return wanted && JSON.stringify(wanted);
  });

  async function ask(more: Record<string, unknown>, limit?: number) {
    if (text === undefined) return;
    const turn = ++asked;
    isAsking = true;
    try {
      const wanted = JSON.parse(text) as { query?: object };
      const method = api[id] as unknown as (call: object) => Promise<{ items: ItemOf<Id>[]; meta: Meta }>;
      const page = await method.call(api, { ...wanted, query: { ...wanted.query, ...(limit && { limit }), ...more } });
      if (turn !== asked) return;
      items = Object.keys(more).length === 0 ? page.items : joined(items ?? [], page.items);
      meta = page.meta;
      remember(id + text, items, meta);
      error = undefined;
    } catch (failure) {
      if (turn === asked) error = asError(failure);
    } finally {
      if (turn === asked) isAsking = false;
    }
  }

  const usual = $derived((JSON.parse(text ?? '{}') as { query?: { limit?: number } }).query?.limit);

  /** What was refreshed is one long page; the next one is counted in those of the usual length. */
  function nextPage(): number {
    return usual && items ? Math.floor(items.length / usual) + 1 : (meta.page ?? 1) + 1;
  }

  /** Asks again for as much as is seen, so that nothing that was asked for disappears. */
  const refresh = () => ask({}, usual && Math.min(100, Math.max(usual, items?.length ?? 0)));

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
      if (event.type === 'missed' || options.on?.includes(event.type)) void refresh();
    }),
  );

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
