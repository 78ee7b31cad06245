import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/history', title: 'History', page: () => import('./History.svelte') }],
  jump: [
    { href: '/history', label: 'History', hint: 'Closed trades with their results' },
    { href: '/history?tab=statement', label: 'Statements', hint: 'Every booking of an account, also as a file' },
    { href: '/history?tab=notices', label: 'Notices', hint: 'What happened while you were away' },
  ],
};
