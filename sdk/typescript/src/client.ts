import { type Call, type Operation, operation, queryOf, sendingOf } from './call.js';
import type { Tokens } from './contract.js';
import { Deadline } from './deadline.js';
import { BourseError, isOfType, unexpected } from './error.js';
import { type OperationId, type Operations, operations } from './operations.js';
import { isRefused, type KeeperOptions, type Opened, SessionKeeper } from './session.js';
import { CookieKey } from './refresh-key.js';
import { listen, type StreamEvent, type StreamOptions } from './stream.js';
import { send, type Sending, type Transport } from './transport.js';
import type { Arguments, ItemOf, ListId, Session } from './types.js';

export interface BourseOptions {
  /** Where the server is, such as `https://api.example.com`. A page that the server itself serves may leave it out. */
  baseUrl?: string;
  /** A session of before, as `onTokens` was told it. */
  tokens?: Session;
  /** A key of `createApiKey`, for servers; there is no session then. */
  apiKey?: string;
  /**
   * Where the refresh token is kept: `token`, in this client, or `cookie`, for web pages, in a cookie of the browser that
   * no script can read. With a cookie a page that is loaded again is still logged in.
   */
  session?: 'token' | 'cookie';
  /** Is told the session whenever it is opened, renewed or over, for who keeps it somewhere. */
  onTokens?: (session: Session | undefined) => void;
  /** Is told once when the session has ended and nobody here has logged out: time to log in again. */
  onSessionEnd?: (reason: BourseError) => void;
  /** After how many milliseconds a call is given up, repetitions included. The default is 30,000. */
  timeout?: number;
  /** How often a call is repeated at most, where that does nothing twice. The default is 3. */
  retries?: number;
  fetch?: typeof fetch;
}

/** The methods are put on the prototype below, from the same contract as their types. */
export interface Bourse extends Operations {}

/** A client of the API: one method for each operation of the contract, and `pages` and `stream`. */
export class Bourse {
  readonly #base: string;
  readonly #timeout: number;
  readonly #transport: Transport;
  readonly #keeper: SessionKeeper;

  constructor(options: BourseOptions = {}) {
    const given = options.fetch;
    this.#base = (options.baseUrl ?? '').replace(/(\/api\/v1)?\/*$/, '') + '/api/v1';
    this.#timeout = options.timeout ?? 30_000;
    // The global is looked up with every call, so that what replaces it later is used.
    this.#transport = { retries: options.retries ?? 3, fetch: (input, init) => (given ?? globalThis.fetch)(input, init) };
    this.#keeper = new SessionKeeper(options as KeeperOptions, new CookieKey(this.#base), (refreshToken, key) => this.#refresh(refreshToken, key));
  }

  /** The session as it is now; undefined when nobody is logged in. */
  get session(): Session | undefined {
    return this.#keeper.session;
  }

