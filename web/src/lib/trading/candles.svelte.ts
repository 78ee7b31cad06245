import type { Candle, Quote } from '@bourse/client';
import { untrack } from 'svelte';
import { query, type Query } from '../api/query.svelte';
import type { ChartCandle } from '../ui/chart';
import { bucketOf, chartCandle, finer, forming, seconds, type Interval } from './market.svelte';

interface Market {
  symbol: string;
  interval: Interval;
  /** What the last candle grows by; without one the chart ends in the past. */
  quote: Quote | undefined;
}

/**
 * The candles of a market up to this moment. The last one is not complete, and the server tells only those that are: it is
 * made of smaller ones and the quotes.
 */
export function useCandles(market: () => Market, past: Query<Candle[]>) {
  const symbol = $derived(market().symbol);
  const interval = $derived(market().interval);
  const quote = $derived(market().quote);
  const isLive = $derived(quote?.state === 'open');
  const end = $derived.by(() => {
    const last = past.data?.at(-1);
    return last && Date.parse(last.openTime) / 1000 + seconds[interval];
  });
  const parts = query('listCandles', () => {
    const smaller = finer[interval];
    return smaller && end && isLive ? { query: { symbol, interval: smaller, from: new Date(end * 1000).toISOString(), limit: 300 } } : undefined;
  });

  // What the quotes of this visit have made since.
  let grown = $state.raw<ChartCandle[]>([]);
  $effect(() => {
    void [interval, symbol, end];
    grown = [];
  });
  $effect(() => {
    const [now, from, size] = [quote, end, interval];
    if (now && from && isLive) untrack(() => grow(now, from, size));
  });

  function grow(quote: Quote, end: number, interval: Interval) {
    const start = bucketOf(Date.parse(quote.time), interval);
    if (start < end) return;
    const before = grown.at(-1);
    if (before?.time === start) {
      if (before.close !== quote.last) grown = [...grown.slice(0, -1), { ...before, close: quote.last, high: Math.max(before.high, quote.last), low: Math.min(before.low, quote.last) }];
    } else grown = [...grown, { time: start, open: quote.last, high: quote.last, low: quote.last, close: quote.last, volume: 0 }];
  }

  const all = $derived.by(() => {
    const done = (past.data ?? []).map(chartCandle);
    const [first, ...rest] = grown;
    if (!first) return done;
    const known = (parts.data ?? []).filter((part) => bucketOf(Date.parse(part.openTime), interval) === first.time);
    const made = known.length > 0 ? forming(known, first.time as number, first.close) : first;
    return [...done, { ...made, high: Math.max(made.high, first.high), low: Math.min(made.low, first.low) }, ...rest];
  });
  return {
    get all() {
      return all;
    },
  };
}
