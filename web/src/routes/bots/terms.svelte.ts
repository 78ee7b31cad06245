import type { Subscription, TradingAccount } from '@bourse/client';
import { numberIfAny } from '$lib/api/numbers';
import { isMisspelt, money, parseNumber } from '$lib/format/format';
import { isCurrent, worstCase } from './bots';

export type Terms = { accountId: string; mode: string; allocatedCapital: string; copyStopPercent: string };

/** What an account can still allocate: what it is worth less what its other subscriptions have. */
export function leftOf(account: TradingAccount | undefined, subscriptions: Subscription[], but = ''): number | undefined {
  if (!account) return undefined;
  const others = subscriptions.filter((one) => one.accountId === account.id && one.id !== but && isCurrent(one));
  return Math.max(0, account.equity - others.reduce((sum, one) => sum + one.allocatedCapital, 0));
}

/** Money as short as a button needs it: without cents where there are none. */
export function round(value: number): string {
  return money(value, 'USD', { digits: Number.isInteger(value) ? 0 : 2 });
}

/** What is typed, as numbers, for what is shown meanwhile; the most that is lost is known only of what ends by itself. */
export function read(terms: Terms) {
  const capital = parseNumber(terms.allocatedCapital);
  const stop = parseNumber(terms.copyStopPercent);
  const isAuto = terms.mode === 'auto';
  return { capital, isAuto, worst: isAuto && capital !== undefined && stop !== undefined ? worstCase(capital, stop) : undefined };
}

/** Whether there is something to send: what is misspelt is, to be told at its field. */
export function isGiven({ allocatedCapital }: Terms): boolean {
  return Boolean(parseNumber(allocatedCapital)) || isMisspelt(allocatedCapital);
}

/** What is sent of the terms; what is empty is left to the server. */
export function asked(terms: Terms) {
  const isAuto = terms.mode === 'auto';
  const capital = numberIfAny(terms, 'allocatedCapital');
  const stop = isAuto ? numberIfAny(terms, 'copyStopPercent') : undefined;
  return { mode: isAuto ? ('auto' as const) : ('manual' as const), ...(capital !== undefined && { allocatedCapital: capital }), ...(stop !== undefined && { copyStopPercent: stop }) };
}
