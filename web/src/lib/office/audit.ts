import type { AuditEntry } from '@bourse/client';
import { words } from '../format/format';

/** `investment.account.status_changed` is "Account status changed": the area goes without saying where a thing follows. */
export function actionText(action: string): string {
  const parts = action.split('.');
  return words((parts.length > 2 && parts[0] !== 'kyc' ? parts.slice(1) : parts).join(' ').replace(/\bkyc\b/g, 'KYC'));
}

/** A value of the log in one line. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((field) => ({ field, before: plain(before[field]), after: plain(after[field]) }));
}

/** The pages that show what an entry was done to. */
const pages: Record<string, string> = {
  withdrawal: '/office/withdrawals/',
  payment: '/office/payments/',
  kyc_case: '/office/kyc/',
  course: '/office/catalogue/courses/',
  bot: '/office/catalogue/bots/',
};

export function subjectPage(entry: AuditEntry): string | undefined {
  const page = entry.subjectKind && pages[entry.subjectKind];
  return page && entry.subjectId ? page + encodeURIComponent(entry.subjectId) : undefined;
}
