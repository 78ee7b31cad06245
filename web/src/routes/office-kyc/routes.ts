import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/kyc', title: 'KYC', access: 'office', page: () => import('./Cases.svelte') },
    { path: '/office/kyc/:caseId', title: 'KYC case', access: 'office', page: () => import('./Case.svelte') },
  ],
  nav: [{ href: '/office/kyc', label: 'KYC', icon: 'M3.500 5.500h17v13h-17zM8.500 12.200a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.500 16a3 3 0 0 1 6 0M14 9.500h4M14 13h4', key: 'k', order: 110 }],
};
