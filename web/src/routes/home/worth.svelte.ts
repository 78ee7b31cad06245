import type { Portfolio } from '@bourse/client';
import { SvelteMap } from 'svelte/reactivity';
import { untrack } from 'svelte';
import { stream } from '$lib/stream/stream.svelte';

/**
 * What a portfolio is worth now: what the server says, moved on by what the stream has told of its accounts since. What the
 * stream does not tell, such as the holdings at a connected exchange, stays as the server says.
 */
export function useWorth(portfolio: () => Portfolio | undefined) {
  const then = new SvelteMap<string, number>();
  let seen: Portfolio | undefined;
  $effect(() => {
    const now = portfolio();
    const told = (now?.accountIds ?? []).map((id) => [id, stream.accounts.get(id)?.equity] as const);
    untrack(() => {
      if (now !== seen) then.clear();
      seen = now;
      for (const [id, equity] of told) if (equity !== undefined && !then.has(id)) then.set(id, equity);
    });
  });
  const value = $derived.by(() => {
    const now = portfolio();
    return now?.accountIds.reduce((sum, id) => sum + (then.has(id) ? (stream.accounts.get(id)?.equity ?? 0) - then.get(id)! : 0), now.totalValue);
  });
  return {
    get value() {
      return value;
    },
  };
}
