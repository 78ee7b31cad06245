import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/office/health', title: 'Health', access: 'office', page: () => import('./Health.svelte') }],
  nav: [{ href: '/office/health', label: 'Health', icon: 'M3 12h4l2.500-6 5 12 2.500-6h4', key: 't', order: 180 }],
};
