import type { Signal } from '@bourse/client';
import { signalWords } from '$lib/trading/market.svelte';

/** Whether the caller can still act on it. */
export function canAct(signal: Signal): boolean {
  return signal.status === 'active' && !signal.executed && signal.signalType !== 'hold';
}

export const typeOptions = [
  { value: 'any', label: 'Any' },
  { value: 'entry_long', label: signalWords.entry_long },
  { value: 'entry_short', label: signalWords.entry_short },
  { value: 'exit_long', label: signalWords.exit_long },
  { value: 'exit_short', label: signalWords.exit_short },
  { value: 'hold', label: signalWords.hold },
] as const;

export const confidenceTones = { low: 'plain', medium: 'plain', high: 'accent', very_high: 'accent' } as const;

/** What is gained at the target for each unit that is lost at the stop; undefined where one of them is missing. */
export function rewardByRisk(signal: Signal): number | undefined {
  if (!signal.stopLoss || !signal.targetPrice) return undefined;
  const risk = Math.abs(signal.price - signal.stopLoss);
  return risk > 0 ? Math.abs(signal.targetPrice - signal.price) / risk : undefined;
}
