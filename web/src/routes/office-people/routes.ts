import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/people', title: 'People', access: 'office', page: () => import('./People.svelte') },
    { path: '/office/people/:userId', title: 'Person', access: 'office', page: () => import('./Person.svelte') },
  ],
  nav: [{ href: '/office/people', label: 'People', icon: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14a6.500 6.500 0 0 1 3.500 6', key: 'e', order: 100 }],
};
