import { query } from '../api/query.svelte';

/** The caller's accounts, by id; read once and kept, and asked again when an order or a position changes them. */
export function useAccounts() {
  const list = query('listTradingAccounts', () => ({}), { on: ['order', 'position'] });
  return {
    get list() {
      return list;
    },
    get all() {
      return list.data ?? [];
    },
    get: (id: string) => list.data?.find((one) => one.id === id),
    name: (id: string): string => list.data?.find((one) => one.id === id)?.name ?? '',
  };
}
