import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [{ path: '/history', title: 'History', page: () => import('./History.svelte') }],
  jump: [
    { href: '/history', label: 'History', hint: 'What was closed, with its result' },
    { href: '/history?tab=statement', label: 'Statements', hint: 'Every booking of an account, and as a file' },
    { href: '/history?tab=notices', label: 'Notices', hint: 'What happened while you were away' },
  ],
};
