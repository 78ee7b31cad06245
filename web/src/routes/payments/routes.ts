import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/payments', title: 'Payments', page: () => import('./Payments.svelte') },
    { path: '/payments/return', title: 'Your payment', page: () => import('./Return.svelte') },
    { path: '/payments/:paymentId', title: 'Payment', page: () => import('./PaymentPage.svelte') },
    { path: '/payments/withdrawals/:withdrawalId', title: 'Withdrawal', page: () => import('./WithdrawalPage.svelte') },
  ],
  nav: [{ href: '/payments', label: 'Payments', icon: 'M3.500 6.500h17v11h-17zM3.500 10.500h17M7 14.500h4', key: 'y', order: 90 }],
  jump: [{ href: '/payments?show=withdrawals', label: 'Withdrawals', hint: 'Withdrawals you requested' }],
};
