import type { Subscription, TradingBot } from '@bourse/client';

export const riskTones = { low: 'plain', medium: 'plain', high: 'warn' } as const;

export const riskWords = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const;

export const timeframeWords = { '1m': 'every minute', '5m': 'every 5 minutes', '1h': 'every hour', '1d': 'once a day' } as const;

/** What a bot decides by, for people who do not read books on it. */
export const strategyWords: Record<string, string> = {
  trend: 'Follows trends',
  mean_reversion: 'Bets on reversals',
  breakout: 'Enters on breakouts',
  momentum: 'Joins fast moves',
  ml: 'Trades by models',
};

/** Whether a bot has closed anything that its figures could stand on. */
export function hasRecord(bot: TradingBot): boolean {
  return bot.performance.closedTrades > 0 || bot.performance.observations > 0;
}

export function isCurrent(subscription: Subscription): boolean {
  return subscription.status === 'active' || subscription.status === 'paused';
}

/** The most that an automatic subscription loses before it ends by itself. */
export function worstCase(capital: number, stopPercent: number): number {
  return (capital * stopPercent) / 100;
}
