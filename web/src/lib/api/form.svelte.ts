import { type BourseError } from '@bourse/client';
import { tick } from 'svelte';
import { sentence } from '../format/format';
import { newActKey } from './acts';
import { asError } from './query.svelte';

type Values = Record<string, string | boolean>;

interface FormOptions<V extends Values, Result> {
  values: V;
  /**
   * Sends what was typed. A request that is the same as one without an answer goes out with the key of that one. `befores` are
   * what the server may hold: what the form began with or was last answered, and what it has sent since without an answer.
   * Who changes something sends only that, by `sendChanges`.
   */
  send: (values: V, idempotencyKey: string, befores: V[]) => Promise<Result>;
  /** What is missing or wrong, by its field: told all at once, before anything is sent. */
  wrong?: (values: V) => Record<string, string>;
  then?: (result: Result, values: V) => void | Promise<void>;
  /** A name under which what is changed outlives a reload. Fields that are called password or code never do. */
  keep?: string;
  /** It changes something that stays: what is typed while it is being sent is the beginning of the next change, and kept. */
  edits?: boolean;
  /** What the server calls a field of ours, where the names differ: `{ notional: 'amount' }`. */
  names?: Record<string, keyof V & string>;
}

const addresses: Record<string, string> = { email: 'name@example.com', url: 'https://example.com/path' };
const secret = /password|code|secret|token/i;

/**
 * What is typed into a form, what the server says about it, and the key that keeps it from happening twice (acts.ts): a
 * click after no answer repeats the same request, a click after an answer is another one.
 */
export class Form<V extends Values, Result = unknown> {
  values = $state() as V;
  errors = $state<Record<string, string>>({});
  failure = $state.raw<BourseError>();
  isBusy = $state(false);
  element = $state.raw<HTMLFormElement>();

  readonly #options: FormOptions<V, Result>;
  #befores = $state.raw() as V[];

  constructor(options: FormOptions<V, Result>) {
    this.#options = options;
    this.#befores = [options.values];
    this.values = { ...options.values, ...this.#kept() };
  }

  get isChanged(): boolean {
    return Object.keys(this.values).some((field) => this.#isOther(field));
  }

  /** Nobody knows what became of the last try: what is sent again has to be the same. */
  get isUnanswered(): boolean {
    return this.failure !== undefined && isUnanswered(this.failure);
  }

  #isOther(field: string): boolean {
    return this.#befores.some((before) => this.values[field] !== before[field]);
  }

  /**
   * Notes that somebody has typed: what was said about the field was about something else. Only what differs is kept: what
   * nobody has touched is as fresh after a reload as what was read then.
   */
  changed(name: string) {
    delete this.errors[name];
    this.#keep();
  }

  /** Nothing that is typed outlives this: it was sent, or given up. */
  forget() {
    if (this.#options.keep) sessionStorage.removeItem('form.' + this.#options.keep);
  }

  async submit(event?: Event): Promise<boolean> {
    event?.preventDefault();
    if (this.isBusy) return false;
    const values = $state.snapshot(this.values) as V;
    this.failure = undefined;
    this.errors = { ...this.#malformed(), ...this.#options.wrong?.(values) };
    const wrong = Object.keys(this.errors)[0];
    if (wrong) {
      await this.#focus(wrong);
      return false;
    }
    this.isBusy = true;
    try {
      const result = await this.#options.send(values, newActKey(), this.#befores);
      this.#befores = [values];
      if (this.#options.edits) this.#keep();
      else this.forget();
      await this.#options.then?.(result, values);
      return true;
    } catch (failure) {
      const error = asError(failure);
      if (isUnanswered(error)) this.#befores = [...this.#befores, values];
      await this.#show(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Fills it with what is true as its sheet opens: what was typed for something else, or given up, is gone. */
  begin(values: V) {
    this.#befores = [values];
    this.values = { ...values };
    this.errors = {};
    this.failure = undefined;
  }

  reset() {
    this.begin(this.#options.values);
    this.forget();
  }

  /** Shows a failure at its field, where the form has that; it tells whether it has. */
  refuse(failure: unknown): boolean {
    const error = asError(failure);
    const field = this.#fieldOf(error);
    if (!field) return false;
    this.errors = { [field]: sentence(error.message) };
    return true;
  }

  #fieldOf(error: BourseError): string | undefined {
    const field = error.field && (this.#options.names?.[error.field] ?? error.field);
    return field && field in this.values ? field : undefined;
  }

  async #show(error: BourseError) {
    if (!this.refuse(error)) this.failure = error;
    const field = this.#fieldOf(error);
    if (field) await this.#focus(field);
  }

  async #focus(field: string) {
    await tick();
    this.element?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)?.focus();
  }

  /** The addresses that cannot be one. Of emails the browser knows fewer than there are: the server takes jürgen@example.com. */
  #malformed(): Record<string, string> {
    const inputs = this.element?.querySelectorAll<HTMLInputElement>('input[type="email"], input[type="url"]') ?? [];
    const isNone = ({ type, value, validity }: HTMLInputElement) => (type === 'email' ? value !== '' && !/^\S+@\S+$/.test(value.trim()) : validity.typeMismatch);
    return Object.fromEntries(Array.from(inputs).filter(isNone).map(({ name, type }) => [name, `Enter an address such as ${addresses[type]}.`]));
  }

  #keep() {
    if (!this.#options.keep) return;
    const changed = Object.entries(this.values).filter(([field]) => this.#isOther(field) && !secret.test(field));
    if (changed.length === 0) return this.forget();
    sessionStorage.setItem('form.' + this.#options.keep, JSON.stringify(Object.fromEntries(changed)));
  }

  #kept(): Partial<V> {
    if (!this.#options.keep) return {};
    try {
      return JSON.parse(sessionStorage.getItem('form.' + this.#options.keep) ?? '{}') as Partial<V>;
    } catch {
      return {};
    }
  }
}

/** Whether nobody knows what became of a request: no answer came, or one that does not tell. */
function isUnanswered({ status }: BourseError): boolean {
  return status < 400 || status >= 500;
}

/**
 * Sends what a request says otherwise than one of those of before. What is left out stays as it is on the server, so nothing
 * that somebody else has changed meanwhile is written back. What was typed may mean the same as before: then nothing is sent,
 * and the answer is what is there `now`.
 */
export async function sendChanges<Body extends object, Now, Result>(body: Body, befores: Body[], now: Now, send: (changes: Partial<Body>) => Promise<Result>): Promise<Now | Result> {
  const isOther = ([name, value]: [string, unknown]) => befores.some((before) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]));
  const changes = Object.entries(body).filter(isOther);
  return changes.length === 0 ? now : send(Object.fromEntries(changes) as Partial<Body>);
}
