import { BourseError } from './error.js';

/** When a call is given up: at the caller's word, or when it has taken too long. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = Infinity;

  constructor(caller: AbortSignal | undefined, timeout: number) {
    this.#caller = caller;
    caller?.addEventListener('abort', this.#giveUp);
    if (caller?.aborted) this.#giveUp();
    this.within(timeout);
  }

  readonly #giveUp = () => this.#controller.abort(this.#caller?.reason);

  /** Is aborted with the reason for which the call is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The milliseconds that are left. */
  get left(): number {
    return this.#at - Date.now();
  }

  /** Begins to count anew. Infinity does not count. */
  within(timeout: number) {
    clearTimeout(this.#timer);
    this.#at = Date.now() + timeout;
    if (timeout === Infinity) return;
    const isLate = new BourseError(`there was no answer within ${timeout} ms`, { status: 0, code: 'TIMED_OUT' });
    this.#timer = setTimeout(() => this.#controller.abort(isLate), timeout);
  }

  /** Waits for something that others wait for too, and no longer than this. */
  race<T>(shared: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(this.signal.reason);
      if (this.signal.aborted) giveUp();
      this.signal.addEventListener('abort', giveUp);
      shared.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', giveUp));
    });
  }

  /** Pauses, unless the call is given up meanwhile. */
  pause(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout>;
    return this.race(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))).finally(() => clearTimeout(timer));
  }

  /** Has nothing left behind that waits. What is still under way is broken off. */
  end() {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
    this.#controller.abort();
  }
}
