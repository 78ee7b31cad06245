import type { PlatformHealth } from '@bourse/client';
import { query } from '$lib/api/query.svelte';
import { number, relative } from '$lib/format/format';
import { routes } from '$lib/router/areas';
import { match } from '$lib/router/types';
import { stream } from '$lib/stream/stream.svelte';
import { clock } from '$lib/ui/settings.svelte';

export interface Part {
  name: string;
  state: 'asking' | 'well' | 'waiting' | 'trouble' | 'unknown';
  text: string;
  href?: string;
}

const every = 20_000;

/** For how many milliseconds something may have been due before it is in trouble. */
const late = 300_000;

/** What waits for somebody or something, and what is at work: gathered from the lists that have it, and from the health. */
export function useParts(health: () => PlatformHealth | undefined) {
  const quotes = query('listQuotes', () => ({}), { every });
  const working = query('listBots', () => ({ query: { status: 'active' as const, limit: 1 } }), { every });
  const broken = query('listBots', () => ({ query: { status: 'error' as const, limit: 1 } }), { every });
  const endpoints = query('listWebhookEndpoints', () => ({ query: { limit: 100 } }), { every });
  const cases = query('listKycPersons', () => ({ query: { state: 'submitted' as const, limit: 1 } }), { every });
  const toDecide = query('listWithdrawals', () => ({ query: { scope: 'tenant' as const, status: 'requested' as const, limit: 1 } }), { every });
  const toPay = query('listWithdrawals', () => ({ query: { scope: 'tenant' as const, status: 'approved' as const, limit: 1 } }), { every });

  function prices(): Part {
    const name = 'Prices';
    if (!quotes.data) return unknown(name, quotes.error);
    const open = quotes.data.filter((one) => one.state === 'open');
    const old = open.filter((one) => one.isStale);
    const newest = quotes.data.reduce((last, one) => (one.time > last ? one.time : last), '');
    const text = `${number(open.length)} of ${number(quotes.data.length)} markets are open, ${old.length === 0 ? 'all with fresh prices' : `${number(old.length)} with prices too old to trade on`}${newest ? `; the newest came ${relative(newest, clock.now)}` : ''}`;
    return { name, state: old.length > 0 ? 'trouble' : 'well', text, href: '/markets' };
  }

  function live(): Part {
    const isLive = stream.state === 'live';
    return { name: 'Stream', state: isLive ? 'well' : 'trouble', text: isLive ? 'This browser receives live updates' : 'This browser is not connected' };
  }

  function bots(): Part {
    const name = 'Bots';
    if (!working.data || !broken.data) return unknown(name, working.error ?? broken.error);
    const failing = broken.data.meta.total;
    return { name, state: failing > 0 ? 'trouble' : 'well', text: `${number(working.data.meta.total)} active, ${number(failing)} stopped by an error`, href: '/office/catalogue?tab=bots' };
  }

  function webhooks(): Part {
    const name = 'Webhooks';
    if (!endpoints.data) return unknown(name, endpoints.error);
    const all = endpoints.data.items;
    const active = all.filter((one) => one.isActive).length;
    const bad = all.filter((one) => one.broken || (one.isActive && one.lastFailureAt && (!one.lastSuccessAt || one.lastFailureAt > one.lastSuccessAt))).length;
    const page = routes.some((route) => match(route.path, '/office/webhooks')) ? { href: '/office/webhooks' } : {};
    return { name, state: bad > 0 ? 'trouble' : 'well', text: `${number(active)} of ${number(endpoints.data.meta.total)} endpoints are active, ${bad === 0 ? 'none is failing' : `${number(bad)} failing or unreachable`}`, ...page };
  }

  function waiting(name: string, total: number | undefined, error: unknown, what: string, href: string): Part {
    if (total === undefined) return unknown(name, error);
    return { name, state: total > 0 ? 'waiting' : 'well', text: total === 0 ? 'Nothing waiting' : `${number(total)} ${what}`, href };
  }

  function queues(): Part[] {
    const names = { webhooks: 'Webhook deliveries', mail: 'Emails', sms: 'Text messages' };
    return (health()?.queues ?? []).map((one) => {
      const isLate = one.firstDueAt !== undefined && Date.parse(one.firstDueAt) < clock.now - late;
      const many = one.isComplete ? number(one.waiting) : `more than ${number(one.waiting)}`;
      const due = one.firstDueAt ? `; the first is due ${relative(one.firstDueAt, clock.now)}` : '';
      return { name: names[one.name] ?? one.name, state: one.waiting === 0 ? 'well' : isLate ? 'trouble' : 'waiting', text: one.waiting === 0 ? 'Nothing waiting' : `${many} to send${one.scope === 'platform' ? ', of all brands' : ''}${due}` };
    });
  }

  return {
    get all(): Part[] {
      return [
        ...queues(),
        prices(),
        live(),
        bots(),
        webhooks(),
        waiting('KYC', cases.data?.meta.total, cases.error, 'to decide', '/office/kyc'),
        waiting('Withdrawals to decide', toDecide.data?.meta.total, toDecide.error, 'to decide', '/office/withdrawals'),
        waiting('Withdrawals to pay', toPay.data?.meta.total, toPay.error, 'approved and not yet paid', '/office/withdrawals?status=approved'),
      ];
    },
  };
}

function unknown(name: string, error: unknown): Part {
  return { name, state: error ? 'unknown' : 'asking', text: error ? 'Could not be loaded' : '' };
}
