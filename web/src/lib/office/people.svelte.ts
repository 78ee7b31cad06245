import { query } from '../api/query.svelte';

/** Who is who in the brand: one request for the newest hundred; whoever is not among them is asked for alone. */
export function usePeople() {
  const list = query('listUsers', () => ({ query: { limit: 100 } }), { fresh: 60_000 });
  return {
    get isKnown() {
      return list.data !== undefined || list.error !== undefined;
    },
    get: (id: string) => list.data?.items.find((one) => one.id === id),
  };
}
