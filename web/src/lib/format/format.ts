import { session } from '../api/session.svelte';
import { look } from '../ui/settings.svelte';

/** The user's language for numbers and dates: the profile's, else the browser's. */
export function locale(): string | undefined {
  return session.me?.locale || undefined;
}

/** The user's time zone: the profile's, else the browser's. */
export function zone(): string | undefined {
  return session.me?.timeZone || undefined;
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function made<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, options: object, make: () => Format): Format {
  const key = [kind, locale(), zone(), JSON.stringify(options)].join(' ');
  let format = formats.get(key) as Format | undefined;
  if (!format) formats.set(key, (format = make()));
  return format;
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return made('number', options, () => new Intl.NumberFormat(locale(), options)).format(value);
}

/** How many decimals a step such as 0.001 or 1e-8 has. */
export function decimalsOf(step: number): number {
  if (!(step > 0)) return 2;
  const [digits = '', exponent = '0'] = step.toString().split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** An amount with two decimals; without its currency, which stands once in the header of a table. */
export function amount(value: number, { sign = false, digits = 2 } = {}): string {
  return signed(value, sign, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** An amount with its currency, for buttons and sentences: 1,250.00 USD. */
export function money(value: number, currency = 'USD', options: { sign?: boolean; digits?: number } = {}): string {
  return `${amount(value, options)} ${currency}`;
}

/** What the user owns, owes or has won, in a sentence or a list: hidden where amounts are. Buttons of acts say the numbers all the same. */
export function own(value: number, currency = 'USD', options: { sign?: boolean; digits?: number } = {}): string {
  return look.isPrivate ? `••••• ${currency}` : money(value, currency, options);
}

/** How much the user holds or ordered of something, hidden where amounts are: with a price it would tell them. */
export function units(value: number): string {
  return look.isPrivate ? '•••••' : quantity(value);
}

/** A price with the decimals of its market. */
export function price(value: number, tick = 0.01): string {
  const digits = decimalsOf(tick);
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A quantity with as many decimals as it has, eight at most. */
export function quantity(value: number): string {
  return number(value, { maximumFractionDigits: 8 });
}

/** A share of 100, with its sign: +12.5 %. */
export function percent(value: number, { sign = true, digits = 2 } = {}): string {
  return `${signed(value, sign, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u202f%`;
}

/** A number as short as an axis needs it: 1.2M. */
export function short(value: number): string {
  return number(value, { notation: 'compact', maximumFractionDigits: 1 });
}

function signed(value: number, sign: boolean, options: Intl.NumberFormatOptions): string {
  // The sign of trade is the true minus, and what rounds to nothing has none.
  const text = number(Math.abs(value), options);
  const isNothing = !/[1-9]/.test(number(Math.abs(value), { ...options, numberingSystem: 'latn' }));
  if (isNothing) return text;
  return value < 0 ? `\u2212${text}` : sign ? `+${text}` : text;
}

export function dateTime(at: string | number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string {
  const full = { timeZone: zone(), ...options };
  return made('date', full, () => new Intl.DateTimeFormat(locale(), full)).format(new Date(at));
}

/** A day as the server writes it, 2026-11-16, which belongs to no zone. */
export function day(date: string): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'UTC' };
  return made('day', options, () => new Intl.DateTimeFormat(locale(), options)).format(new Date(date + 'T00:00:00Z'));
}

/** How long ago, or in how long, within a day; the date otherwise. */
export function relative(at: string | number | Date, now = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size >= 86_400) return dateTime(at);
  if (size < 5) return 'just now';
  const format = new Intl.RelativeTimeFormat(locale() ?? 'en', { style: 'short', numeric: 'always' });
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3600) return format.format(Math.trunc(seconds / 60), 'minute');
  return format.format(Math.trunc(seconds / 3600), 'hour');
}

function decimalMark(): string {
  return new Intl.NumberFormat(locale()).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/** What somebody has typed as a number, with a point or a comma; undefined when it is none. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replace(/[\s\u00a0\u202f']/g, '');
  if (plain === '') return undefined;
  // With both marks the last one is the decimal mark, and so is a single one, unless three digits follow: then the
  // language decides whether it groups thousands.
  const marks = plain.match(/[.,]/g) ?? [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const isOneKind = new Set(marks).size === 1;
  const mayGroup = isOneKind && /^-?\d{1,3}([.,]\d{3})+$/.test(plain);
  const groups = mayGroup && (marks.length > 1 || marks[0] !== decimalMark());
  const normal = last < 0 || groups ? plain.replace(/[.,]/g, '') : plain.slice(0, last).replace(/[.,]/g, '') + '.' + plain.slice(last + 1);
  const value = Number(normal);
  return Number.isFinite(value) ? value : undefined;
}

/** A word of the contract as people write it: `entry_long` is Entry long. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A country by its two letters: NL is Netherlands. */
export function country(code: string): string {
  try {
    return new Intl.DisplayNames([locale() ?? 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code; // not one that this browser knows
  }
}
