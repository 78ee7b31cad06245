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

/** A value down to the step that a market trades in, or that money is paid in; what is a multiple of it stays as it is. */
export function inSteps(value: number, step: number): number {
  if (!(step > 0)) return value;
  const exact = (number: number) => Number(number.toPrecision(15));
  const nearest = Math.round(value / step);
  return exact((exact(nearest * step) > exact(value) ? nearest - 1 : nearest) * step);
}
