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

/** A ratio, such as Sharpe's, with two decimals; what is undefined is a dash. */
export function ratio(value: number | undefined): string {
  return value === undefined ? '–' : amount(value);
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

/**
 * A number as somebody types it: in the user's language, with Latin digits, ungrouped and with all its decimals unless
 * fewer are wanted. What the console writes into a field is written so, because `parseNumber` reads it back as the same
 * number.
 */
export function typed(value: number, digits = 20): string {
  return number(value, { ...latin, useGrouping: false, maximumFractionDigits: digits });
}

const latin: Intl.NumberFormatOptions = { numberingSystem: 'latn' };

/** The mark of the user's language between thousands, or before decimals. */
function mark(kind: 'group' | 'decimal'): string | undefined {
  const format = made('number', latin, () => new Intl.NumberFormat(locale(), latin));
  return format.formatToParts(12_345_678.5).find((part) => part.type === kind)?.value;
}

/** What was typed in Latin digits, with a space for every mark that does nothing but group. */
function plainOf(text: string): string {
  const own = [...number(9_876_543_210, { useGrouping: false })];
  const digits = Array.from(text, (one) => (own.includes(one) ? String(9 - own.indexOf(one)) : one)).join('');
  return digits
    .replace(/[\u061c\u200e\u200f]/g, '') // marks of direction, which nobody sees
    .replace(/[\s'\u2019\u060c\u066c]/g, ' ')
    .replaceAll('\u066b', mark('decimal') ?? '.')
    .replaceAll('\u2212', '-')
    .trim();
}

/** Thousands, 1,234,567, or as in India 12,34,567. No group begins a number with 0. */
const grouped = /^[1-9]\d{0,2}([., ])(?:\d{2,3}\1)*\d{3}$/;

/** Where the decimals begin: at the last point or comma, unless it groups as all the others do. */
function decimalsAt(digits: string): number {
  const [first, ...more] = digits.match(/[., ]/g) ?? [];
  const groups = grouped.test(digits) && (more.length > 0 || first === ' ' || first === mark('group'));
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  return groups || last < 0 ? digits.length : last;
}

/**
 * What somebody has typed as a number, with a point or a comma; undefined when it is none. A single mark before three
 * digits can mean two things: it groups only where the user's language has it do so.
 */
export function parseNumber(text: string): number | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([\d., ]+)$/.exec(plainOf(text)) ?? [];
  const at = decimalsAt(digits);
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  const isWhole = /^\d*$/.test(whole) || (grouped.test(whole) && whole.match(/[., ]/)?.[0] !== digits[at]);
  const value = Number(`${sign}${whole.replace(/[., ]/g, '')}.${decimals}`);
  return isWhole && Number.isFinite(value) ? value : undefined;
}

/** Something is typed, and it is no number: it must not be taken for a field that was left empty. */
export function isMisspelt(text: string): boolean {
  return text.trim() !== '' && parseNumber(text) === undefined;
}

/** A message of the server as a person would write it. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(text) ? text : text + '.';
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
