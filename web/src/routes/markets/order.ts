import type { PlaceOrderRequest, Preview } from '@bourse/client';
import { misspelt } from '$lib/api/numbers';
import { money, parseNumber, quantity } from '$lib/format/format';

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

/** What keeps the ticket from being an order, by its field. */
export function wrongOf(values: TicketValues): Record<string, string> {
  const hasPrice = values.type !== 'market';
  return {
    ...(!((parseNumber(values.amount) ?? 0) > 0) && { amount: 'Give an amount above 0.' }),
    ...(hasPrice && parseNumber(values.price) === undefined && { price: 'Give the price as a number.' }),
    ...misspelt(values, ['amount', 'stopLoss', 'targetPrice']),
  };
}

/** What the ticket asks for; undefined while it does not say enough, or something that cannot be read. */
export function orderOf(values: TicketValues, symbol: string, side: 'buy' | 'sell'): PlaceOrderRequest | undefined {
  if (Object.keys(wrongOf(values)).length > 0) return undefined;
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
