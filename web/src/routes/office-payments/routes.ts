import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/payments', title: 'Payments of the brand', access: 'office', page: () => import('./Payments.svelte') },
    { path: '/office/payments/:paymentId', title: 'Payment', access: 'office', page: () => import('./Payment.svelte') },
  ],
  nav: [{ href: '/office/payments', label: 'Payments', icon: 'M3.500 6.500h17v11h-17zM3.500 10.500h17M7 14.500h3', key: 'a', order: 130 }],
};
