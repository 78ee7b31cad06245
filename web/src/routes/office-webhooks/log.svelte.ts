import type { BourseError, WebhookDelivery, WebhookEndpoint } from '@bourse/client';
import { api } from '$lib/api/client';
import { asError } from '$lib/api/query.svelte';

const pageSize = 25;
/** How many pages of each endpoint are looked through for one page of what is wanted. */
const mostRounds = 8;

/** What was asked of one endpoint and not shown yet. */
interface Source {
  id: string;
  waiting: WebhookDelivery[];
  next: string | undefined;
  isAsked: boolean;
}

export interface Wanted {
  endpoints: WebhookEndpoint[];
  status?: WebhookDelivery['status'] | undefined;
  type?: string | undefined;
}

/**
 * The deliveries of several endpoints as one list, the newest first. The API tells them by endpoint; the lists are
 * merged by their times, and of each only as much is asked as is needed.
 */
export class DeliveryLog {
  items = $state.raw<WebhookDelivery[]>();
  error = $state.raw<BourseError>();
  isAsking = $state(false);
  hasMore = $state(false);
  #wanted: Wanted = { endpoints: [] };
  #sources: Source[] = [];
  #turn = 0;

  /** Begins anew. What is seen stays until there is an answer, unless something else is wanted. */
  async start(wanted: Wanted, { isAgain = false } = {}) {
    this.#wanted = wanted;
    this.#sources = wanted.endpoints.map(({ id }) => ({ id, waiting: [], next: undefined, isAsked: false }));
    const seen = isAgain ? (this.items?.length ?? 0) : 0;
    if (!isAgain) this.items = this.error = undefined;
    await this.#add([], Math.max(pageSize, seen), isAgain);
  }

  more = () => this.#add(this.items ?? [], pageSize, false);

  async #add(before: WebhookDelivery[], count: number, isQuiet: boolean) {
    const turn = ++this.#turn;
    this.isAsking = !isQuiet;
    try {
      const found: WebhookDelivery[] = [];
      for (let rounds = 0; found.length < count && rounds < mostRounds * Math.max(1, this.#sources.length); ) {
        rounds += await this.#fill();
        if (turn !== this.#turn) return;
        const newest = this.#newest();
        if (!newest) break;
        const one = newest.waiting.shift()!;
        if (!this.#wanted.type || one.eventType === this.#wanted.type) found.push(one);
      }
      this.items = [...before, ...found];
      this.hasMore = this.#sources.some((one) => one.waiting.length > 0 || one.next);
      this.error = undefined;
    } catch (failure) {
      if (turn === this.#turn) this.error = asError(failure);
    } finally {
      if (turn === this.#turn) this.isAsking = false;
    }
  }

  /** Asks on where nothing waits; tells how many were asked. */
  async #fill(): Promise<number> {
    const empty = this.#sources.filter((one) => one.waiting.length === 0 && (!one.isAsked || one.next));
    await Promise.all(
      empty.map(async (source) => {
        const { status } = this.#wanted;
        const page = await api.listWebhookDeliveries({ path: { endpointId: source.id }, query: { limit: 50, ...(status && { status }), ...(source.next && { before: source.next }) } });
        source.waiting.push(...page.items);
        source.next = page.meta.next;
        source.isAsked = true;
      }),
    );
    return empty.length;
  }

  #newest(): Source | undefined {
    return this.#sources.filter((one) => one.waiting.length > 0).sort((a, b) => (a.waiting[0]!.createdAt < b.waiting[0]!.createdAt ? 1 : -1))[0];
  }
}
