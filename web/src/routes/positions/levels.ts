import type { Position } from '@bourse/client';

/**
 * What closing at a level would bring, after both fees. The fee of the closing is reckoned at the rate of the opening, so
 * it is about right and not the server's word.
 */
export function resultAt(position: Position, level: number): number {
  const way = position.side === 'buy' ? 1 : -1;
  const rate = position.quantity > 0 ? position.openFee / (position.entryPrice * position.quantity) : 0;
  return (level - position.entryPrice) * position.quantity * way - position.openFee - level * position.quantity * rate;
}

/** What part of a position's fee of opening and result a partial closing carries. */
export function resultOf(position: Position, part: number, level: number): number {
  return position.quantity > 0 ? resultAt(position, level) * (part / position.quantity) : 0;
}

/** A part of a quantity, down to the step that the market trades in. */
export function inSteps(value: number, step: number): number {
  if (!(step > 0)) return value;
  return Number((Math.floor(value / step + 1e-9) * step).toFixed(10));
}
