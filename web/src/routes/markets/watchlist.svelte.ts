import { api } from '$lib/api/client';
import { asError, invalidate, query } from '$lib/api/query.svelte';
import { toasts } from '$lib/ui';

/** The caller's watchlist, which a star changes at once. */
export function useWatchlist() {
  const list = query('getWatchlist', () => ({}));
  let pending = $state.raw<string[]>();
  const symbols = $derived(pending ?? list.data?.symbols ?? []);

  async function toggle(symbol: string) {
    const before = symbols;
    const next = before.includes(symbol) ? before.filter((one) => one !== symbol) : [...before, symbol];
    pending = next;
    try {
      await api.replaceWatchlist({ body: { symbols: next } });
      await list.reload();
      invalidate('getWatchlist');
    } catch (failure) {
      toasts.show('The watchlist stays as it was: ' + asError(failure).message, { tone: 'bad' });
    } finally {
      pending = undefined;
    }
  }

  return {
    has: (symbol: string) => symbols.includes(symbol),
    toggle,
    get isLoading() {
      return list.isLoading;
    },
  };
}
