import type { Area } from '$lib/router/types';

export const area: Area = {
  routes: [
    { path: '/office/webhooks', title: 'Webhooks', access: 'office', page: () => import('./Endpoints.svelte') },
    { path: '/office/webhooks/deliveries', title: 'Deliveries', access: 'office', page: () => import('./Deliveries.svelte') },
    { path: '/office/webhooks/deliveries/:deliveryId', title: 'Delivery', access: 'office', page: () => import('./Delivery.svelte') },
    { path: '/office/webhooks/events', title: 'Events', access: 'office', page: () => import('./Events.svelte') },
    { path: '/office/webhooks/catalogue', title: 'Event catalogue', access: 'office', page: () => import('./Catalogue.svelte') },
    { path: '/office/webhooks/new', title: 'Add endpoint', access: 'office', page: () => import('./NewEndpoint.svelte') },
    { path: '/office/webhooks/endpoints/:endpointId', title: 'Endpoint', access: 'office', page: () => import('./Endpoint.svelte') },
    { path: '/office/webhooks/endpoints/:endpointId/edit', title: 'Change endpoint', access: 'office', page: () => import('./EditEndpoint.svelte') },
  ],
  nav: [{ href: '/office/webhooks', label: 'Webhooks', icon: 'M9 7a3 3 0 1 1 4 2.800L10 15M7 13a3 3 0 1 0 3 4h6M17 20a3 3 0 1 0-2-5.200L12 9.500', order: 140 }],
  jump: [
    { href: '/office/webhooks/deliveries', label: 'Webhook deliveries', hint: 'Office' },
    { href: '/office/webhooks/catalogue', label: 'Event catalogue', hint: 'Office' },
    { href: '/office/webhooks/new', label: 'Add webhook endpoint', hint: 'Office' },
  ],
};
