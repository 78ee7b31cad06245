import { href } from '$lib/router/types';

export const endpointPath = (endpointId: string) => href('/office/webhooks/endpoints/:endpointId', { endpointId });
export const deliveryPath = (deliveryId: string) => href('/office/webhooks/deliveries/:deliveryId', { deliveryId });
export const typePath = (type: string) => '/office/webhooks/catalogue?type=' + encodeURIComponent(type);