  /**
   * All items of a list, one page after the other. An item that slips onto the next page meanwhile comes once. The audit log,
   * whose pages reach 10,000 entries, goes on behind them with `before`.
   */
  async *pages<Id extends ListId>(
    id: Id,
    ...[call]: object extends Arguments<Id> ? [call?: Arguments<Id>] : [call: Arguments<Id>]
  ): AsyncGenerator<ItemOf<Id>, void, undefined> {
    const query: Record<string, unknown> = { limit: 100, ...(call as Call)?.query };
    let before = new Set<unknown>();
    const moment = { at: '', ids: new Set<unknown>() }; // that of the last item, and all that happened in it
    for (;;) {
      const { items, meta } = (await this.#call(operation(id), { ...(call as Call), query })) as { items: Item[]; meta: Meta };
      for (const item of items) {
        if (moment.at !== item.createdAt) moment.ids.clear();
        const isNew = item.id === undefined || (!before.has(item.id) && !moment.ids.has(item.id));
        moment.at = item.createdAt ?? '';
        if (moment.at) moment.ids.add(item.id);
        if (isNew) yield item as ItemOf<Id>;
      }
      before = new Set(items.map((item) => item.id));
      if (meta.next) {
        query['before'] = meta.next;
        continue;
      }
      if (isLast(items.length, meta)) return;
      const page = (meta.page ?? 1) + 1;
      // In the millisecond of the last one there may be more, and what is told is rounded down to it.
      const end = id === 'listAuditLog' && page * (meta.limit ?? 1) > 10_000 && new Date(Date.parse(moment.at) + 1).toISOString();
      if (end && end !== query['before']) Object.assign(query, { before: end, page: 1 });
      else query['page'] = page;
    }
  }

  /**
   * Quotes, the caller's positions, orders and accounts, and new signals as they happen. A connection that is lost is
   * made anew and goes on behind the last event, for as long as the session lasts. To abort the signal, or to leave
   * the loop, ends it.
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<StreamEvent, void, undefined> {
    const { opening } = this.#keeper;
    try {
      yield* listen((deadline, lastEventId) => this.#open(options, lastEventId, deadline), this.#timeout, options);
    } catch (failure) {
      if (failure instanceof BourseError && isOver(failure)) this.#keeper.endedSince(opening, failure);
      throw failure;
    }
  }

  async #open({ symbols, ticket }: StreamOptions, lastEventId: string | undefined, deadline: Deadline) {
    const url = (shown?: string) => this.#base + '/trading/stream' + queryOf({ symbols, lastEventId, ticket: shown });
    const sending: Sending<ReadableStream<Uint8Array>> = {
      method: 'GET',
      // A ticket is good once, whatever becomes of the answer.
      url: ticket ? async () => url((await this.createStreamTicket({ signal: deadline.signal })).ticket) : url(),
      headers: { Accept: 'text/event-stream' },
      read: async (answer) => {
        if (!answer.body || !isOfType(answer, 'text/event-stream')) throw unexpected(answer);
        return answer.body;
      },
    };
    return ticket ? send(this.#transport, sending, deadline) : this.#authorised(sending, false, deadline);
  }

  /** Calls an operation. */
  async #call(what: Operation, call: Call): Promise<unknown> {
    const deadline = new Deadline(call.signal, call.timeout ?? this.#timeout);
    const { opening } = this.#keeper;
    try {
      const sending = sendingOf(this.#base, what, call);
      const { isCookie } = this.#keeper;
      sending.withCookie = isCookie && (what.opensSession || what.id === 'logout' || what.id === 'refreshTokens');
      const isAnonymous = what.isPublic && what.method !== 'GET';
      const data = await (isAnonymous ? send(this.#transport, sending, deadline) : this.#authorised(sending, what.isPublic, deadline));
      return this.#noted(what, call, data, opening);
    } finally {
      deadline.end();
    }
  }

  /** Sends with the session, and once more with the next token when that one was not good any more. */
  async #authorised<T>(sending: Sending<T>, isPublic: boolean, deadline: Deadline): Promise<T> {
    const attempt = (token: string | undefined) => {
      if (token) sending.headers['Authorization'] = `Bearer ${token}`;
      return send(this.#transport, sending, deadline);
    };
    let token: string | undefined;
    try {
      token = await this.#keeper.token(deadline);
    } catch (failure) {
      if (!isPublic || !isRefused(failure)) throw failure;
    }
    try {
      return await attempt(token);
    } catch (failure) {
      if (!(failure instanceof BourseError)) throw failure;
      if (isOver(failure)) this.#keeper.endedFor(token, failure);
      else if (token && failure.status === 401 && isStale(failure) && this.#keeper.canRenew) {
        return attempt(await this.#keeper.renewed(token, deadline));
      }
      throw failure;
    }
  }

  /** Keeps what an answer says about the session in which it was asked for. */
  #noted(what: Operation, call: Call, data: unknown, opening: number): unknown {
    if (what.givesTokens) {
      const opened = data as Opened;
      if (opened.accessToken) this.#keeper.adopt(opened, what.opensSession, opening);
    }
    const scope = (call.body as { scope?: string } | undefined)?.scope;
    if (what.id === 'deleteMe' || (what.id === 'logout' && scope !== 'others')) this.#keeper.forget(opening);
    return data;
  }

  /** Asks for the next tokens. It fails with a BourseError. */
  async #refresh(refreshToken: string | undefined, idempotencyKey: string): Promise<Tokens> {
    const deadline = new Deadline(undefined, this.#timeout);
    const call = { idempotencyKey, ...(refreshToken && { body: { refreshToken } }) };
    const sending = sendingOf(this.#base, operation('refreshTokens'), call) as Sending<Tokens>;
    sending.withCookie = this.#keeper.isCookie;
    try {
      return await send(this.#transport, sending, deadline);
    } finally {
      deadline.end();
    }
  }

  static {
    for (const id of Object.keys(operations) as OperationId[]) {
      const what = operation(id);
      const method = async function (this: Bourse, first: Call = {}, options?: Call) {
        if (id === 'refreshTokens') {
          const { refreshToken } = (first.body ?? {}) as { refreshToken?: string };
          if (!refreshToken) return this.#keeper.renew();
          return this.#call(what, { idempotencyKey: this.#keeper.keyOf(refreshToken), ...first });
        }
        if (!what.opensSession) return this.#call(what, first);
        const body = { ...first, ...(this.#keeper.isCookie && { session: 'cookie' }) };
        return this.#call(what, { ...options, body });
      };
      Object.defineProperty(this.prototype, id, { value: method, writable: true, configurable: true });
    }
  }
}

interface Item {
  id?: string;
  createdAt?: string;
}

interface Meta {
  page?: number;
  limit?: number;
  total?: number;
  totalPages?: number;
  next?: string;
}

/**
 * Whether a page ends its list. A total of more than a thousand may be some seconds old, or no more than how far the list
 * reaches; then a page that is not full tells.
 */
function isLast(count: number, { page = 1, limit = 1, total = 0, totalPages = 0 }: Meta): boolean {
  return total > 1000 ? count < limit : count === 0 || page >= totalPages;
}

/** Whether a failure says that the session has ended. */
function isOver({ code }: BourseError): boolean {
  return code === 'SESSION_REVOKED' || code === 'ACCOUNT_SUSPENDED';
}

/** Whether a failure says that the access token is not good any more, and the session may be. */
function isStale({ code }: BourseError): boolean {
  return code === 'TOKEN_EXPIRED' || code === 'UNAUTHORIZED';
}
