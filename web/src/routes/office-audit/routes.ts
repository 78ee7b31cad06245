import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/office/audit', title: 'Audit log', access: 'office', page: () => import('./Audit.svelte') }],
  nav: [{ href: '/office/audit', label: 'Audit', icon: 'M6 3.500h9l4 4V20.500H6zM14.500 3.500v4.500H19M9 12.500h7M9 16h5', key: 'u', order: 160 }],
};
