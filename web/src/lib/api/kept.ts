/**
 * Whether what was answered to other arguments may stand in a list until these are answered: only where they differ in
 * nothing but the page. Rows of another filter, or of another text that was searched for, would be taken for what was found.
 */
export function isOtherPage(before: object, now: object): boolean {
  return withoutPage(before) === withoutPage(now);
}

function withoutPage(call: { query?: { page?: number } }): string {
  const { page: _, ...rest } = call.query ?? {};
  return JSON.stringify({ ...call, query: rest });
}
