import { newKey } from './transport.js';

/** How old the key of another page is when its answer counts as lost. The server bears two keys at once for thirty seconds. */
const patience = 20_000;

/**
 * The Idempotency-Key with which a session in a cookie is renewed. It stays the same until there is an answer, also for the
 * page that is loaded next: under another key, a cookie that was exchanged a while ago counts as stolen, and the session ends.
 * No script can read the cookie, so the key cannot be kept with it; it is in the page's storage, where it opens nothing.
 */
export class CookieKey {
  readonly #name: string;
  #own: string | undefined;

  constructor(base: string) {
    this.#name = `bourse-renewal ${base}`;
  }

  take(): string {
    if (this.#own) return this.#own;
    const [begun, left] = stored((storage) => storage.getItem(this.#name))?.split(' ') ?? [];
    // Pages that are loaded at the same moment do not wait for each other.
    this.#own = left && Date.now() - Number(begun) > patience ? left : newKey();
    if (!left) stored((storage) => storage.setItem(this.#name, `${Date.now()} ${this.#own}`));
    return this.#own;
  }

  /** Notes that there was an answer: the next renewal is another one. */
  done() {
    this.#own = undefined;
    stored((storage) => storage.removeItem(this.#name));
  }
}

/** Does something with what pages of this origin share; nothing where there is no such thing, or it may not be used. */
function stored<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage);
  } catch {
    return undefined;
  }
}
