import { router } from '$lib/router/router.svelte';

/** The days of the address as the server takes them; what is no day, or ends before it begins, is left out. */
export function days(): { startDate?: string; endDate?: string } {
  const [from, to] = ['from', 'to'].map((name) => router.query.get(name) ?? '').map((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''));
  const isTurned = from && to && from > to;
  return { ...(from && { startDate: from }), ...(to && !isTurned && { endDate: to }) };
}
