import { isPage } from './address';
import { match, type Route } from './types';
import { routes } from './areas';

/** Addresses that the server answers itself. */
const theirs = /^\/(api|docs|openapi|sandbox|\.well-known|healthz|readyz)(\/|\.|$)/;

interface Place {
  key: string;
  scroll?: number;
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  /** Counts changes of page, for what begins anew with each. */
  visits = $state(0);

  readonly query = $derived(new URLSearchParams(this.search));
  readonly #found = $derived(find(this.path));

  get route(): Route | undefined {
    return this.#found?.route;
  }

  get params(): Record<string, string> {
    return this.#found?.params ?? {};
  }

  /** Goes to a page of the console, or of the server. */
  go(to: string, { replace = false } = {}) {
    const url = new URL(to, location.href);
    if (!isPage(url)) return;
    if (url.origin !== location.origin || theirs.test(url.pathname)) {
      location.assign(url);
      return;
    }
    const isSamePage = url.pathname === this.path;
    if (!replace) this.#keepScroll();
    const place: Place = { key: newPlace() };
    history[replace ? 'replaceState' : 'pushState'](place, '', url.pathname + url.search + url.hash);
    this.#show(url);
    if (isSamePage) return;
    this.visits++;
    restoring?.abort();
    scrollTo(0, 0);
  }

  /** Changes what the address says beside the page, such as filters; an empty value is left out. */
  set(values: Record<string, string | number | undefined>, { push = false } = {}) {
    const query = new URLSearchParams(this.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === '') query.delete(name);
      else query.set(name, String(value));
    }
    const text = query.toString();
    this.search = text ? '?' + text : '';
    history[push ? 'pushState' : 'replaceState'](push ? { key: newPlace() } : history.state, '', this.path + this.search);
  }

  /** Listens to the browser, and takes clicks on links that lead to the console's own pages. */
  start(): () => void {
    history.scrollRestoration = 'manual';
    const moved = () => {
      const isSamePage = location.pathname === this.path;
      this.#show(new URL(location.href));
      if (!isSamePage) this.visits++;
      const { scroll } = (history.state ?? {}) as Place;
      restore(scroll ?? 0);
    };
    const clicked = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || !isPage(link) || theirs.test(link.pathname)) return;
      if (link.hash && link.pathname === location.pathname) return; // the browser's own
      event.preventDefault();
      this.go(link.href);
    };
    const leaving = () => this.#keepScroll();
    addEventListener('popstate', moved);
    addEventListener('pagehide', leaving);
    document.addEventListener('click', clicked);
    restore((history.state as Place | null)?.scroll ?? 0);
    return () => {
      removeEventListener('popstate', moved);
      removeEventListener('pagehide', leaving);
      document.removeEventListener('click', clicked);
    };
  }

  #show(url: URL) {
    this.path = url.pathname;
    this.search = url.search;
  }

  #keepScroll() {
    history.replaceState({ ...(history.state as Place | null), scroll: scrollY }, '');
  }
}

function newPlace(): string {
  return Math.random().toString(36).slice(2);
}

function find(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = match(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

let restoring: AbortController | undefined;

/**
 * Goes back to where the page was. It may take some moments until the page is as long again; whoever moves it meanwhile, or
 * goes elsewhere, wants something else.
 */
function restore(to: number) {
  restoring?.abort();
  const mine = new AbortController();
  restoring = mine;
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(event, () => mine.abort(), { signal: mine.signal, passive: true });
  const until = Date.now() + 5000;
  let good = 0;
  const step = () => {
    if (mine.signal.aborted) return;
    // The page before may be as long, and is still there at first.
    good = Math.abs(scrollY - to) <= 2 ? good + 1 : 0;
    if (good === 0) scrollTo(0, to);
    if (good > 10 || Date.now() > until) mine.abort();
    else setTimeout(() => requestAnimationFrame(step), 50);
  };
  requestAnimationFrame(step);
}

export const router = new Router();
