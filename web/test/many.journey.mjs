// Somebody with hundreds of something: the page answers them while the longest list grows, is scrolled and ticks. What is
// counted is what is made in one go, and how often the page is laid out: how long that takes is the machine's.
import assert from 'node:assert/strict';
import { HistoryPage, PositionsPage } from './pages/positions.mjs';
import { base, call, enter, journey, newcomer, settled, tokenOf, until, visitor } from './support.mjs';

const rows = 400;
const portion = 110; // rows are made by the hundred, besides those that keep their place

/** In the page: counts the rows of tables that are made and taken away, and the quotes that the stream tells its tabs. */
function countWork(userId) {
  const work = (window.work = { made: 0, gone: 0, mostAtOnce: 0, quotes: 0 });
  const rowsOf = (nodes) => [...nodes].flatMap((node) => (node.matches?.('tbody tr') ? [node] : [...(node.querySelectorAll?.('tbody tr') ?? [])]));
  // It is told at the end of each task.
  new MutationObserver((changes) => {
    const made = new Set(changes.flatMap(({ addedNodes }) => rowsOf(addedNodes)));
    work.made += made.size;
    work.gone += changes.reduce((sum, { removedNodes }) => sum + [...removedNodes].filter((node) => node.localName === 'tr').length, 0);
    work.mostAtOnce = Math.max(work.mostAtOnce, made.size);
  }).observe(document, { childList: true, subtree: true });
  new BroadcastChannel('bourse.stream.' + userId).onmessage = ({ data }) => (work.quotes += data.event?.type === 'quotes' && data.event.data.some(({ symbol }) => symbol === 'FAIRUSD'));
}

journey('a statement of hundreds of lines, and hundreds of positions that tick', async (t) => {
  const { page, context, token, done } = await newcomer();
  const buy = () => call('POST', '/trading/orders', { token, body: { symbol: 'FAIRUSD', side: 'buy', type: 'market', notional: 20 } });
  for (let left = rows; left > 0; left -= 8) await Promise.all(Array.from({ length: 8 }, buy));
  await context.addInitScript(countWork, (await call('GET', '/auth/me', { token })).id);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const layouts = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
  /** What an act makes the page do. */
  const workOf = async (what, act) => {
    const before = await layouts();
    await page.evaluate(() => window.work && Object.keys(window.work).forEach((name) => (window.work[name] = 0)));
    await act();
    const work = { ...(await page.evaluate(() => window.work)), layouts: (await layouts()) - before };
    t.diagnostic(`${what}: ${JSON.stringify(work)}`);
    assert.ok(work.layouts < rows / 2, `${what} lays the page out ${work.layouts} times`);
    return work;
  };
  const scroll = async () => {
    for (let step = 0; step <= 20; step++) {
      await page.evaluate((share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share), (step % 11) / 10);
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    }
  };
  const threeQuotes = () => page.waitForFunction(() => window.work.quotes >= 3);

  const history = new HistoryPage(page);
  const lines = history.statement.locator('tbody tr');
  await history.open('statement');
  await settled(page);
  const grown = await workOf('growing', async () => {
    for (let shown = await lines.count(); shown < rows; shown = await lines.count()) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.waitForFunction((before) => document.querySelectorAll('table[aria-label=Statement] tbody tr').length > before, shown);
    }
  });
  assert.ok(grown.mostAtOnce <= portion, 'it grows in portions');
  assert.equal(grown.gone, 0, 'what is shown is not made again');
  assert.equal((await workOf('scrolling', scroll)).made, 0);
  const shown = await lines.count();
  const added = await workOf('one line more, by the stream', async () => {
    await buy();
    await page.waitForFunction((before) => document.querySelectorAll('table[aria-label=Statement] tbody tr').length > before, shown);
  });
  assert.deepEqual([added.made, added.gone, await lines.count()], [1, 0, shown + 1], 'nothing that was shown has gone');
  const idle = await workOf('while quotes come', threeQuotes);
  assert.deepEqual([idle.made, idle.gone], [0, 0], 'no line is made again for a price');

  const positions = new PositionsPage(page);
  const opened = await workOf('opening positions', async () => {
    await positions.open();
    await positions.table.locator('tbody tr').nth(rows - 1).waitFor({ state: 'attached' });
    await settled(page);
  });
  assert.ok(opened.mostAtOnce <= portion, 'it is made in portions');
  assert.equal((await workOf('scrolling positions', scroll)).made, 0);
  const ticked = await workOf('positions that tick', threeQuotes);
  assert.deepEqual([ticked.made, ticked.gone], [0, 0], 'no row is made again for a price');
  await done();
});

journey('what is rare among thousands of events stays in its list when the list is asked again', async () => {
  const { page, done } = await visitor();
  const event = (name) => ({ id: crypto.randomUUID(), type: 'custom.rare', createdAt: new Date().toISOString(), body: { data: { name } } });
  const newest = [];
  const old = ['one', 'two', 'three'].map(event);
  // The server looks through a stretch of all events for each page: what is rare is on none of the first.
  await page.route(/\/api\/v1\/webhooks\/events\?/, (route) => {
    const stretch = Number(new URL(route.request().url()).searchParams.get('before') ?? 0);
    const data = { 0: newest, 2: old }[stretch] ?? [];
    return route.fulfill({ json: { success: true, data, meta: { limit: 25, next: String(stretch + 1) } } });
  });
  await enter(page, { email: 'admin@demo.test', password: 'bourse-demo-1' });
  await page.goto(`${base}/office/webhooks/events?type=custom.rare`);
  const events = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await events.nth(2).waitFor();
  newest.push(event('zero'));
  const token = await tokenOf('admin@demo.test');
  await until('the new one is shown', async () => {
    await call('POST', '/trading/orders', { token, body: { symbol: 'FAIRUSD', side: 'buy', type: 'market', notional: 20 } });
    return (await page.getByText('zero').count()) > 0;
  });
  assert.equal(await events.count(), 4, 'nothing that was shown has gone');
  await done();
});
