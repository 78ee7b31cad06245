import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/positions', title: 'Positions', page: () => import('./Positions.svelte') },
    { path: '/positions/:positionId', title: 'Position', page: () => import('./Position.svelte') },
  ],
  nav: [{ href: '/positions', label: 'Positions', icon: 'M4 6h16M4 12h10M4 18h6M17 14v6M14.500 17.500 17 20l2.500-2.500', key: 'p', order: 50, inBar: true }],
  jump: [{ href: '/positions?tab=orders', label: 'Working orders', hint: 'Orders waiting for their price' }],
};
