import type { Role } from '@bourse/client';
import { words } from '$lib/format/format';

/** From the least to the most. */
export const roles: readonly Role[] = ['user', 'trader', 'analyst', 'admin', 'super_admin'];

export function roleText(role: Role): string {
  return role === 'super_admin' ? 'Super admin' : words(role);
}

/** What a role may do, in a sentence. */
export const roleHint: Record<Role, string> = {
  user: 'A customer, who trades, invests and learns.',
  trader: 'A customer who trades. Same rights as a user.',
  analyst: 'Also publishes signals and runs backtests.',
  admin: 'Also runs the back office of this brand.',
  super_admin: 'Also runs the platform and every brand.',
};

/** The roles that somebody may give: none above their own. */
export function rolesUpTo(own: Role | undefined): readonly Role[] {
  return roles.slice(0, own ? roles.indexOf(own) + 1 : 0);
}
