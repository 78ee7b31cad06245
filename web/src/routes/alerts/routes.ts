import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/alerts', title: 'Alerts', page: () => import('./Alerts.svelte') }],
  nav: [{ href: '/alerts', label: 'Alerts', icon: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4', key: 'w', order: 55 }],
};
