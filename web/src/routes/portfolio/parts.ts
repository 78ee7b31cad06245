import type { PortfolioAllocation } from '@bourse/client';

const most = 6;

export interface Part {
  label: string;
  now: number;
  target: number;
  color: string;
}

/** The parts of a portfolio, the largest first, each with its colour; more than there are colours for are one together. */
export function partsOf(rows: PortfolioAllocation[]): Part[] {
  const rank = (one: PortfolioAllocation) => Math.max(one.currentPercent, one.targetPercent);
  const sorted = rows.filter((one) => rank(one) > 0).toSorted((a, b) => rank(b) - rank(a));
  const shown = sorted.slice(0, sorted.length > most ? most - 1 : most).map((one) => ({ label: one.asset, now: one.currentPercent, target: one.targetPercent }));
  const rest = sorted.slice(shown.length);
  if (rest.length > 0) shown.push({ label: 'Other', now: sum(rest, 'currentPercent'), target: sum(rest, 'targetPercent') });
  return shown.map((one, index) => ({ ...one, color: `var(--part-${index + 1})` }));
}

function sum(rows: PortfolioAllocation[], which: 'currentPercent' | 'targetPercent'): number {
  return rows.reduce((total, one) => total + one[which], 0);
}
