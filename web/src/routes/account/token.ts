import { router } from '$lib/router/router.svelte';

/** The token of a mail's link, which does not stay in the address, nor in the browser's history. */
export function linkToken(): string {
  const token = router.query.get('token') ?? '';
  if (token) router.set({ token: undefined });
  return token;
}
