import type { PersonKyc } from '@bourse/client';

const texts: Record<PersonKyc['state'], string> = { none: 'Nothing handed in', submitted: 'Waiting', approved: 'Approved', rejected: 'Rejected', expired: 'Expired' };

export function stateText(state: PersonKyc['state']): string {
  return texts[state];
}

/** A reference that is an address can be opened; anything else is an id at the operator's store. */
export function isAddress(reference: string): boolean {
  return /^https:\/\/[^\s]+$/i.test(reference);
}
