import type { Component } from 'svelte';
import type { Role } from '@bourse/client';

/** Who may open a page: anybody, only who is not logged in, whoever is, or who has one of the roles of the back office. */
export type Access = 'anybody' | 'guest' | 'user' | 'office' | 'platform';

export interface Route {
  /** Such as `/markets/:symbol`. */
  path: string;
  /** It is given `params`: the values in the address. */
  page: () => Promise<{ default: Component<{ params: Record<string, string> }> | Component }>;
  /** What the page is called before it says so itself. */
  title: string;
  /** The default is `user`. */
  access?: Access;
}

export interface NavItem {
  href: string;
  label: string;
  /** The `d` of a path on a grid of 24, drawn as a line. */
  icon: string;
  /** The letter after g that goes there. */
  key?: string;
  /** Where in the list: customers' pages from 10 to 99, the office's from 100. */
  order: number;
  /** Whether the bar of a phone has it, which has room for four. */
  inBar?: boolean;
}

/** What a folder of pages adds to the console. Its file `routes.ts` exports one as `area`. */
export interface Area {
  routes: Route[];
  nav?: NavItem[];
  /** More places that one can jump to by typing; those of nav are there already. */
  jump?: { href: string; label: string; hint?: string }[];
}

export const officeRoles: readonly Role[] = ['admin', 'super_admin'];

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The address of a page: `href('/markets/:symbol', { symbol })`. What is missing does not compile. */
export function href<Path extends string>(
  path: Path,
  ...[values]: [Names<Path>] extends [never] ? [] : [values: Record<Names<Path>, string>]
): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((values as Record<string, string> | undefined)?.[name] ?? ''));
}

/** The values in an address, when it is one of this path. */
export function match(path: string, address: string): Record<string, string> | undefined {
  const wanted = path.split('/');
  const given = address.replace(/(.)\/+$/, '$1').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return undefined;
      continue;
    }
    if (value === '') return undefined;
    try {
      params[part.slice(1)] = decodeURIComponent(value);
    } catch {
      return undefined; // not an address that we have made
    }
  }
  return params;
}
