import type { AccountEquity, Notice, Order, Position, Quote, Signal } from './contract.js';
import { Deadline } from './deadline.js';
import { BourseError } from './error.js';
import { type Block, blocks } from './events.js';

/** What happens, as it happens. What has an `id` is told once and in order, also across connections that are cut. */
export type StreamEvent =
  | { type: 'quotes'; data: Quote[] }
  | { type: 'account'; data: AccountEquity }
  | { type: 'position'; id: string; data: Position }
  | { type: 'order'; id: string; data: Order }
  | { type: 'notice'; id: string; data: Notice }
  | { type: 'signal'; id: string; data: Signal }
  /** Too much has happened while nobody listened, and is not told: read the lists again. The stream goes on. */
  | { type: 'missed'; id: string };

export interface StreamOptions {
  /** Whose quotes are told, with commas between them; without it, of all instruments. */
  symbols?: string;
  /** The id of the last event that was seen: the stream goes on behind it. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
  /** Opens the stream by a ticket in its address instead of a header, for what stands between and drops those. */
  ticket?: boolean;
  /** Is told when the connection is there and when it was lost and is being made anew. */
  onState?: (state: 'open' | 'lost') => void;
}

/** How long nothing may come. There is a sign of life every fifteen seconds. */
const silence = 45_000;
const longestPause = 30_000;

/** Opens a connection behind the event of an id. */
export type Open = (deadline: Deadline, lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array>>;

/**
 * The events of one connection after the other. It ends when the signal is aborted, and fails with a BourseError when
 * the first connection cannot be made, when the session is over, and when a later connection is refused for good.
 */
export async function* listen(open: Open, timeout: number, options: StreamOptions): AsyncGenerator<StreamEvent, void, undefined> {
  const { signal, onState } = options;
  let { lastEventId } = options;
  let pause = 3000; // the server says better
  let failures = -1; // since the last connection; below zero before the first
  while (!signal?.aborted) {
    const deadline = new Deadline(signal, timeout);
    let isOpen = false;
    let goesOn = false;
    try {
      const body = await open(deadline, lastEventId);
      isOpen = true;
      failures = 0;
      onState?.('open');
      deadline.within(silence);
      for await (const block of blocks(body)) {
        deadline.within(Infinity); // whoever reads the events may take their time
        if (block.id !== undefined) lastEventId = block.id;
        pause = block.retry ?? pause;
        goesOn = block.event === 'end' && endOf(block) === 'missed';
        if (goesOn) yield { type: 'missed', id: lastEventId ?? '' };
        else if (isKnown(block)) yield eventOf(block);
        deadline.within(silence);
      }
    } catch (failure) {
      if (signal?.aborted) return;
      if (failures < 0 || isOpen || isFinal(failure)) throw failure;
    } finally {
      deadline.end();
      if (isOpen && !signal?.aborted) onState?.('lost');
    }
    if (!goesOn) await rest(signal, Math.min(longestPause, pause * 2 ** failures++) * Math.random());
  }
}

/** Why the server has ended the stream. It fails with a BourseError when there is no coming back. */
function endOf({ data }: Block): string {
  const { reason } = read(data) as { reason: string };
  if (reason === 'session_ended') throw new BourseError('the session has ended', { status: 401, code: 'SESSION_REVOKED' });
  if (reason === 'account_suspended') throw new BourseError('the account is suspended', { status: 403, code: 'ACCOUNT_SUSPENDED' });
  return reason;
}

/** What is told to whoever listens; what is newer than this client is left out. */
const known = new Set<string>(['quotes', 'account', 'position', 'order', 'notice', 'signal'] satisfies StreamEvent['type'][]);

function isKnown({ event, data }: Block): boolean {
  return data !== '' && known.has(event);
}

function eventOf({ event, id, data }: Block): StreamEvent {
  return { type: event, ...(id !== undefined && { id }), data: read(data) } as StreamEvent;
}

/** What an event tells. An event that cannot be read ends the stream: without it, whoever listens would not know what they missed. */
function read(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new BourseError('an event cannot be read', { status: 200, code: 'UNEXPECTED_ANSWER', cause });
  }
}

/** What the server has said for good; a connection that is lost, a full server and one that stops are none of that. */
function isFinal(failure: unknown): boolean {
  return !(failure instanceof BourseError) || (failure.status >= 400 && failure.status < 500 && failure.status !== 429 && failure.code !== 'UNEXPECTED_ANSWER');
}

async function rest(signal: AbortSignal | undefined, milliseconds: number) {
  const deadline = new Deadline(signal, Infinity);
  await deadline.pause(milliseconds).catch(() => {}); // ended meanwhile
  deadline.end();
}
