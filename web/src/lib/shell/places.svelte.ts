import { session } from '../api/session.svelte';
import { nav } from '../router/areas';
import { router } from '../router/router.svelte';
import { match, type NavItem } from '../router/types';
import { routes } from '../router/areas';

/** The pages that whoever is logged in may go to, customers' and the office's. */
class Places {
  readonly all = $derived(nav.filter(isAllowed));
  readonly customer = $derived(this.all.filter((item) => item.order < 100));
  readonly office = $derived(this.all.filter((item) => item.order >= 100));
  /** Those of a phone's bar; the rest is behind "More". */
  readonly bar = $derived(this.all.filter((item) => item.inBar).slice(0, 4));

  isHere(item: NavItem): boolean {
    return item.href === '/' ? router.path === '/' : router.path === item.href || router.path.startsWith(item.href + '/');
  }
}

function isAllowed(item: NavItem): boolean {
  const access = routes.find((route) => match(route.path, item.href))?.access;
  if (access === 'platform') return session.isPlatform;
  return access !== 'office' || session.isOffice;
}

export const places = new Places();
