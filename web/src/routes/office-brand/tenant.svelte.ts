import { session } from '$lib/api/session.svelte';
import { router } from '$lib/router/router.svelte';

/** Whose brand is shown: the reader's, or for a super_admin the one that the address names. */
export function tenantId(): string {
  const own = session.me?.tenantId ?? '';
  return session.isPlatform ? (router.query.get('tenant') ?? own) : own;
}

/** What has to stand in the address so that the next page is about the same brand. */
export function sameTenant(): string {
  const id = tenantId();
  return id === session.me?.tenantId ? '' : `?tenant=${encodeURIComponent(id)}`;
}
