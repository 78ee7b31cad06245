import type { Candle, Instrument, Position, Quote } from '@bourse/client';
import type { ChartCandle } from '../ui/chart';
import { query } from '../api/query.svelte';
import { dateTime } from '../format/format';
import { stream } from '../stream/stream.svelte';
import { clock } from '../ui/settings.svelte';

/** The instruments by symbol, for steps and names; read once and kept. */
export function useInstruments() {
  const list = query('listInstruments', () => ({}), { fresh: 300_000 });
  const bySymbol = $derived(new Map((list.data ?? []).map((one) => [one.symbol, one])));
  return {
    get list() {
      return list;
    },
    get: (symbol: string): Instrument | undefined => bySymbol.get(symbol),
    tick: (symbol: string): number => bySymbol.get(symbol)?.tickSize ?? 0.01,
  };
}

/** Whether quotes are on their way still: the stream brings every one of them in its first second. */
export function areQuotesComing(): boolean {
  return stream.state === 'connecting' || (stream.state === 'live' && clock.now - stream.since < 3000);
}

/** What a position is worth now, by the quote that came last. */
export function live(position: Position): { mark: number; pnl: number } {
  const mark = stream.quotes.get(position.symbol)?.mark;
  if (mark === undefined || position.status !== 'open') return { mark: position.currentPrice, pnl: position.unrealizedPnl };
  const way = position.side === 'buy' ? 1 : -1;
  return { mark, pnl: (mark - position.entryPrice) * position.quantity * way };
}

export const sideWords = { buy: 'Long', sell: 'Short' } as const;

/** What a signal suggests, as the charts call it. */
export const signalWords = { entry_long: 'Long entry', entry_short: 'Short entry', exit_long: 'Long exit', exit_short: 'Short exit', hold: 'Hold' } as const;

/** Whether a market is open, in words: "Open", "Opens Monday 14:30". */
export function stateText(quote: Quote | undefined): string {
  if (!quote) return '';
  if (quote.state === 'open') return 'Open';
  return quote.opensAt ? `Opens ${opening(quote.opensAt)}` : 'Closed';
}

/** When a market opens, in words: "today 14:30", "Monday 14:30". */
function opening(at: string, today = ''): string {
  const isToday = dateTime(at, { dateStyle: 'short' }) === dateTime(Date.now(), { dateStyle: 'short' });
  return `${isToday ? today : ''}${dateTime(at, { ...(!isToday && { weekday: 'long' }), hour: 'numeric', minute: '2-digit' })}`;
}

/** That a market is closed, and until when: "Closed until today 14:30". */
export function closedText({ opensAt }: Quote): string {
  return opensAt ? `Closed until ${opening(opensAt, 'today ')}` : 'Closed';
}

export type Interval = '1m' | '5m' | '1h' | '1d';
export const seconds: Record<Interval, number> = { '1m': 60, '5m': 300, '1h': 3600, '1d': 86_400 };

/** Which candles the one that is not complete yet is made of. */
export const finer: Record<Interval, Interval | undefined> = { '1m': undefined, '5m': '1m', '1h': '1m', '1d': '5m' };

export function bucketOf(at: number, interval: Interval): number {
  return Math.floor(at / 1000 / seconds[interval]) * seconds[interval];
}

export function chartCandle(candle: Candle): ChartCandle {
  const { openTime, ...rest } = candle;
  return { time: Date.parse(openTime) / 1000, ...rest };
}

/** The candle that is still being made: what is known of it in smaller ones, and the last price. */
export function forming(parts: Candle[], start: number, last: number): ChartCandle {
  const made: ChartCandle = { time: start, open: parts[0]?.open ?? last, high: last, low: last, close: last, volume: 0 };
  for (const part of parts) {
    made.high = Math.max(made.high, part.high);
    made.low = Math.min(made.low, part.low);
    made.volume += part.volume;
  }
  return made;
}
