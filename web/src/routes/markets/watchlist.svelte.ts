import { api } from '$lib/api/client';
import { invalidate, know, query } from '$lib/api/query.svelte';
import { session } from '$lib/api/session.svelte';
import { toasts } from '$lib/ui';

/** What the list of somebody is to be. */
interface Change {
  userId: string | undefined;
  symbols: string[];
}

/** The newest change, until the server has it. All pages share it, so that the next one begins with it. */
let pending = $state.raw<Change>();
let isSaving = false;

/** The caller's watchlist, which is changed at once. While it is not known nothing may change it: all of it is replaced. */
export function useWatchlist() {
  const list = query('getWatchlist', () => ({}));
  const now = () => (pending && pending.userId === session.me?.id ? pending.symbols : (list.data?.symbols ?? []));

  function replace(symbols: string[]) {
    pending = { userId: session.me?.id, symbols };
    if (!isSaving) void save();
  }

  return {
    get symbols() {
      return now();
    },
    get isKnown() {
      return list.data !== undefined;
    },
    get error() {
      return list.error;
    },
    reload: list.reload,
    replace,
    has: (symbol: string) => now().includes(symbol),
    toggle: (symbol: string) => replace(now().includes(symbol) ? now().filter((one) => one !== symbol) : [...now(), symbol]),
  };
}

/** Sends the newest list, one request after the other, until nothing newer is wanted. */
async function save() {
  isSaving = true;
  let failure: unknown;
  for (let sent: Change | undefined; pending && sent !== pending; ) {
    sent = pending;
    failure = await failureOf(sent); // what is newer holds this change too: the last failure counts
  }
  pending = undefined;
  isSaving = false;
  if (failure) toasts.failed('Your watchlist could not be saved', failure);
}

/** Sends a list and tells why that failed, if it did. */
async function failureOf({ userId, symbols }: Change): Promise<unknown> {
  try {
    const kept = await api.replaceWatchlist({ body: { symbols } });
    if (userId === session.me?.id) know('getWatchlist', {}, kept);
    return undefined;
  } catch (failure) {
    invalidate('getWatchlist');
    return failure;
  }
}
