import type { WebhookDelivery, WebhookEndpoint } from '@bourse/client';
import { number, percent, words } from '$lib/format/format';

type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';

/** The states of a delivery as people call them. */
export const statuses = [
  { value: 'pending', label: 'Pending', tone: 'accent' },
  { value: 'succeeded', label: 'Succeeded', tone: 'good' },
  { value: 'exhausted', label: 'Failed', tone: 'bad' },
  { value: 'skipped', label: 'Skipped', tone: 'warn' },
] as const satisfies { value: WebhookDelivery['status']; label: string; tone: Tone }[];

export function statusOf(delivery: WebhookDelivery): { label: string; tone: Tone } {
  if (delivery.status === 'pending' && delivery.attempts > 0) return { label: 'Retrying', tone: 'warn' };
  return statuses.find((one) => one.value === delivery.status) ?? { label: delivery.status, tone: 'plain' };
}

/** What an endpoint is doing, in a word. */
export function stateOf(endpoint: WebhookEndpoint): { label: string; tone: Tone } {
  if (endpoint.broken) return { label: 'Broken', tone: 'bad' };
  return endpoint.isActive ? { label: 'Active', tone: 'good' } : { label: 'Paused', tone: 'warn' };
}

export function successRate(endpoint: WebhookEndpoint): string {
  const ended = endpoint.successfulDeliveries + endpoint.failedDeliveries;
  return ended === 0 ? 'None yet' : percent((endpoint.successfulDeliveries / ended) * 100, { sign: false, digits: 1 });
}

/** How long something took, of microseconds. */
export function span(microseconds: number): string {
  if (microseconds < 1000) return `${number(microseconds, { maximumFractionDigits: 0 })} µs`;
  const milliseconds = microseconds / 1000;
  if (milliseconds < 1000) return `${number(milliseconds, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 })} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${number(seconds, { maximumFractionDigits: 1 })} s`;
  return seconds < 7200 ? `${number(seconds / 60, { maximumFractionDigits: 0 })} min` : `${number(seconds / 3600, { maximumFractionDigits: 1 })} h`;
}

/** From when a delivery was made until it ended, with its retries. */
export function took(delivery: WebhookDelivery): string {
  if (!delivery.finishedAt) return '–';
  return span((Date.parse(delivery.finishedAt) - Date.parse(delivery.createdAt)) * 1000);
}

/** The first word of event types, as people write it. */
export function groupName(name: string): string {
  return { kyc: 'KYC', ml: 'Models' }[name] ?? words(name);
}

/** A host and path without what is the same for all. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
