import type { PlaceOrderRequest, Preview, Quote } from '@bourse/client';
import { misspelt } from '$lib/api/numbers';
import { numberOf } from '$lib/router/address';
import { money, parseNumber, price, quantity } from '$lib/format/format';

export type TicketValues = {
  type: string;
  unit: string;
  amount: string;
  price: string;
  stopLoss: string;
  targetPrice: string;
  timeInForce: string;
  accountId: string;
};

/** An order that somebody is led to, for them to look at and to place. */
export interface Suggestion {
  side: 'buy' | 'sell';
  quantity: number;
  accountId: string | undefined;
}

/** The order that an address suggests: `?side=sell&quantity=0.5&account=…`. */
export function suggestion(query: URLSearchParams): Suggestion | undefined {
  const side = query.get('side');
  const quantity = numberOf(query.get('quantity'));
  if ((side !== 'buy' && side !== 'sell') || !quantity) return undefined;
  return { side, quantity, accountId: query.get('account') ?? undefined };
}

/** What keeps the ticket from being an order, by its field. */
export function wrongOf(values: TicketValues, side: 'buy' | 'sell', quote: Quote | undefined, tick: number): Record<string, string> {
  const hasPrice = values.type !== 'market';
  return {
    ...(!((parseNumber(values.amount) ?? 0) > 0) && { amount: 'Enter an amount above 0.' }),
    ...(hasPrice && parseNumber(values.price) === undefined && { price: 'Enter the price as a number.' }),
    ...wrongLevels(values, side, quote, tick),
    ...misspelt(values, ['amount', 'stopLoss', 'targetPrice']),
  };
}

/** The levels that the market has reached already: the stop price of an order, the stop and target of the position that it opens. */
export function wrongLevels(values: TicketValues, side: 'buy' | 'sell', quote: Quote | undefined, tick: number): Record<string, string> {
  const [entry, exit] = side === 'buy' ? [quote?.ask, quote?.bid] : [quote?.bid, quote?.ask];
  const from = values.type === 'market' ? exit : parseNumber(values.price);
  const check = (field: 'price' | 'stopLoss' | 'targetPrice', way: 'Above' | 'Below', limit: number | undefined) => {
    const level = parseNumber(values[field]);
    const isRight = !level || limit === undefined || (way === 'Above' ? level > limit : level < limit);
    return isRight ? {} : { [field]: `${way} ${price(limit, tick)} for a ${side}.` };
  };
  const [up, down] = side === 'buy' ? (['Above', 'Below'] as const) : (['Below', 'Above'] as const);
  return { ...(values.type === 'stop' && check('price', up, entry)), ...check('stopLoss', down, from), ...check('targetPrice', up, from) };
}

/** What the ticket asks for, where nothing in it is wrong. */
export function orderOf(values: TicketValues, symbol: string, side: 'buy' | 'sell'): PlaceOrderRequest {
  const amount = parseNumber(values.amount);
  const price = parseNumber(values.price);
  const stopLoss = parseNumber(values.stopLoss);
  const targetPrice = parseNumber(values.targetPrice);
  return {
    symbol,
    side,
    type: values.type as PlaceOrderRequest['type'],
    ...(values.unit === 'money' ? { notional: amount } : { quantity: amount }),
    ...(values.type === 'limit' && { limitPrice: price }),
    ...(values.type === 'stop' && { stopPrice: price }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(targetPrice !== undefined && { targetPrice }),
    ...(values.type !== 'market' && { timeInForce: values.timeInForce as 'gtc' | 'day' }),
    ...(values.accountId && { accountId: values.accountId }),
  };
}

/** The button says what it does, with its numbers. */
export function actionOf(preview: Preview | undefined, side: 'buy' | 'sell', type: string, base: string): string {
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  if (!preview || preview.quantity === 0) return type === 'market' ? `${verb} ${base}` : `Place ${type} order`;
  return `${verb} ${quantity(preview.quantity)} ${base} for ${money(Math.abs(preview.total))}`;
}
