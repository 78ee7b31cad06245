// What is on its way: a dialog that has sent something stays until it is answered, and a list shows no rows of another filter.
import assert from 'node:assert/strict';
import { BotsPage } from './pages/bots.mjs';
import { MarketPage } from './pages/market.mjs';
import { accessible, base, journey, newcomer, refused, told } from './support.mjs';

/** Something that others wait for. */
function gate() {
  let release;
  const opened = new Promise((go) => (release = go));
  return { opened, release };
}

journey('a dialog that has sent an order is not closed before there is an answer', async () => {
  const { page, done } = await newcomer();
  const { opened, release } = gate();
  await page.route('**/api/v1/trading/orders', async (route) => {
    if (route.request().method() === 'POST') await opened;
    await route.continue();
  });
  const market = new MarketPage(page);
  await market.open('BTCUSD');
  await market.amount.fill('250');
  await market.confirm();
  const dialog = page.getByRole('dialog', { name: /^Buy .*\?$/ });
  for (const name of ['Cancel', 'Close']) assert.ok(await dialog.getByRole('button', { name, exact: true }).isDisabled(), `${name} would look as if it took the order back`);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  assert.ok(await dialog.isVisible(), 'neither Esc nor a click beside it closes it');
  release();
  await told(page, /^Bought .* BTC at/);
  await dialog.waitFor({ state: 'hidden' });
  await done();
});

journey('while a filter is on its way no rows of another one are shown, nor when it is refused, and a late answer changes nothing', async () => {
  const { page, done } = await newcomer({ expects: [refused(500, '/trading/bots\\?.*status=stopped.*')] });
  const bots = new BotsPage(page);
  await bots.open();
  const { opened, release } = gate();
  await page.route('**/api/v1/trading/bots?*status=paused*', async (route) => (await opened, route.continue().catch(() => {})));
  await page.route('**/api/v1/trading/bots?*status=stopped*', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false,"error":{"message":"internal error","code":"INTERNAL_ERROR"}}' }));
  const state = page.getByLabel('Status', { exact: true });
  await state.selectOption('paused');
  await page.locator('table[aria-busy=true]').waitFor();
  assert.deepEqual(await bots.names(), [], 'nothing is shown of the active ones');
  await state.selectOption('stopped');
  await page.getByText('Bots could not be loaded').waitFor();
  await state.selectOption('active');
  await bots.table.getByRole('link', { name: 'Atlas' }).waitFor();
  const late = page.waitForResponse(/status=paused/);
  release();
  await late;
  assert.ok((await bots.names()).includes('Atlas'), 'what was asked for last is shown');
  await done();
});

journey('an act that fails tells the number of its request, to see, to hear and to copy', async () => {
  const { page, done } = await newcomer({ expects: [refused(500, '/trading/watchlist')] });
  await page.route('**/api/v1/trading/watchlist', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, headers: { 'X-Request-Id': 'req-for-support', 'Content-Type': 'application/json' }, body: '{"success":false,"error":{"message":"internal error","code":"INTERNAL_ERROR"}}' }),
  );
  await page.goto(base + '/markets');
  await page.getByRole('button', { name: 'Watch SOLUSD', exact: true }).click();
  await told(page, 'Your watchlist could not be saved. Something went wrong on our side.');
  const heard = page.locator('[role=status][aria-live=polite][aria-atomic=false]');
  await heard.getByRole('button', { name: 'Request req-for-support' }).waitFor();
  await accessible(page, 'failed-act');
  await done();
});
