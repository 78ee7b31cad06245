import type { TradingAccount } from '@bourse/client';
import { query } from '../api/query.svelte';
import { own } from '../format/format';

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

/** Whose money an account holds, as one confirms it: "Nova, invested". */
export function whoseMoney({ name, kind }: TradingAccount): string {
  return `${name}, ${{ paper: 'paper money', investment: 'invested', connected: 'real money at the exchange' }[kind]}`;
}

/** An account as one chooses it. What is free at an exchange only the exchange knows. */
export function accountLabel(one: TradingAccount): string {
  return one.kind === 'connected' ? `${one.name}, real money at the exchange` : `${one.name}, ${own(one.cash)} free`;
}
