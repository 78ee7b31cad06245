import type { Checkout } from '@bourse/client';
import { asError } from '$lib/api/query.svelte';
import { router } from '$lib/router/router.svelte';

/**
 * Makes a payment that comes back to the console. Where this address is none that the brand allows, it comes back to
 * the brand's app instead, which is the same console under its own name.
 */
export async function payable(idempotencyKey: string, send: (to: { returnUrl?: string }, key: string) => Promise<Checkout>): Promise<Checkout> {
  try {
    return await send({ returnUrl: location.origin + '/payments/return' }, idempotencyKey);
  } catch (failure) {
    if (asError(failure).code !== 'URL_NOT_ALLOWED') throw failure;
    return send({}, idempotencyKey + '.app');
  }
}

/** Goes to the page where it is paid; one that is paid already has none. */
export function goAndPay(checkout: Checkout) {
  router.go(checkout.checkoutUrl || '/payments/return?payment=' + checkout.paymentId);
}
