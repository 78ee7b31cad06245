import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/invest', title: 'Invest', page: () => import('./Invest.svelte') },
    { path: '/invest/open', title: 'Open an account', page: () => import('./OpenAccount.svelte') },
    { path: '/invest/verify', title: 'Confirm your identity', page: () => import('./Verify.svelte') },
    { path: '/invest/connect', title: 'Connect an exchange', page: () => import('./Connect.svelte') },
    { path: '/invest/performance', title: 'Performance', page: () => import('./Performance.svelte') },
    { path: '/invest/accounts/:accountId', title: 'Account', page: () => import('./AccountPage.svelte') },
    { path: '/invest/connections/:connectionId', title: 'Connection', page: () => import('./ConnectionPage.svelte') },
  ],
  nav: [{ href: '/invest', label: 'Invest', icon: 'M4 18l5-6 4 3 7-9M15 6h5v5', key: 'i', order: 60 }],
  jump: [
    { href: '/invest/performance', label: 'Performance', hint: 'Returns and drawdown of your accounts' },
    { href: '/invest/connect', label: 'Connect an exchange' },
    { href: '/invest/verify', label: 'Confirm your identity', hint: 'KYC' },
  ],
};
