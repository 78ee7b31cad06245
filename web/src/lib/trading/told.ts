import type { Closing, Execution, Order } from '@bourse/client';
import { own, price, quantity, sentence, units } from '../format/format';
import { href } from '../router/types';
import type { ToastMessage } from '../ui/toast.svelte';

/** What a toast says of an act, with its tone and where to look next. */
export type Told = [text: string, more: Pick<ToastMessage, 'tone' | 'link'>];

const orders = { href: '/positions?tab=orders', label: 'See your orders' };
const pastOrders = { href: '/positions?tab=past', label: 'See past orders' };
const positionLink = (positionId: string) => ({ href: href('/positions/:positionId', { positionId }), label: 'See the position' });

// An exchange answers later, and may refuse: until then an order is only on its way, and nothing is told as done.
const sent = (text: string): Told => [`${text} Waiting for the exchange to answer.`, { tone: 'plain', link: orders }];

/** An order that did not become what was wanted; the reason is the server's. */
const ended = ({ status, reason }: Order): Told => [sentence(`The order was ${status}${reason ? ': ' + reason : ''}`), { tone: 'bad', link: pastOrders }];

export function toldOfPlacing(order: Order, { isElsewhere, base, tick }: { isElsewhere: boolean; base: string; tick: number }): Told {
  if (order.status === 'working') return isElsewhere ? sent('Order sent.') : ['Order placed. It fills when the market reaches its price.', { tone: 'good', link: orders }];
  if (order.status !== 'filled') return ended(order);
  const verb = order.side === 'buy' ? 'Bought' : 'Sold';
  return [`${verb} ${units(order.filledQuantity)} ${base} at ${price(order.averagePrice, tick)}.`, { tone: 'good', link: order.positionId ? positionLink(order.positionId) : orders }];
}

/** `held` is what the order reserved before; at an exchange it is nothing that we know of. */
export function toldOfCancelling({ status }: Order, held: number): Told {
  if (status === 'working') return ['Cancellation sent. The order may still fill until the exchange answers.', { tone: 'plain', link: orders }];
  if (status === 'filled') return ['The order was filled before it could be cancelled.', { tone: 'plain', link: pastOrders }];
  return [held > 0 ? `Order cancelled. ${own(held)} is free again.` : 'Order cancelled.', { tone: 'good', link: pastOrders }];
}

export function toldOfClosing({ position, trade, order, fillPrice }: Closing, tick: number): Told {
  if (order || !trade) return sent(`${position.symbol}: closing order sent.`);
  return [`${position.symbol}: ${quantity(trade.quantity)} closed at ${price(fillPrice, tick)}, ${own(trade.realizedPnl, 'USD', { sign: true })}.`, { tone: trade.realizedPnl >= 0 ? 'good' : 'bad', link: positionLink(position.id) }];
}

export function toldOfExecuting(symbol: string, { position, order }: Execution): Told {
  if (order) return sent(`${symbol}: order sent.`);
  return [`${symbol}: signal executed.`, { tone: 'good', link: position ? positionLink(position.id) : { href: href('/markets/:symbol', { symbol }), label: 'See the market' } }];
}
