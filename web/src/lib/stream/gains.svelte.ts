import type { AccountEquity } from '@bourse/client';
import { SvelteMap } from 'svelte/reactivity';
import { isBooked, stream } from './stream.svelte';

/**
 * What the open positions of accounts have gained since something was read, which it is moved on by: a function of the
 * account. What is booked is not among it, since nobody here knows whether it was won or paid in: what was read is asked
 * again then, by `on: ['account']`.
 */
export function useGains(read: () => unknown): (accountId: string) => number {
  const gains = new SvelteMap<string, number>();
  const last = new Map<string, AccountEquity>(stream.accounts);
  $effect(() => {
    void read();
    gains.clear();
  });
  // What was gained while the stream was away is in what is read after it.
  $effect(() => {
    if (stream.state !== 'live') last.clear();
  });
  $effect(() =>
    stream.listen((event) => {
      if (event.type !== 'account') return;
      const { accountId, unrealizedPnl } = event.data;
      const before = last.get(accountId);
      last.set(accountId, event.data);
      if (before && !isBooked(before, event.data)) gains.set(accountId, (gains.get(accountId) ?? 0) + unrealizedPnl - before.unrealizedPnl);
    }),
  );
  return (accountId) => gains.get(accountId) ?? 0;
}
