import type { PersonKyc } from '@bourse/client';

const texts: Record<PersonKyc['state'], string> = { none: 'Not submitted', submitted: 'Waiting', approved: 'Approved', rejected: 'Rejected', expired: 'Expired' };
const tones: Record<PersonKyc['state'], 'plain' | 'warn' | 'good' | 'bad'> = { none: 'plain', submitted: 'warn', approved: 'good', rejected: 'bad', expired: 'plain' };

export function kycText(state: PersonKyc['state']): string {
  return texts[state];
}

export function kycTone(state: PersonKyc['state']) {
  return tones[state];
}
