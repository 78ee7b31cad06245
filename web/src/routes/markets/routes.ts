import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/markets', title: 'Markets', page: () => import('./Markets.svelte') },
    { path: '/markets/:symbol', title: 'Market', page: () => import('./Market.svelte') },
  ],
  nav: [{ href: '/markets', label: 'Markets', icon: 'M4 19V5M4 19h16M8 15v-4M12 15V7M16 15v-6', key: 'm', order: 20, inBar: true }],
};
