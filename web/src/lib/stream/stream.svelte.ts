import type { AccountEquity, Quote, StreamEvent } from '@bourse/client';
import { SvelteMap } from 'svelte/reactivity';
import { api } from '../api/client';
import { asking, happened, invalidateAll } from '../api/query.svelte';

export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'off';

/** What the tab that has the stream tells the others, and what a new one asks. */
type Message = { kind: 'event'; event: StreamEvent } | { kind: 'quotes'; quotes: Quote[]; came: Map<string, number> } | { kind: 'state'; state: StreamState; since: number } | { kind: 'who' };

/** Whether something was booked on an account from one time to another: prices move none of these. */
export function isBooked(before: AccountEquity, now: AccountEquity): boolean {
  return (['cash', 'held', 'reserved', 'margin'] as const).some((part) => before[part] !== now[part]);
}

/**
 * One stream for all tabs. The tab that holds the lock listens and tells the others; when it is closed the next one
 * gets the lock and goes on behind the last event that it was told.
 */
class Stream {
  state = $state<StreamState>('off');
  /** Since when it is in this state. */
  since = $state(Date.now());
  /** The newest that was told, or asked for while nobody tells. */
  readonly quotes = new SvelteMap<string, Quote>();
  readonly accounts = new SvelteMap<string, AccountEquity>();

  /** When they came, by the clock of this browser: theirs is the server's. */
  readonly #came = new Map<string, number>();
  readonly #listeners = new Set<(event: StreamEvent) => void>();
  #lastEventId: string | undefined;
  #stop: AbortController | undefined;
  #tabs: BroadcastChannel | undefined;
  #isLeader = false;

  /** Is told every event until the returned function is called. */
  listen(listener: (event: StreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** When the quote of a market came; never, where there is none. */
  cameAt(symbol: string): number {
    return this.#came.get(symbol) ?? -Infinity;
  }

  /** How often what it would tell is asked for in its place, in milliseconds: while it tells nothing. */
  get every(): number | undefined {
    return this.state === 'live' ? undefined : 5000;
  }

  start(userId: string) {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.#lastEventId = undefined;
    this.#enter('connecting');
    this.#tabs = new BroadcastChannel('bourse.stream.' + userId);
    this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    this.#tell({ kind: 'who' });
    navigator.locks
      .request('bourse.stream.' + userId, { signal: stop.signal }, () => this.#lead(stop.signal))
      .catch(() => {}); // it was stopped before its turn came
  }

  stop() {
    this.#stop?.abort();
    this.#tabs?.close();
    this.#stop = this.#tabs = undefined;
    this.#isLeader = false;
    this.quotes.clear();
    this.#came.clear();
    this.accounts.clear();
    this.state = 'off';
  }

  async #lead(signal: AbortSignal) {
    this.#isLeader = true;
    void this.#askQuotes(signal);
    let pause = 1000;
    while (!signal.aborted) {
      // A browser that knows that it is offline need not wait until the silence is long enough.
      const offline = new AbortController();
      const cut = () => offline.abort();
      addEventListener('offline', cut);
      try {
        const onState = (state: 'open' | 'lost') => {
          pause = 1000;
          this.#reach(state === 'open' ? 'live' : 'reconnecting');
        };
        const from = this.#lastEventId === undefined ? {} : { lastEventId: this.#lastEventId };
        for await (const event of api.stream({ signal: AbortSignal.any([signal, offline.signal]), onState, ...from })) {
          this.#take(event);
          this.#tell({ kind: 'event', event });
        }
      } catch {
        // The first connection failed, or the session is over; whoever logs in again starts it anew.
      } finally {
        removeEventListener('offline', cut);
      }
      if (signal.aborted) return;
      this.#reach('reconnecting');
      await waitOrOnline(pause);
      pause = Math.min(30_000, pause * 2);
    }
  }

  /** Asks for the quotes while there is nobody who tells them, for all tabs. */
  async #askQuotes(signal: AbortSignal) {
    while (!signal.aborted) {
      if (this.every && !asking.isPaused && navigator.onLine) {
        const asked = await api.listQuotes({ signal }).catch(() => []); // the next time, then
        const data = asked.filter((quote) => this.#isNewer(quote));
        if (signal.aborted) return;
        const event = { type: 'quotes', data } as const;
        this.#take(event);
        this.#tell({ kind: 'event', event });
      }
      await waitOrOnline(5000);
    }
  }

  /** Whether a quote that was asked for is newer than what is known: the stream may be back meanwhile. */
  #isNewer({ symbol, time }: Quote): boolean {
    const known = this.quotes.get(symbol);
    if (!known) return true;
    const ahead = Date.parse(time) - Date.parse(known.time);
    return ahead > 0 || (ahead === 0 && this.state !== 'live');
  }

  #reach(state: StreamState) {
    if (state !== this.state) this.#enter(state);
    this.#tell({ kind: 'state', state: this.state, since: this.since });
  }

  #hear(message: Message) {
    if (message.kind === 'event') this.#take(message.event);
    else if (message.kind === 'quotes') for (const quote of message.quotes) this.#keep(quote, message.came.get(quote.symbol));
    else if (message.kind === 'state') this.#enter(message.state, message.since);
    else if (this.#isLeader) {
      this.#tell({ kind: 'state', state: this.state, since: this.since });
      this.#tell({ kind: 'quotes', quotes: [...this.quotes.values()], came: this.#came });
      for (const data of this.accounts.values()) this.#tell({ kind: 'event', event: { type: 'account', data } });
    }
  }

  #tell(message: Message) {
    this.#tabs?.postMessage(message);
  }

  #enter(state: StreamState, since = Date.now()) {
    // What has happened while nobody could tell is read again.
    if (state === 'live' && this.state === 'reconnecting') invalidateAll();
    this.state = state;
    this.since = since;
  }

  #take(event: StreamEvent) {
    if ('id' in event) this.#lastEventId = event.id;
    if (event.type === 'quotes') for (const quote of event.data) this.#keep(quote);
    else if (event.type === 'account') this.#account(event.data);
    else if (event.type === 'missed') invalidateAll();
    else happened(event.type);
    for (const listener of this.#listeners) listener(event);
  }

  #keep(quote: Quote, came = Date.now()) {
    this.#came.set(quote.symbol, came);
    this.quotes.set(quote.symbol, quote);
  }

  #account(now: AccountEquity) {
    const before = this.accounts.get(now.accountId);
    this.accounts.set(now.accountId, now);
    if (before && isBooked(before, now)) happened('account');
  }
}

/** Waits, or until the browser is online again. */
function waitOrOnline(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(waiting);
      removeEventListener('online', end);
      done();
    };
    const waiting = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}

export const stream = new Stream();
