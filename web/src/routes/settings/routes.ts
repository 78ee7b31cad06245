import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/settings', title: 'Settings', page: () => import('./Profile.svelte') },
    { path: '/settings/security', title: 'Security', page: () => import('./Security.svelte') },
    { path: '/settings/sessions', title: 'Sessions', page: () => import('./Sessions.svelte') },
    { path: '/settings/api-keys', title: 'API keys', page: () => import('./ApiKeys.svelte') },
    { path: '/settings/notifications', title: 'Notifications', page: () => import('./Notifications.svelte') },
    { path: '/settings/data', title: 'Your data', page: () => import('./YourData.svelte') },
  ],
  jump: [
    { href: '/settings', label: 'Settings', hint: 'Name, language, time zone, email' },
    { href: '/settings/security', label: 'Security', hint: 'Password, second factor, passkeys, phone' },
    { href: '/settings/sessions', label: 'Sessions', hint: 'Devices and log-ins' },
    { href: '/settings/api-keys', label: 'API keys' },
    { href: '/settings/notifications', label: 'Notifications' },
    { href: '/settings/data', label: 'Your data', hint: 'Export your data, delete your account' },
  ],
};
