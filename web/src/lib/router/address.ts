/**
 * An address of this origin as the browser understands it, or the first page in place of any other: an address may come with a
 * link that anybody has made. A browser reads `/\t/elsewhere` and `/.//elsewhere` as another host's, and `blob:` has the origin of
 * the address within it, although what it opens is nobody's page.
 */
export function ownAddress(text: string, origin = location.origin): string {
  try {
    const url = new URL(text, origin);
    return url.origin === origin && isPage(url) && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}

/** A number of an address, which is a machine's text: the same in every language, and not what somebody types. */
export function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Whether an address is one of the web, and not a script, a file or a text within the address itself. */
export function isPage({ protocol }: { protocol: string }): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
