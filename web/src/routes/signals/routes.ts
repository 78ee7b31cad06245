import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/signals', title: 'Signals', page: () => import('./Signals.svelte') },
    { path: '/signals/:signalId', title: 'Signal', page: () => import('./Signal.svelte') },
  ],
  nav: [{ href: '/signals', label: 'Signals', icon: 'M12 13.500v.1M8.500 17a5 5 0 0 1 0-7M15.500 10a5 5 0 0 1 0 7M5.500 20a9.500 9.500 0 0 1 0-13M18.500 7a9.500 9.500 0 0 1 0 13', key: 's', order: 40 }],
};
