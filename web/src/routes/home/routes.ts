import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/', title: 'Home', page: () => import('./Home.svelte') }],
  nav: [{ href: '/', label: 'Home', icon: 'M4 11.5 12 4l8 7.500V20h-5.500v-5h-5v5H4z', key: 'h', order: 10, inBar: true }],
};
