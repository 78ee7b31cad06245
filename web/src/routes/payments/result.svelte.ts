import { invalidate, query } from '$lib/api/query.svelte';
import { money } from '$lib/format/format';
import { router } from '$lib/router/router.svelte';
import { paymentStates, paymentText } from './words';

/** What became of the payment that the address names: the provider leads back with it, and only the server knows. */
export function useResult() {
  const paymentId = $derived(router.query.get('payment') ?? '');
  const gaveUp = $derived(router.query.get('checkout') === 'cancelled');
  let isWaiting = $state(true);
  const payment = query('getPayment', () => (paymentId ? { path: { paymentId } } : undefined), {
    fresh: 0,
    on: ['account'],
    get every(): number | undefined {
      return isOpen && !gaveUp ? 2000 : undefined;
    },
  });
  const data = $derived(payment.data);
  const isOpen = $derived(data?.status === 'pending');

  $effect(() => {
    if (!isOpen || gaveUp) {
      if (data) invalidate('getWallet', 'listPayments', 'listMyCourses', 'getProgress', 'listInvestmentAccounts', 'listTradingAccounts', 'listPortfolios');
      return;
    }
    const enough = setTimeout(() => (isWaiting = false), 60_000);
    return () => clearTimeout(enough);
  });

  const title = $derived.by(() => {
    if (!data) return 'Your payment';
    if (data.status === 'succeeded') return `Paid ${money(data.amount, data.currency)}`;
    if (isOpen) return gaveUp ? 'Not paid yet' : 'Waiting for the payment';
    return `Payment ${paymentStates[data.status].label.toLowerCase()}`;
  });
  const text = $derived.by(() => {
    if (!data) return '';
    if (isOpen && gaveUp) return 'You came back without paying. Nothing was charged. You can still pay within half an hour.';
    if (isOpen) return isWaiting ? 'The provider will confirm it in a moment. You do not have to wait here.' : 'The provider is taking longer than usual. We will email you as soon as it is confirmed.';
    if (data.status === 'succeeded') return data.kind === 'course' ? 'You now have access to the course.' : 'The money is in your account.';
    return paymentText(data);
  });

  return {
    payment,
    get paymentId() {
      return paymentId;
    },
    get gaveUp() {
      return gaveUp;
    },
    get title() {
      return title;
    },
    get text() {
      return text;
    },
  };
}
