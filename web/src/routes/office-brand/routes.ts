import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/brand', title: 'Brand', access: 'office', page: () => import('./Brand.svelte') },
    { path: '/office/brand/mails/:kind', title: 'Email', access: 'office', page: () => import('./Mail.svelte') },
    { path: '/office/tenants', title: 'Tenants', access: 'platform', page: () => import('./Tenants.svelte') },
  ],
  nav: [
    { href: '/office/brand', label: 'Brand', icon: 'M4 12.500V4h8.500l8 8-8.500 8.500zM8.500 8.500v.1', key: 'r', order: 170 },
    { href: '/office/tenants', label: 'Tenants', icon: 'M4 20.500V6l8-3v17.500M12 9h8v11.500M3 20.500h18M8 9v.1M8 13v.1M16 13v.1M16 16.500v.1', key: 'n', order: 190 },
  ],
};
