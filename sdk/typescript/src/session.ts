import type { Tokens } from './contract.js';
import { Deadline } from './deadline.js';
import { BourseError } from './error.js';
import type { CookieKey } from './refresh-key.js';
import { newKey } from './transport.js';
import type { Session } from './types.js';

/** What an operation that opens or renews a session answers. */
export type Opened = Pick<Tokens, 'accessToken' | 'expiresIn'> & Partial<Tokens>;

export interface KeeperOptions {
  tokens?: Session | undefined;
  apiKey?: string | undefined;
  session?: 'token' | 'cookie' | undefined;
  onTokens?: ((session: Session | undefined) => void) | undefined;
  onSessionEnd?: ((reason: BourseError) => void) | undefined;
}

/** Whether a renewal failed because there is no session any more. Who stands before the server cannot say so. */
export function isRefused(failure: unknown): failure is BourseError {
  return failure instanceof BourseError && failure.code !== 'UNEXPECTED_ANSWER' && (failure.status === 401 || failure.status === 403);
}

/** Holds the session, renews it once for all who wait for that, and tells once when it is over. */
export class SessionKeeper {
  readonly isCookie: boolean;
  /** How many sessions there have been: every log-in and log-out begins another. */
  opening = 0;
  readonly #options: KeeperOptions;
  readonly #ask: (refreshToken: string | undefined, key: string) => Promise<Tokens>;
  readonly #cookieKey: CookieKey;
  #session: Session | undefined;
  #renewing: { opening: number; tokens: Promise<Tokens> } | undefined;
  #isOver = false;

  /** Asks for the next tokens by ask, which repeats what is lost. */
  constructor(options: KeeperOptions, cookieKey: CookieKey, ask: (refreshToken: string | undefined, key: string) => Promise<Tokens>) {
    this.#options = options;
    this.#cookieKey = cookieKey;
    this.#ask = ask;
    this.isCookie = options.session === 'cookie';
    this.#session = options.tokens && { ...options.tokens };
  }

  get session(): Session | undefined {
    return this.#session && { ...this.#session };
  }

  get canRenew(): boolean {
    return !this.#options.apiKey && !this.#isOver && (this.isCookie || this.#session?.refreshToken !== undefined);
  }

  /** What a call is sent with; nothing when there is no session. It fails as renew does. */
  async token(deadline: Deadline): Promise<string | undefined> {
    if (this.#options.apiKey) return this.#options.apiKey;
    const { accessToken, expiresAt = Infinity } = this.#session ?? {};
    if ((accessToken && Date.now() < expiresAt) || !this.canRenew) return accessToken;
    return this.renewed(accessToken, deadline);
  }

  /** The token after one that is not good any more. It fails as renew does. */
  async renewed(old: string | undefined, deadline: Deadline): Promise<string | undefined> {
    if (!this.#session?.accessToken || this.#session.accessToken === old) await deadline.race(this.renew());
    return this.#session?.accessToken;
  }

  /** Renews the session, once for all who ask meanwhile. It fails with a BourseError; the session is over when that is a refusal. */
  renew(): Promise<Tokens> {
    const { opening } = this;
    // One that an earlier session has begun says nothing about this one.
    if (this.#renewing?.opening !== opening) {
      const renewing = { opening, tokens: this.#renew() };
      const isDone = () => {
        if (this.#renewing === renewing) this.#renewing = undefined;
      };
      renewing.tokens.then(isDone, isDone);
      this.#renewing = renewing;
    }
    return this.#renewing.tokens;
  }

  async #renew(): Promise<Tokens> {
    const before = this.#session;
    const { opening } = this;
    try {
      const tokens = await (before?.refreshToken === undefined ? this.#askByCookie() : this.#ask(before.refreshToken, this.keyOf(before.refreshToken)!));
      // The cookie is the browser's: somebody else may have logged in beside us.
      if (before?.userId && tokens.user.id !== before.userId) {
        throw new BourseError('somebody else has logged in', { status: 401, code: 'SESSION_REVOKED' });
      }
      if (this.#session === before) this.adopt(tokens, false, opening);
      return tokens;
    } catch (failure) {
      if (isRefused(failure)) this.end(failure, before);
      throw failure;
    }
  }

  /** The key with which a refresh token is exchanged, if it is that of the session. */
  keyOf(refreshToken: string): string | undefined {
    if (this.#session?.refreshToken !== refreshToken) return undefined;
    return (this.#session.refreshKey ??= newKey());
  }

  async #askByCookie(): Promise<Tokens> {
    try {
      const tokens = await this.#ask(undefined, this.#cookieKey.take());
      this.#cookieKey.done();
      return tokens;
    } catch (failure) {
      if (isRefused(failure)) this.#cookieKey.done();
      throw failure;
    }
  }

  /** Takes what an answer has opened or renewed. What only renews does so in the session in which it was asked for. */
  adopt({ accessToken, refreshToken, expiresIn, user }: Opened, isNew = false, opening = this.opening) {
    if (!isNew && opening !== this.opening) return;
    const next = { accessToken, expiresAt: Date.now() + expiresIn * 1000 };
    if (user) {
      this.#isOver = false;
      if (isNew) this.opening++;
      this.#session = { ...next, ...(refreshToken !== undefined && { refreshToken, refreshKey: newKey() }), userId: user.id };
    } else if (this.#session) {
      // Only the access token is new: it stays the same session, also for a renewal that is under way.
      Object.assign(this.#session, next);
    } else {
      return; // the session that it was for has ended meanwhile
    }
    this.#options.onTokens?.(this.session);
  }

  /** Forgets the session that its owner has ended. Whoever has logged in before the answer came stays logged in. */
  forget(opening = this.opening) {
    if (opening !== this.opening) return;
    this.opening++;
    this.#isOver = true;
    this.#session = undefined;
    this.#options.onTokens?.(undefined);
  }

  /** Notes that a call with this token was told that the session is over. */
  endedFor(token: string | undefined, reason: BourseError) {
    if (token && token === this.#session?.accessToken) this.end(reason, this.#session);
  }

  /** Notes that what began in that session was told that it is over. */
  endedSince(opening: number, reason: BourseError) {
    if (opening === this.opening) this.end(reason, this.#session);
  }

  /** The session is over: everybody is told once, unless there is another one meanwhile. */
  end(reason: BourseError, of: Session | undefined) {
    if (this.#isOver || this.#session !== of) return;
    this.#isOver = true;
    if (!of) return; // nobody was logged in
    this.forget();
    this.#options.onSessionEnd?.(reason);
  }
}
