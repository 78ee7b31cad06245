import type { PlaceOrderRequest, Preview } from '@bourse/client';
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

/** What the ticket asks for; undefined while it does not say enough. */
export function orderOf(values: TicketValues, symbol: string, side: 'buy' | 'sell'): PlaceOrderRequest | undefined {
  const amount = parseNumber(values.amount);
  const price = parseNumber(values.price);
  if (amount === undefined || amount <= 0) return undefined;
  if (values.type !== 'market' && price === undefined) return undefined;
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
