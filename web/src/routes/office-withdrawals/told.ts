import { invalidate } from '$lib/api/query.svelte';
import { toasts } from '$lib/ui';

/** After an act: what it changed is asked again, and the result is told with the way on. */
export function told(text: string) {
  invalidate('getWithdrawal', 'listWithdrawals', 'listPayments', 'getPayment', 'listAuditLog');
  toasts.done(text, { link: { href: '/office/withdrawals', label: 'See waiting withdrawals' } });
}
