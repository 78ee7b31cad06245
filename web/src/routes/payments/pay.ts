import type { Checkout } from '@bourse/client';
import { brand } from '$lib/api/brand.svelte';
import { asError } from '$lib/api/query.svelte';
import { router } from '$lib/router/router.svelte';

const back = '/payments/return';

/**
 * Makes a payment that comes back to the console: here, when this is a domain of the brand, and else where the brand
 * says that its app is.
 */
export async function payable(idempotencyKey: string, send: (to: { returnUrl?: string }, key: string) => Promise<Checkout>): Promise<Checkout> {
  const app = brand.current && new URL(back, brand.current.appUrl).href;
  const toApp = () => send(app ? { returnUrl: app } : {}, idempotencyKey);
  if (/^(127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname) || app === location.origin + back) return toApp();
  try {
    return await send({ returnUrl: location.origin + back }, idempotencyKey + '.here');
  } catch (failure) {
    if (asError(failure).code !== 'URL_NOT_ALLOWED') throw failure;
    return toApp();
  }
}

/** Goes to the page where it is paid; one that is paid already has none. */
export function goAndPay(checkout: Checkout) {
  router.go(checkout.checkoutUrl || `${back}?payment=${checkout.paymentId}`);
}
