import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/withdrawals', title: 'Withdrawals', access: 'office', page: () => import('./Withdrawals.svelte') },
    { path: '/office/withdrawals/:withdrawalId', title: 'Withdrawal', access: 'office', page: () => import('./Withdrawal.svelte') },
  ],
  nav: [{ href: '/office/withdrawals', label: 'Withdrawals', icon: 'M12 15V4M7.500 8.500 12 4l4.500 4.500M4 14v6h16v-6', key: 'd', order: 120 }],
};
