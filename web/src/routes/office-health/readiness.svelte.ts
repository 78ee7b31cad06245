import { BourseError } from '@bourse/client';

export interface Readiness {
  status: string;
  reasons: { component: string; message: string }[];
}

/**
 * What /readyz says, every ten seconds while the page is seen. It is no operation of the contract but a page for load
 * balancers, so it is asked for as they do; 503 is an answer too.
 */
export function useReadiness() {
  let data = $state.raw<Readiness>();
  let error = $state.raw<BourseError>();
  let at = $state<string>();

  async function ask() {
    try {
      const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
      const body = (await answer.json()) as { data: Readiness };
      data = body.data;
      at = new Date().toISOString();
      error = undefined;
    } catch (failure) {
      error = new BourseError('the server did not say whether it is ready', { status: 0, code: 'NETWORK_ERROR', cause: failure });
    }
  }

  $effect(() => {
    void ask();
    const timer = setInterval(() => document.hidden || void ask(), 10_000);
    return () => clearInterval(timer);
  });

  return {
    get data() {
      return data;
    },
    get error() {
      return error;
    },
    get at() {
      return at;
    },
    reload: ask,
  };
}
