/** The server answers 0 for a figure that there is none of; these tell the two apart. What is undefined is shown as a dash. */

/** Below so many days a return is told as it is, not as that of a year. */
export const shortestYear = 30;

interface Closings {
  closedTrades: number;
  winRate: number;
}

/** Sharpe, Sortino and Calmar ratios, which are 0 where too little has moved, and a money-weighted return without a solution. */
export const defined = (value: number): number | undefined => (value === 0 ? undefined : value);

/** What is counted over closed positions, of which there have to be some. */
export const ofClosed = (value: number, { closedTrades }: { closedTrades: number }): number | undefined => (closedTrades > 0 ? value : undefined);

/** Where something was won and nothing lost there is nothing to divide by. */
export function profitFactorOf({ profitFactor, closedTrades, winRate }: Closings & { profitFactor: number }): number | undefined {
  return closedTrades === 0 || (profitFactor === 0 && winRate > 0) ? undefined : profitFactor;
}

/** What is measured over days, of which there have to be some. */
export const ofDays = (value: number, { observations }: { observations: number }): number | undefined => (observations > 0 ? value : undefined);

/** How many days a period has, today included; of all time it is not known. */
export const periodDays: Record<string, number | undefined> = { week: 7, month: 30, '3months': 90, quarter: 90, year: 365 };

/** Which time a result is of: a record that is shorter than the period is only what there is so far. */
export function spanText(period: { value: string; label: string }, days: number): string {
  const whole = periodDays[period.value];
  if (whole === undefined) return 'since the beginning';
  return days < whole ? 'so far' : `in ${period.label}`;
}
