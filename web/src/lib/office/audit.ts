import type { AuditEntry } from '@bourse/client';
import { amount, dateTime, words } from '../format/format';

const shorts = /\b(kyc|usd|url|id|html|ip|iban|api|ml)\b/gi;

/** A name of the contract as people write it: `transferAmount` is "Transfer amount", `kyc_case` is "KYC case". */
export function nameText(name: string): string {
  return words(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('.', ' ').toLowerCase()).replace(shorts, (one) => one.toUpperCase());
}

/** `investment.account.status_changed` is "Account status changed": the area goes without saying where a thing follows. */
export function actionText(action: string): string {
  const parts = action.replace('tenant.mail_', 'mail_').split('.');
  return nameText((parts.length > 2 && parts[0] !== 'kyc' ? parts.slice(1) : parts).join('.'));
}

/** A value of the log in one line, as people write it. */
function plain(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '' || value === '{}') return '–';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (/amount$|^price/i.test(field) && /^-?[\d.]+$/.test(text)) return amount(Number(text));
  if (text === 'true' || text === 'false') return text === 'true' ? 'yes' : 'no';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return dateTime(text);
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return text.replaceAll('_', ' ');
  return text.length > 400 ? text.slice(0, 400) + '…' : text;
}

export interface Change {
  field: string;
  before: string;
  after: string;
}

/** What an entry changed, field by field. */
export function changesOf(entry: AuditEntry): Change[] {
  const before = entry.before as Record<string, unknown>;
  const after = entry.after as Record<string, unknown>;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((field) => ({ field: nameText(field), before: plain(before[field], field), after: plain(after[field], field) }));
}

/** What else is known of an entry. */
export function detailsOf(entry: AuditEntry): Change[] {
  return Object.entries(entry.details as Record<string, unknown>).map(([field, value]) => ({ field: nameText(field), before: '–', after: plain(value, field) }));
}

/** The pages that show what an entry was done to. */
const pages: Record<string, string> = {
  user: '/office/people/',
  withdrawal: '/office/withdrawals/',
  payment: '/office/payments/',
  kyc_case: '/office/kyc/',
  course: '/office/catalogue/courses/',
  bot: '/office/catalogue/bots/',
  webhook_endpoint: '/office/webhooks/endpoints/',
  mail_template: '/office/brand/mails/',
};

export function subjectPage(entry: AuditEntry): string | undefined {
  const page = entry.subjectKind && pages[entry.subjectKind];
  return page && entry.subjectId ? page + encodeURIComponent(entry.subjectId) : undefined;
}
