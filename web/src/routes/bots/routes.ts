import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/bots', title: 'Bots', page: () => import('./Bots.svelte') },
    { path: '/bots/following', title: 'Following', page: () => import('./Following.svelte') },
    { path: '/bots/following/:subscriptionId', title: 'Subscription', page: () => import('./Subscription.svelte') },
    { path: '/bots/:botId', title: 'Bot', page: () => import('./Bot.svelte') },
  ],
  nav: [{ href: '/bots', label: 'Bots', icon: 'M5 9h14v10H5zM12 5v4M9 13v2M15 13v2M2.500 13v3M21.500 13v3', key: 'b', order: 30, inBar: true }],
  jump: [{ href: '/bots/following', label: 'Following', hint: 'Bots you follow and what was copied' }],
};
